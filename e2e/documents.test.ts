import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { encrypted, pagesOfSizes, playbook } from "../apps/server/src/modules/catalog/documents/testing/pdfs.ts";
import { beSignedIn, isFocused, visit } from "./testing/browser.ts";
import { commentAndOpenLink } from "./testing/comment-steps.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { expectPage, leafThrough, pageField } from "./testing/leaf-through.ts";
import { lookAt } from "./testing/look.ts";
import { publishPdf } from "./testing/publish.ts";
import { likeAndSave } from "./testing/reaction-steps.ts";
import { replaceFile, toFile } from "./testing/replace-file.ts";
import { beStaff } from "./testing/staff.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null, ada: null });
const database = openJourneyDatabase(product);

test("an earner publishes a playbook; a fan turns its pages, searches it and reads it on a phone", async () => {
  const url = await publish();
  const fan = await visit(browser);
  await beSignedIn(fan.page, product.origin, "leo");
  await fan.page.goto(url);
  const viewer = fan.page.getByRole("region", { name: "Document: Zone playbook" });
  await copyLines(viewer, fan.page);
  await leafThrough(viewer, fan.page);
  await search(viewer, fan.page);
  await fan.page.getByText("1 view", { exact: true }).first().waitFor();
  await lookAt(fan.page, "file");
  await download(viewer, fan.page);
  await print(viewer, fan.page);

  // A link to a page, on a phone.
  const phone = await visit(browser, { width: 360, height: 780, scheme: "light", hasTouch: true });
  await beSignedIn(phone.page, product.origin, "leo");
  await phone.page.goto(`${url}?page=7`);
  const small = phone.page.getByRole("region", { name: "Document: Zone playbook" });
  await small.getByRole("region", { name: "Page 7 of 20" }).getByText("receiver").first().waitFor();
  await expectPage(small, 7);
  await lookAt(phone.page, "file-phone");
  await pinch(phone.page, small);
  await findOnPhone(small);
  await small.getByRole("button", { name: "Pages and contents" }).click();
  await small.getByRole("button", { name: "Contents", exact: true }).click();
  await small.getByRole("button", { name: /^The last page/ }).click();
  await expectPage(small, 20);
  // The panel covers the page: it closes after the choice, and on Escape.
  const panel = small.getByRole("complementary", { name: "Pages and contents" });
  await panel.waitFor({ state: "detached" });
  await small.getByRole("button", { name: "Pages and contents" }).click();
  await panel.waitFor();
  await phone.page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await phone.page.getByRole("button", { name: "Share" }).click();
  const share = phone.page.getByRole("dialog");
  await share.getByRole("checkbox", { name: "Open at page 20" }).check();
  await share.getByText(`${url}?page=20`, { exact: true }).waitFor();
  await phone.page.keyboard.press("Escape");
  await likeAndSave(phone.page);
  await commentAndOpenLink(phone.page, "Page 20 is the one to learn");
  expect([...fan.faults, ...phone.faults]).toEqual([]);
  await phone.context.close();
  await fan.context.close();
});

