import { accountRoutes } from "@app/contract/accounts";
import { contentId } from "@app/contract/ids";
import { decodeId } from "@app/contract/paths";
import { preferenceRoutes } from "@app/contract/preferences";
import { reactionRoutes } from "@app/contract/reactions";
import type { Locator, Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt, lookInto } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const CLIP = { lengthS: 24, size: "320x180", kbps: 300 };
const video = await publishClip(product, "maya", "Cup final", CLIP);

const playedS = (page: Page) =>
  page.locator("video").evaluate((element: { currentTime: number }) => element.currentTime);

/** Where playing began. */
const playedFromS = (page: Page) =>
  page.locator("video").evaluate(({ played }: { played: { start(index: number): number } }) => played.start(0));

async function playTo(page: Page, atS: number): Promise<void> {
  await expect.poll(() => playedS(page)).toBeGreaterThan(atS);
}

/** Resets the library, so that a retry of the journey starts clean. */
async function likeNothing(): Promise<void> {
  const session = await createCaller(product.origin, null).call(accountRoutes.login, {
    body: toLogin("leo", PASSWORD),
  });
  const leo = createCaller(product.origin, session.access_token);
  const id = contentId.parse(decodeId(decodeURIComponent(video.split("/").at(-1) ?? "")));
  await leo.call(reactionRoutes.like, { params: { id }, body: { liked: false } });
  await leo.call(reactionRoutes.save, { params: { id }, body: { saved: false } });
  await leo.call(preferenceRoutes.setPrivacy, { body: { keeps_history: true } });
}

test("a fan likes, saves and shares a video, continues it on another device, and erases the history", async () => {
  await likeNothing();
  const { context, page, faults } = await visit(browser, { width: 360 });
  await beSignedIn(page, product.origin, "leo");
  await page.goto(product.origin + video);
  await playTo(page, 11);
  await page.getByRole("button", { name: "Pause" }).first().press("Enter");
  const stoppedS = await playedS(page);
  const like = page.getByRole("button", { name: /^Like/ });
  await like.click();
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  await page.getByRole("button", { name: "Like 1 like", exact: true }).waitFor();
  await page.getByRole("button", { name: "Save to Watch later" }).click();
  await page.getByText("Saved to Watch later. You can find it under Following.").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "QR code of Cup final" }).waitFor();
  await dialog.getByRole("checkbox", { name: /^Start at/ }).check();
  await dialog.getByText(/\/video\/[\w%]+\?t=1\d$/).waitFor();
  await lookInto(page, "[role=dialog]", "share-dialog");
  await page.keyboard.press("Escape");
  await lookAt(page, "video-reactions");
  await page.goto(`${product.origin}/following`);
  for (const [name, path] of [
    ["Watch later", "watch-later"],
    ["Liked", "liked"],
    ["History", "history"],
  ] as const) {
    await page.getByRole("navigation", { name: "Your lists" }).getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("link", { name: /^Cup final/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/${path}`);
    await lookAt(page, `library-${path}`);
  }
  await page.getByLabel("Search this list").fill("nothing like it");
  await page.getByText("No result found for the term").waitFor();
  await page.getByRole("button", { name: "Show everything" }).click();

  const phone = await visit(browser);
  await beSignedIn(phone.page, product.origin, "leo");
  await phone.page.goto(product.origin + video);
  await expect.poll(() => playedS(phone.page)).toBeGreaterThan(stoppedS - 2);
  await lookAt(phone.page, "video-reactions");
  await phone.context.close();

  await page.goto(`${product.origin}/history`);
  await page.getByRole("button", { name: "Erase history" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Erase" }).click();
  await page.getByText("Your watch history was erased.").waitFor();
  await page.getByText("What you watch shows up here").waitFor();
  await takeBack(page);
  await watchUnseen(page);
  expect(faults).toEqual([]);
  await context.close();
});

test("a title without a space leaves the dialog to share it with a Close button on a phone", async () => {
  const title = "Goal".repeat(25);
  const path = await publishClip(product, "maya", title, CLIP);
  const { context, page } = await visit(browser, { width: 360 });
  await beSignedIn(page, product.origin, "leo");
  await page.goto(product.origin + path);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: `Share ${title}` }).waitFor();
  const box = await dialog.getByRole("button", { name: "Close" }).boundingBox();
  expect(box).toMatchObject({ width: 40 });
  expect((box?.x ?? 0) + 40).toBeLessThanOrEqual(360);
  await context.close();
});

/** Takes the video out of both lists, and one of them back. */
async function takeBack(page: Page): Promise<void> {
  const card = page.getByRole("link", { name: /^Cup final/ });
  await page.goto(`${product.origin}/liked`);
  await page.getByRole("button", { name: "Remove Cup final from Liked" }).click();
  await page.getByText("Removed from Liked.").waitFor();
  await card.waitFor({ state: "detached" });
  await page.goto(`${product.origin}/watch-later`);
  await page.getByRole("button", { name: "Remove Cup final from Watch later" }).click();
  await card.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await card.waitFor();
}

/** With the history off, watched items are not added. After it was erased, this device forgot where they stopped too. */
async function watchUnseen(page: Page): Promise<void> {
  await page.goto(`${product.origin}/setting?tab=privacy`);
  await switchHistory(page, false);
  await page.goto(product.origin + video);
  await playTo(page, 3);
  expect(await playedFromS(page)).toBeLessThan(5);
  const report = page.waitForResponse(/playback-beats$/);
  await page.getByRole("button", { name: "Pause" }).first().press("Enter");
  expect((await report).status()).toBe(200);
  await page.goto(`${product.origin}/history`);
  await page.getByText("Your watch history is off: what you watch is not added here.").waitFor();
  await page.getByRole("link", { name: "Turn it on" }).click();
  await switchHistory(page, true);
}

async function switchHistory(page: Page, isOn: boolean): Promise<void> {
  const isSaved = (reply: Response) => reply.request().method() === "POST" && reply.url().endsWith("/privacy-settings");
  const saved = page.waitForResponse(isSaved);
  const keeps = page.getByRole("switch", { name: "Keep my watch history" });
  await keeps.click();
  expect((await saved).status()).toBe(200);
  await expect.poll(() => keeps.isChecked()).toBe(isOn);
}

/** The last total matches the last row. */
async function expectFullRows(totals: Locator): Promise<void> {
  const right = async (part: Locator) => {
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
    return Math.round(x + width);
  };
  expect(await right(totals.locator("> div").last())).toBe(await right(totals));
}

test("the earner sees how many watched, where they left and where they came from, as a chart and as a table", async () => {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/creator-view/numbers`);
  await page.getByText("A view counts after 10 seconds").waitFor();
  await page.locator(".recharts-surface").first().waitFor();
  await lookAt(page, "numbers");
  for (const width of [360, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFullRows(page.getByRole("main").locator("dl"));
  }
  await page.getByRole("button", { name: /^Cup final/ }).click();
  await page.getByRole("heading", { name: "Where people leave" }).waitFor();
  await page.getByText("1 viewer since it was published, trimmed or replaced.").waitFor();
  await page.getByRole("switch", { name: "Show the curve as a table" }).check();
  await page
    .getByRole("row", { name: /^0:00(\.\d)? 1 100%/ })
    .first()
    .waitFor();
  await lookAt(page, "numbers-item");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV: Download the curve" }).click();
  expect((await download).suggestedFilename()).toBe("retention.csv");
  await page.setViewportSize({ width: 360, height: 800 });
  await lookAt(page, "numbers-item");
  expect(faults).toEqual([]);
  await context.close();
});
