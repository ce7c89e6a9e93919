import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { differenceOf } from "../apps/server/src/testing/pictures.ts";
import { publishItem } from "../apps/server/src/testing/publish.ts";
import { beSignedIn, openLargeTextBrowser, visit } from "./testing/browser.ts";
import { type ClipOptions, makeClip } from "./testing/clip.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { expectFocusInView, expectWidth, lookAt } from "./testing/look.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const { pool, sql } = openJourneyDatabase(product);
const videoPath = await publishClip(product, "maya", "Cup final");
const editPath = videoPath.replace("/video/", "/edit-video/");
await publishMore();

/** Items in every state, without files. */
async function publishMore(): Promise<void> {
  const { rows } = await pool.query<{ channelId: string; categoryId: number }>(
    `select c.id as "channelId", (select min(id) from categories where id <> 88) as "categoryId"
     from channels c join accounts a on a.id = c.owner_id where a.username = 'maya'`,
  );
  const owner = rows[0] as { channelId: never; categoryId: number };
  const items = {
    "Relay handovers, drill by drill, filmed from the stands": { state: "failed", fault: "The file is cut off." },
    "Slow start": { state: "processing", isPlayable: true },
    "Team photos": { type: "image" },
    "Playbook for the spring season": { type: "document", visibility: "private" },
  } as const;
  for (const [title, more] of Object.entries(items))
    await publishItem({ sql }, owner, title, { ...more, categoryId: owner.categoryId });
  for (let n = 1; n <= 12; n += 1)
    await publishItem({ sql }, owner, `Practice ${n}`, { categoryId: owner.categoryId, visibility: "unlisted" });
}

const largeTextBrowser = await openLargeTextBrowser(21);

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** The message comes before the selection is cleared, and a new one can only be changed once the list is there again. */
const nothingSelected = (page: Page) =>
  page.getByRole("region", { name: "Selected content" }).waitFor({ state: "detached" });