test("a document of 100 pages keeps few of them in the DOM, and fills the screen", async () => {
  const sizes = Array.from({ length: 100 }, (): [number, number] => [400, 150]);
  const path = await publishPdf(product, "maya", "Season statistics", pagesOfSizes(...sizes));
  const { page, context, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  await page.goto(product.origin + path);
  const viewer = page.getByRole("region", { name: "Document: Season statistics" });
  await viewer.getByText("of 100", { exact: true }).waitFor();
  await pageField(viewer).fill("100");
  await pageField(viewer).press("Enter");
  await expectPage(viewer, 100);
  await viewer.getByRole("region", { name: "Page 100 of 100" }).getByText("Size").waitFor();
  expect(await viewer.locator("[data-page]").count()).toBeLessThan(20);
  // Two pages fit into the view, so this one is at its lower end.
  await viewer.getByRole("button", { name: "Previous page" }).click();
  await expectPage(viewer, 99);
  await viewer.getByRole("button", { name: "Page 98", exact: true }).click();
  await expectPage(viewer, 98);

  const height = async () => (await viewer.boundingBox())?.height;
  const before = await height();
  await viewer.getByRole("document", { name: "Pages" }).focus();
  await page.keyboard.press("f");
  await viewer.getByRole("button", { name: "Exit full screen" }).waitFor();
  await expect.poll(height).toBe(page.viewportSize()?.height);
  await expectPage(viewer, 98);
  await viewer.getByRole("button", { name: "Exit full screen" }).click();
  await expect.poll(height).toBe(before);
  // Another document begins at its first page, and this one goes on where it was.
  await page
    .getByRole("link", { name: /^Zone playbook/ })
    .first()
    .click();
  await expectPage(page.getByRole("region", { name: "Document: Zone playbook" }), 1);
  await page.goBack();
  // Two pages are in view.
  await expect.poll(() => pageField(viewer).inputValue()).toMatch(/^9[89]$/);
  expect(faults).toEqual([]);
  await context.close();
});

test("an earner, then staff, replace a playbook's file; a fan who is reading it sees the new pages at the same link", async () => {
  const address = await publishPdf(product, "maya", "Two-minute drill", playbook(6));
  const reader = await visit(browser);
  await beSignedIn(reader.page, product.origin, "leo");
  await reader.page.goto(product.origin + address);
  const viewer = reader.page.getByRole("region", { name: "Document: Two-minute drill" });
  await viewer.getByText("of 6", { exact: true }).waitFor();
  await pageField(viewer).fill("6");
  await pageField(viewer).press("Enter");
  await expectPage(viewer, 6);
  // The owner does not allow downloads.
  await viewer.getByRole("button", { name: "Full screen" }).waitFor();
  expect(await viewer.getByRole("link", { name: "Download" }).count()).toBe(0);
  expect(await viewer.getByRole("button", { name: "Print" }).count()).toBe(0);

  const owner = await visit(browser, { width: 360, height: 780, scheme: "dark" });
  await beSignedIn(owner.page, product.origin, "maya");
  const editUrl = product.origin + address.replace("/file/", "/edit-video/");
  // A toast that is gone after some seconds.
  const updated = reader.page.getByText("This document was updated.").waitFor();
  await replaceFile(owner.page, editUrl, toFile("drill.pdf", playbook(4, "clock")));
  await lookAt(owner.page, "edit-document");

  // The reader of page 6 is on the last of the new pages.
  await viewer.getByText("of 4", { exact: true }).waitFor();
  await expectPage(viewer, 4);
  await viewer.getByRole("region", { name: "Page 4 of 4" }).getByText("clock").first().waitFor();
  await updated;

  // Staff take a page out.
  const staff = await visit(browser);
  await beStaff(staff.page, "ada", { origin: product.origin, database, role: "moderator" });
  await replaceFile(staff.page, editUrl, toFile("shortened.pdf", playbook(3, "clock")));
  await viewer.getByText("of 3", { exact: true }).waitFor();
  await owner.page.reload();
  await owner.page.getByRole("region", { name: "File" }).getByText("shortened.pdf").waitFor();
  expect([...reader.faults, ...owner.faults, ...staff.faults]).toEqual([]);
  for (const { context } of [owner, reader, staff]) await context.close();
});

/** The toolbar stays one row, even with the number of hits. */
async function findOnPhone(viewer: Locator): Promise<void> {
  await viewer.getByRole("button", { name: "Search in the document" }).click();
  const bar = viewer.getByRole("search");
  await bar.getByRole("searchbox").fill("receiver");
  await bar.getByText(/^\d+ of 800$/).waitFor();
  const heights = await Promise.all(
    [bar, bar.getByRole("searchbox")].map(async (part) => (await part.boundingBox())?.height),
  );
  expect(heights[0]).toBeLessThan(1.5 * (heights[1] ?? 0));
  await bar.getByRole("button", { name: "Close search" }).click();
}

async function publish(): Promise<string> {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/upload-content`);
  await page.getByRole("link", { name: /^Document/ }).click();
  await page.getByRole("heading", { name: "Upload a document" }).waitFor();
  await page.locator("input[type=file]").setInputFiles(toFile("secret.pdf", encrypted()));
  await page.getByText("This PDF is protected by a password.").waitFor();
  await page.getByRole("button", { name: "Choose another file" }).click();
  await expect.poll(() => isFocused(page.getByLabel("Choose a PDF"))).toBe(true);
  await page.locator("input[type=file]").setInputFiles(toFile("zone.pdf", playbook(20)));
  await page.getByText("Upload complete. The document can be published.").waitFor();
  await page.getByLabel("Title").fill("Zone playbook");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page.getByRole("switch", { name: "Allow downloads" }).click();
  await lookAt(page, "upload-document");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Your document is ready to read.").waitFor();
  // The form and its button are gone.
  expect(await isFocused(page.getByRole("region", { name: "Published document" }))).toBe(true);
  await page.getByRole("link", { name: "Read the document" }).click();
  await page.getByRole("heading", { level: 1, name: "Zone playbook" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
  return page.url();
}

/** At 360 pixels. */
const TOOLS_IN_MENU = ["Zoom out", "Zoom in", "Fit width", "Fit page", "Download", "Print", "Full screen"];

/** Two fingers move apart: the page grows, and the point between them stays there. */
async function pinch(page: Page, viewer: Locator): Promise<void> {
  const box = await viewer.getByRole("document", { name: "Pages" }).boundingBox();
  const seventh = viewer.locator('[data-page="7"]');
  const before = await seventh.boundingBox();
  if (!box || !before) throw new Error("there is nothing to zoom");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", apartPx: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: [-1, 1].map((side, id) => ({ x, y: y + (side * apartPx) / 2, id })),
    });
  // On a busy device the scroll event of one step comes after the move of the next.
  await page.evaluate(`(() => { const view = document.querySelector("[role=document]");
    view.addEventListener("touchmove", () => view.dispatchEvent(new Event("scroll"))); })()`);
  await touch("touchStart", 80);
  for (const apartPx of [100, 130, 160]) await touch("touchMove", apartPx);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(async () => (await seventh.boundingBox())?.width).toBeCloseTo(before.width * 2, -1);
  const after = await seventh.boundingBox();
  // The same point of the page is still between the fingers.
  expect((y - (after?.y ?? 0)) / (after?.height ?? 1)).toBeCloseTo((y - before.y) / before.height, 1);
  // In one row, with the less frequent tools in a menu.
  const toolbar = viewer.getByRole("toolbar", { name: "Document" });
  expect((await toolbar.boundingBox())?.height).toBeLessThan(60);
  const more = toolbar.getByRole("button", { name: "More tools" });
  await more.focus();
  await page.keyboard.press("ArrowDown");
  const items = viewer.getByRole("menuitem");
  expect(await items.allTextContents()).toEqual(TOOLS_IN_MENU);
  await lookAt(page, "file-phone-tools");
  const wide = (await seventh.boundingBox())?.width ?? 0;
  // The menu stays open for a second step.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await seventh.boundingBox())?.width).toBeGreaterThan(wide);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await seventh.boundingBox())?.width).toBe(before.width);
}

/** What is copied has the lines of the page, though each of its words is an element of its own. */
async function copyLines(viewer: Locator, page: Page): Promise<void> {
  await viewer.locator('[data-page="1"]').getByText("playbook").waitFor();
  await page.evaluate("addEventListener('copy', (event) => { window.copied = event.clipboardData.getData('text'); })");
  await page.evaluate("getSelection().selectAllChildren(document.querySelector('[data-page=\"1\"]'))");
  await page.keyboard.press("ControlOrMeta+c");
  const play = "Play 1: the receiver runs a slant route behind the safety.";
  expect(await page.evaluate("window.copied")).toMatch(`Page 1 of the playbook\n${play}\n`);
}

async function search(viewer: Locator, page: Page): Promise<void> {
  await viewer.getByRole("document", { name: "Pages" }).focus();
  await page.keyboard.press("/");
  const field = viewer.getByRole("searchbox", { name: "Search in the document" });
  await field.fill("page 9 of the PLAYBOOK");
  await viewer.getByText("1 of 1", { exact: true }).waitFor();
  await expectPage(viewer, 9);
  await viewer.locator('[data-hit="current"]').first().waitFor();
  await field.fill("slant");
  await viewer.getByText("321 of 800", { exact: true }).waitFor();
  await field.press("Enter");
  await viewer.getByText("322 of 800", { exact: true }).waitFor();
  await field.press("Shift+Enter");
  await viewer.getByText("321 of 800", { exact: true }).waitFor();
  await field.fill("no such play");
  await viewer.getByText("No matches", { exact: true }).waitFor();
  await field.fill("slant");
  await viewer.getByText(/of 800$/).waitFor();
}

async function download(viewer: Locator, page: Page): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    viewer.getByRole("link", { name: "Download", exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/zone\.pdf$/);
}

/** Prints each page of the document on its own sheet, without the surrounding page. */
async function print(viewer: Locator, page: Page): Promise<void> {
  await page.evaluate("window.timesPrinted = 0; window.print = () => { window.timesPrinted += 1; }");
  const end = async (times: number) => {
    await expect.poll(() => page.evaluate("window.timesPrinted")).toBe(times);
    const sheets = await page.pdf({ format: "Letter" });
    expect(sheets.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(20);
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    await expect.poll(() => page.locator("[data-printed]").count()).toBe(0);
  };
  await viewer.getByRole("button", { name: "Print" }).click();
  await end(1);
  // The browser's own shortcut would print the window.
  await page.keyboard.press("ControlOrMeta+p");
  await end(2);
}
