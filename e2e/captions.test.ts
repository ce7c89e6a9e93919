import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import { contentId } from "@app/contract/ids";
import { decodeId } from "@app/contract/paths";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { beSignedIn, isFocused, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { expectFocusInView, hiddenPx, lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const videoPath = await publishClip(product, "maya", "Cup final", { lengthS: 40, size: "320x180", kbps: 300 });
const id = contentId.parse(decodeId(decodeURIComponent(videoPath.replace("/video/", ""))));

const OVERLAP = "1\n00:00:01,000 --> 00:00:05,000\nA\n\n2\n00:00:04,000 --> 00:00:06,000\nB\n";
const ENGLISH = [
  "WEBVTT\n",
  "00:00.000 --> 00:09.000\nWelcome to the <b>final</b>\n",
  "00:10.000 --> 00:19.000\nThe keeper saves\n",
  "00:20.000 --> 00:39.000\nGoal for the home side\n",
].join("\n");

function chooseFile(page: Page, name: string, text: string): Promise<void> {
  return page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/vtt", buffer: Buffer.from(text) });
}

/** Longer than the player of a phone is wide. */
const LONG_CHAPTER = "What the coach had to say about it afterwards, in the locker room and then on the bus home";

const positionS = (page: Page) => page.locator("video").evaluate((video: { currentTime: number }) => video.currentTime);

function bottomOf(box: { y: number; height: number } | null): number {
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
}

test("an earner adds captions and chapters; a fan switches them on, reads along and jumps by them", async () => {
  const { access_token } = await createCaller(product.origin, null).call(accountRoutes.login, {
    body: toLogin("maya", PASSWORD),
  });
  await createCaller(product.origin, access_token).call(contentRoutes.update, {
    params: { id },
    body: { description: `0:00 Kick-off\n0:10 The save\n0:20 The goal\n0:30 ${LONG_CHAPTER}` },
  });

  const earner = await visit(browser);
  await beSignedIn(earner.page, product.origin, "maya");
  await earner.page.goto(product.origin + videoPath);
  await earner.page.getByRole("link", { name: "Add captions" }).click();
  await earner.page.getByText("This video has no captions yet.").waitFor();
  await chooseFile(earner.page, "bad.srt", OVERLAP);
  await earner.page.getByText("Line 6: This cue starts before the one above it has ended.").waitFor();
  await chooseFile(earner.page, "final.vtt", ENGLISH);
  await earner.page.getByRole("button", { name: "Delete English" }).waitFor();
  await earner.page.getByRole("button", { name: "Edit English" }).click();
  await earner.page.getByLabel("Text of cue 3").fill("Goal for the home team");
  await earner.page.getByRole("region", { name: /^Player/ }).waitFor();
  await lookAt(earner.page, "captions-editor");
  // Typed text survives a reload.
  await earner.page.reload();
  await earner.page.getByRole("button", { name: "Edit English" }).click();
  await earner.page.getByText("Your unsaved changes are back.").waitFor();
  const save = earner.page.getByRole("button", { name: "Save captions" });
  const told = earner.page.getByText("The captions were saved.").waitFor();
  await save.click();
  await told;
  expect(await save.isDisabled()).toBe(true);
  expect(await save.evaluate((button: { matches(selector: string): boolean }) => button.matches(":focus"))).toBe(true);
  expect(earner.faults).toEqual([]);
  await earner.context.close();

  const fan = await visit(browser);
  await beSignedIn(fan.page, product.origin, "leo");
  await fan.page.goto(product.origin + videoPath);
  const player = fan.page.getByRole("region", { name: /^Player/ });
  await player.getByRole("button", { name: "Captions: off" }).waitFor({ state: "attached" });
  await fan.page.getByRole("button", { name: "Show transcript" }).click();
  await fan.page.getByRole("button", { name: /Goal for the home team/ }).click();
  await expect.poll(() => positionS(fan.page)).toBeGreaterThanOrEqual(20);
  await fan.page.keyboard.press("c");
  await player.getByText("Goal for the home team").waitFor();
  await player.getByText("Chapter: The goal", { exact: true }).waitFor({ state: "attached" });
  await lookAt(fan.page, "captions-watch");

  await fan.page
    .getByRole("region", { name: "Chapters" })
    .getByRole("button", { name: /^The save/ })
    .click();
  await player.getByText("The keeper saves").waitFor();

  // Captions stay on for the next visit, and stay off once switched off.
  await fan.page.goto(`${product.origin}${videoPath}?t=2`);
  await player.getByText("Welcome to the final").waitFor();
  await player.focus();
  await fan.page.keyboard.press("c");
  await expect.poll(() => player.getByText("Welcome to the final").count()).toBe(0);
  expect(fan.faults).toEqual([]);
  await fan.context.close();

  const phone = await visit(browser, { width: 360, height: 780, scheme: "light", hasTouch: true });
  await beSignedIn(phone.page, product.origin, "maya");
  await phone.page.goto(product.origin + videoPath);
  await phone.page.getByRole("button", { name: "Captions: off" }).waitFor({ state: "attached" });
  await phone.page.getByRole("button", { name: "Show transcript" }).click();
  await phone.page.getByRole("button", { name: /Goal for the home team/ }).click();
  await phone.page.keyboard.press("c");
  const caption = phone.page.getByRole("region", { name: /^Player/ }).getByText("Goal for the home team");
  await caption.waitFor();
  await phone.page.locator("video").evaluate((video: { pause(): void }) => video.pause());
  const skip = phone.page.getByRole("button", { name: "10 seconds back" });
  // Paused, the controls stay: the caption is above the buttons to skip.
  await expect.poll(async () => bottomOf(await caption.boundingBox())).toBeLessThan((await skip.boundingBox())?.y ?? 0);
  await phone.page.getByRole("button", { name: "Speed: 1×" }).tap();
  // Too long for the small player: a sheet at the bottom of the window, which shows every choice.
  const speeds = phone.page.getByRole("menu");
  await expect.poll(async () => bottomOf(await speeds.boundingBox())).toBeGreaterThan(700);
  expect(await speeds.evaluate(hiddenPx)).toBe(0);
  await expect.poll(() => isFocused(speeds.getByRole("menuitemradio", { name: "Normal" }))).toBe(true);
  await phone.page.keyboard.press("Escape");
  await lookAt(phone.page, "captions-watch");
  // A long title of a chapter gives way to the controls, which stay as wide as a finger.
  await phone.page.goto(`${product.origin}${videoPath}?t=31`);
  const playerOnPhone = phone.page.getByRole("region", { name: /^Player/ });
  await playerOnPhone.getByText(`Chapter: ${LONG_CHAPTER}`).waitFor({ state: "attached" });
  for (const name of ["Speed: 1×", "Full screen"])
    expect((await playerOnPhone.getByRole("button", { name }).boundingBox())?.width).toBe(44);
  await phone.page.getByRole("link", { name: "Edit captions" }).click();
  await phone.page.getByRole("button", { name: "Edit English" }).click();
  await phone.page.getByLabel("Text of cue 3").waitFor();
  await lookAt(phone.page, "captions-editor");
  await phone.context.close();

  // A window of 1280 × 1024 px at 400 %.
  const zoomed = await visit(browser, { width: 320, height: 256 });
  await beSignedIn(zoomed.page, product.origin, "maya");
  await zoomed.page.goto(product.origin + videoPath);
  const controls = zoomed.page.locator("[data-controls]");
  await controls.getByRole("button", { name: "Captions: off" }).waitFor({ state: "attached" });
  const row = await controls.boundingBox();
  for (const button of await controls.getByRole("button").all()) {
    if (!(await button.isVisible())) continue;
    const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(row?.x ?? 0);
    expect(x + width).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
    expect(width).toBeGreaterThanOrEqual(32);
  }
  expect(await controls.getByRole("button", { name: /^(Mute|Unmute)$/ }).isVisible()).toBe(true);
  await zoomed.page.goto(product.origin + videoPath.replace("/video/", "/edit-video/") + "/captions");
  await zoomed.page.getByRole("button", { name: "Edit English" }).click();
  const cue = zoomed.page.getByLabel("Text of cue 3");
  await cue.focus();
  // The player leaves room for all of it.
  await expect.poll(async () => bottomOf(await cue.boundingBox())).toBeLessThanOrEqual(256);
  await expectFocusInView(zoomed.page, "Shift+Tab", 16);
  await zoomed.context.close();
});