test("an earner finds their content, changes several items at once, and undoes a deletion", async () => {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/creator-view`);
  await page.getByText("17 items").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Page 2 of 2").waitFor();
  await row(page, "Relay handovers").getByText("The file is cut off.").waitFor();
  await row(page, "Slow start").getByText("Processing 0%").waitFor();
  await lookAt(page, "hub-page-2");

  await page.getByRole("searchbox", { name: "Search" }).fill("practice");
  await page.getByText("12 items").waitFor();
  await page.getByRole("checkbox", { name: "Select Practice 1", exact: true }).check();
  await page.getByRole("checkbox", { name: "Select Practice 2", exact: true }).check();
  await page.getByText("2 selected").waitFor();
  // What a search hides is not changed.
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("practice 2");
  await page.getByText("1 selected").waitFor();
  await search.fill("practice");
  await page.getByText("2 selected").waitFor();
  await page.getByLabel("Change visibility").selectOption("Private");
  await lookAt(page, "hub-selected");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("2 items were changed.").waitFor();
  await row(page, "Practice 2").getByText("Private", { exact: true }).waitFor();
  await nothingSelected(page);

  // The connection is lost after the first five of twelve: the others keep their reason, and Retry changes them.
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  let sentCount = 0;
  await page.route("**/hub-contents", (route) => {
    if (route.request().method() === "POST") sentCount += 1;
    return sentCount > 1 ? route.abort() : route.continue();
  });
  await page.getByLabel("Change visibility").selectOption("Unlisted");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("5 items were changed.").waitFor();
  await page.getByText("7 items could not be changed.").waitFor();
  await lookAt(page, "hub-not-changed");
  await page.unroute("**/hub-contents");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("7 items were changed.").waitFor();
  await nothingSelected(page);

  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("region", { name: "Selected content" }).getByRole("button", { name: "Delete" }).click();
  // A toast under the pointer stays.
  await page.getByText("12 items were deleted.").hover();
  await page.getByText("None of your content matches this search and these filters.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("12 items were restored.").waitFor();
  await page.getByText("12 items", { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("what is typed survives a reload, and two tabs do not overwrite each other", async () => {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(product.origin + videoPath);
  await page.getByRole("main").getByRole("link", { name: "Edit", exact: true }).click();
  await page.waitForURL("**/edit-video/*");
  const save = page.getByRole("button", { name: "Save changes" });
  await page.getByLabel("Title").fill("Cup final, second half");
  await page.getByText("Not saved yet").waitFor();
  await page.getByRole("link", { name: "View page" }).click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  const reload = async () => {
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText("Your unsaved changes are back.").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Cup final, second half");
  };
  await reload();

  const other = await context.newPage();
  await other.goto(product.origin + editPath);
  await other.getByRole("button", { name: "Discard", exact: true }).click();
  await other.getByText(/^Lines such as .* become chapters/).waitFor();
  await other.getByLabel("Description").fill("By the other tab");
  await other.getByRole("button", { name: "Save changes" }).click();
  await other.getByText("Your changes were saved.").waitFor();
  await reload();

  await save.click();
  await page.getByText("This was changed in the meantime, in another tab or by someone else.").waitFor();
  await lookAt(page, "edit-conflict");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.getByText("Your changes were saved.").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Cup final, second half");
  expect(await page.getByLabel("Description").inputValue()).toBe("By the other tab");

  await page.getByRole("radio", { name: /^Scheduled/ }).check();
  await page.getByLabel("Publish at").fill("2020-01-01T10:00");
  await save.click();
  await page.getByText("Please choose a time at least 5 minutes from now.").waitFor();
  await page.getByLabel("Publish at").fill(inTwoDays());
  await lookAt(page, "edit-scheduled");
  await save.click();
  await page.getByText("Not saved yet").waitFor({ state: "detached" });
  await page.goto(`${product.origin}/creator-view?state=scheduled`);
  await row(page, "Cup final, second half").getByText("Scheduled").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

/** In the field's format. */
function inTwoDays(): string {
  return new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
}

test("any frame of the video becomes its thumbnail, and the choice survives a reload", async () => {
  const clip = { lengthS: 6, size: "640x360", kbps: 800 };
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(
    product.origin + (await publishClip(product, "maya", "Any frame", clip)).replace("/video/", "/edit-video/"),
  );
  await page.getByRole("button", { name: "Choose a frame" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose a frame" });
  const time = dialog.getByRole("slider", { name: "Time of the frame" });
  await time.focus();
  await page.keyboard.press("End");
  for (let times = 0; times < 10; times += 1) await page.keyboard.press("ArrowLeft");
  await dialog.getByRole("button", { name: "Next frame" }).click();
  await lookAt(page, "choose-frame");
  await dialog.getByRole("button", { name: "Use this frame" }).click();
  await dialog.waitFor({ state: "detached" });
  const own = page.getByRole("radio", { name: "Your own picture" });
  await expect.poll(() => own.isChecked()).toBe(true);

  page.once("dialog", (warning) => void warning.accept());
  await page.reload();
  await page.getByText("Your unsaved changes are back.").waitFor();
  await expect.poll(() => own.isChecked()).toBe(true);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Your changes were saved.").waitFor();
  const url = await page
    .locator("label", { has: page.getByRole("radio", { name: "Current picture" }) })
    .locator("img")
    .getAttribute("src");
  const thumbnail = Buffer.from(await (await fetch(product.origin + url)).arrayBuffer());
  const differences = await Promise.all([1, 3, 5].map((atS) => differenceOf(thumbnail, frameAt(clip, atS))));
  expect(differences.indexOf(Math.min(...differences))).toBe(2);
  expect(faults).toEqual([]);
  await context.close();
});

function frameAt(clip: ClipOptions, atS: number): Buffer {
  const args = ["-v", "error", "-ss", String(atS), "-i", makeClip(clip), "-frames:v", "1", "-f", "image2pipe", "-"];
  return execFileSync(process.env.FFMPEG_PATH ?? "ffmpeg", args);
}

test("a new file replaces the old one, and can be downloaded", async () => {
  const clip = makeClip({ lengthS: 9, size: "320x180", kbps: 400 });
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(product.origin + editPath);
  const file = page.getByRole("region", { name: "File" });
  await file.getByRole("link", { name: "Download the original" }).waitFor();
  await file.locator("input[type=file]").setInputFiles(clip);
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace" }).click();
  await file.getByText(/^(Checking|Processing) cup final\.mp4/).waitFor();
  // The toast can come and go during the look.
  const replaced = page.getByText("The file was replaced.").waitFor();
  await lookAt(page, "edit-replacing");
  await replaced;
  const download = file.getByRole("link", { name: "Download the original" });
  await download.waitFor();
  const reply = await fetch(product.origin + (await download.getAttribute("href")));
  expect(reply.headers.get("content-disposition")).toContain('filename="cup final.mp4"');
  expect(Buffer.from(await reply.arrayBuffer()).equals(readFileSync(clip))).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

test("nobody else can open the page, and a deletion leads to the hub, where it is undone", async () => {
  const fan = await visit(browser);
  await beSignedIn(fan.page, product.origin, "leo");
  await fan.page.goto(product.origin + editPath);
  await fan.page.waitForURL("**/404");
  await fan.context.close();

  const { context, page, faults } = await visit(browser, { width: 360, hasTouch: true });
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/creator-view?search=playbook`);
  await page.getByRole("listitem").filter({ hasText: "Playbook for the spring" }).waitFor();
  // The filters wait behind a button, so that the list is in view.
  const type = page.getByLabel("Type");
  expect(await type.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Filter", exact: true }).tap();
  await type.selectOption("Documents");
  await page.getByRole("button", { name: "Filter (1)" }).waitFor();
  await lookAt(page, "hub-narrow");
  await page.getByRole("link", { name: "Edit Playbook for the spring season" }).click();
  await page.getByRole("heading", { name: "Edit document" }).waitFor();
  await lookAt(page, "edit-document");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForURL("**/creator-view");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The content was restored.").waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("playbook");
  await page.getByRole("link", { name: "Playbook for the spring season", exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

/** A 1280 × 1024 px window at 400 % is laid out like the first. */
test.each([
  [320, 256],
  [360, 740],
])(
  "in a window of %i × %i px the bars of the hub and of the edit form leave the focus in view",
  async (width, height) => {
    const { context, page } = await visit(browser, { width, height });
    await beSignedIn(page, product.origin, "maya");
    await page.goto(`${product.origin}/creator-view?search=practice`);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByLabel("Change visibility").selectOption("Private");
    await page.getByRole("button", { name: "Apply" }).waitFor();
    await page.getByRole("button", { name: "Delete Practice 1", exact: true }).focus();
    await expectFocusInView(page, "Shift+Tab", 30);
    await page.goto(product.origin + editPath);
    await page.getByLabel("Title").fill("Cup final, both halves");
    await page.getByText("Not saved yet").waitFor();
    await expectFocusInView(page, "Tab", 16);
    await context.close();
  },
);

test.each([360, 1280])("with larger letters nothing overflows a page of %i px at the side", async (width) => {
  const { context, page } = await visit(largeTextBrowser, { width });
  await beSignedIn(page, product.origin, "maya");
  const others = ["/setting?tab=notifications", "/referral-page"];
  for (const address of ["/creator-view", "/creator-view/numbers", editPath, videoPath, ...others]) {
    await page.goto(product.origin + address);
    await page.getByRole("main").waitFor();
    await page.waitForLoadState("networkidle");
    await expectWidth(page, address);
  }
  await context.close();
});
