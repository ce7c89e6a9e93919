import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { beSignedIn, openLargeTextBrowser, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { expectWidth, lookAt, lookInto } from "./testing/look.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const largeTextBrowser = await openLargeTextBrowser(32);

type Box = { name: string; left: number; right: number; top: number; bottom: number };

/** The visible controls of the header, from left to right. */
async function boxesOf(header: Locator): Promise<Box[]> {
  const boxes: Box[] = [];
  for (const control of await header.locator("a, button, input").all()) {
    const box = (await control.isVisible()) ? await control.boundingBox() : null;
    if (!box) continue;
    const name = (await control.getAttribute("aria-label")) ?? (await control.innerText());
    boxes.push({ name, left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height });
  }
  return boxes.sort((one, other) => one.left - other.left);
}

/** Every control is fully inside the header, and none overlaps another. */
async function expectRoom(page: Page): Promise<void> {
  const header = page.getByRole("banner");
  const boxes = await boxesOf(header);
  const frame = await header.boundingBox();
  const [width, height] = [frame?.width ?? 0, frame?.height ?? 0];
  for (const [at, { name, left, right, top, bottom }] of boxes.entries()) {
    const isInside = left >= 0 && right <= width && top >= 0 && bottom <= height;
    expect({ name, isInside, width }).toEqual({ name, isInside: true, width });
    const next = boxes[at + 1];
    if (next) expect(`${name} ends at ${Math.min(right, next.left)}`).toBe(`${name} ends at ${right}`);
  }
}

/** Checks the whole page at the widths of `pages.test.ts`, and only the header, which alone changes, in between. */
async function lookAtHeader(page: Page, width: number, name: string): Promise<void> {
  if (width === 360 || width === 1440) return lookAt(page, name);
  await lookInto(page, "header", name);
  await expectWidth(page, name);
}

test.each([
  { name: "maya", widths: [360, 768, 1024, 1080, 1200, 1280, 1440, 1920] },
  { name: "leo", widths: [360, 768, 1024, 1280] },
])("the header of $name has room for all controls, with the search open and closed", async ({ name, widths }) => {
  const { context, page, faults } = await visit(browser, { scheme: "light" });
  await beSignedIn(page, product.origin, name);
  await page.goto(`${product.origin}/terms`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectRoom(page);
    await lookAtHeader(page, width, `header-${name}`);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("combobox", { name: /^Search/ }).waitFor();
    await expectRoom(page);
    await lookAtHeader(page, width, `header-search-${name}`);
    await page.getByRole("button", { name: "Close search" }).click();
  }
  expect(faults).toEqual([]);
  await context.close();
});

/** WCAG 2.2, 1.4.10: a 1280 px window at 400 % is laid out like one of 320 px. */
test.each([
  { name: null, pages: ["/", "/explore", "/login", "/signup?as=general-user", "/terms", "/404"] },
  {
    name: "maya",
    pages: ["/explore", "/following", "/search-results?search=cup", "/profile?tab=about", "/setting", "/upload-video"],
  },
])("at 320 px nothing overflows a page of $name at the side", async ({ name, pages }) => {
  const { context, page } = await visit(browser, { width: 320, height: 640 });
  if (name) await beSignedIn(page, product.origin, name);
  for (const address of pages) {
    await page.goto(product.origin + address);
    await page.waitForLoadState("networkidle");
    await expectRoom(page);
    await expectWidth(page, address);
  }
  await context.close();
});

/** WCAG 2.2, 1.4.4, on a phone. */
test("nothing overflows a phone's page at the side when letters are twice as large", async () => {
  const { context, page } = await visit(largeTextBrowser, { width: 360, height: 740 });
  await beSignedIn(page, product.origin, "maya");
  for (const address of [
    "/explore",
    "/creator-view",
    "/creator-view/numbers",
    "/upload-video",
    "/history",
    "/setting",
  ]) {
    await page.goto(product.origin + address);
    await page.waitForLoadState("networkidle");
    await expectWidth(page, address);
  }
  await context.close();
});

test.each(["no-preference", "reduce"] as const)(
  "content under an open search on a narrow screen is unreachable by keyboard too, motion: %s",
  async (reducedMotion) => {
    const { context, page } = await visit(browser, { width: 1080 });
    await page.emulateMedia({ reducedMotion });
    await beSignedIn(page, product.origin, "maya");
    await page.goto(`${product.origin}/terms`);
    const search = page.getByRole("button", { name: "Search", exact: true });
    await search.click();
    await page.getByRole("combobox", { name: /^Search/ }).waitFor();
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    await expect.poll(() => page.getByRole("banner").locator(":focus").count()).toBe(0);
    await page.getByRole("combobox", { name: /^Search/ }).focus();
    await page.keyboard.press("Escape");
    await search.waitFor();
    await expect
      .poll(() => search.evaluate((button: { matches(selector: string): boolean }) => button.matches(":focus")))
      .toBe(true);
    await context.close();
  },
);

type Styles = { getComputedStyle(element: unknown): { backgroundColor: string } };

const backgroundOf = (control: Locator): Promise<string> =>
  control.evaluate((element) => (globalThis as unknown as Styles).getComputedStyle(element).backgroundColor);

test("in a high-contrast mode the system's color shows which tab is open, which switch is on, and what to press", async () => {
  const { context, page } = await visit(browser);
  await page.emulateMedia({ forcedColors: "active" });
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/setting?tab=privacy`);
  const [on, off] = ["Keep my watch history", "Leave me out of the top earners"];
  await page.getByRole("switch", { name: on }).waitFor();
  const highlight = await page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement("p"));
    probe.style.cssText = "forced-color-adjust: none; background: Highlight";
    return getComputedStyle(probe).backgroundColor;
  })()`);
  expect(await backgroundOf(page.getByRole("tab", { name: "Privacy" }))).toBe(highlight);
  expect(await backgroundOf(page.getByRole("tab", { name: "Account", exact: true }))).not.toBe(highlight);
  expect(await backgroundOf(page.getByRole("switch", { name: on }))).toBe(highlight);
  expect(await backgroundOf(page.getByRole("switch", { name: off }))).not.toBe(highlight);
  expect(await backgroundOf(page.getByRole("banner").getByRole("link", { name: "Upload" }))).toBe(highlight);
  await context.close();
});
