import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { beSignedIn, isFocused, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { sendClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const videoPath = await sendClip(product, "maya", "Cup final", { lengthS: 12, size: "640x360", kbps: 300 });
const cutPath = `${videoPath.replace("/video/", "/edit-video/")}/cut`;

const playedLengthS = (page: Page) => page.locator("video").evaluate((video: { duration: number }) => video.duration);

test("an earner makes a clip and trims the video; a fan sees the clip, and no more than the part", async () => {
  const earner = await visit(browser);
  await beSignedIn(earner.page, product.origin, "maya");
  await earner.page.goto(product.origin + videoPath);
  await earner.page.getByRole("link", { name: "Clip", exact: true }).click();
  await earner.page.getByLabel("Start", { exact: true }).fill("0:02");
  await earner.page.getByLabel("End", { exact: true }).fill("nine");
  await earner.page.getByLabel("End", { exact: true }).blur();
  await earner.page.getByText("Please enter a time such as 1:23.4.").waitFor();
  await earner.page.getByLabel("End", { exact: true }).fill("0:01");
  await earner.page.getByLabel("End", { exact: true }).blur();
  await earner.page.getByText("The end must be after the start.").waitFor();
  expect(await earner.page.getByLabel("Start", { exact: true }).inputValue()).toBe("0:02.0");
  await earner.page.getByLabel("End", { exact: true }).fill("0:06");
  await earner.page.getByLabel("Title").fill("The turn");
  await earner.page.getByText("The part is 0:04.0 long.").waitFor();
  await lookAt(earner.page, "cut");

  // Selections and typed text survive a reload.
  await earner.page.reload();
  await expect.poll(() => earner.page.getByLabel("Title").inputValue()).toBe("The turn");
  expect(await earner.page.getByLabel("Start", { exact: true }).inputValue()).toBe("0:02.0");

  // Keys move the handles. The player shows the picture there, paused, and leaves the focus on the handle.
  const end = earner.page.getByRole("slider", { name: "End of the part" });
  await end.focus();
  for (const [key, time] of [
    ["ArrowRight", "0:06.1"],
    ["ArrowRight", "0:06.2"],
    ["ArrowLeft", "0:06.1"],
  ] as const) {
    await earner.page.keyboard.press(key);
    await expect.poll(() => earner.page.getByLabel("End", { exact: true }).inputValue()).toBe(time);
  }
  expect(await isFocused(end)).toBe(true);
  const video = earner.page.locator("video");
  await expect
    .poll(() => video.evaluate((one: { currentTime: number; paused: boolean }) => one.currentTime))
    .toBeCloseTo(6.1, 1);
  expect(await video.evaluate((one: { currentTime: number; paused: boolean }) => one.paused)).toBe(true);
  await earner.page.getByRole("button", { name: "Make the clip" }).click();
  await earner.page.getByText("“The turn” is ready.").waitFor();
  const clipPath = await earner.page.getByRole("link", { name: "View page" }).getAttribute("href");

  await earner.page.getByLabel("End", { exact: true }).fill("0:00.5");
  await earner.page.getByLabel("Start", { exact: true }).fill("0");
  await earner.page.getByLabel("Start", { exact: true }).blur();
  await earner.page.getByRole("button", { name: "Trim to this part" }).click();
  await earner.page.getByText("This must be at least 1 second long.").waitFor();
  await earner.page.getByLabel("End", { exact: true }).fill("0:08");
  await earner.page.getByLabel("Start", { exact: true }).fill("0:04");
  await earner.page.getByLabel("Start", { exact: true }).blur();
  await earner.page.getByRole("button", { name: "Trim to this part" }).click();
  await earner.page.getByText("The video is trimmed.").waitFor();

  const fan = await visit(browser, { width: 360, height: 780, scheme: "light" });
  await beSignedIn(fan.page, product.origin, "leo");
  await fan.page.goto(product.origin + videoPath);
  await expect.poll(() => playedLengthS(fan.page)).toBeLessThan(4.5);
  await fan.page.goto(product.origin + clipPath);
  await fan.page.getByText("From: Cup final").waitFor();
  await expect.poll(() => playedLengthS(fan.page)).toBeGreaterThan(3.9);
  expect(await playedLengthS(fan.page)).toBeLessThan(5);
  await expect
    .poll(() => fan.page.locator("video").evaluate((video: { currentTime: number }) => video.currentTime))
    .toBeGreaterThan(0.5);
  expect(fan.faults).toEqual([]);
  await fan.context.close();

  await earner.page.getByRole("button", { name: "Show the whole video again" }).click();
  await earner.page.getByRole("alertdialog").getByRole("button", { name: "Show the whole video" }).click();
  await earner.page.getByText("The whole video is back.").waitFor();
  await earner.page.goto(product.origin + videoPath);
  await expect.poll(() => playedLengthS(earner.page)).toBeGreaterThan(11);
  await earner.page.goto(`${product.origin}/creator-view`);
  await earner.page.getByText("Clip", { exact: true }).first().waitFor();
  expect(earner.faults).toEqual([]);
  await earner.context.close();

  const phone = await visit(browser, { width: 360, height: 780, scheme: "light" });
  await beSignedIn(phone.page, product.origin, "maya");
  await phone.page.goto(product.origin + cutPath);
  await phone.page.getByRole("button", { name: "Trim to this part" }).waitFor();
  await lookAt(phone.page, "cut");
  await phone.context.close();
});
