import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { MESSAGES } from "@app/contract/errors";
import { drawCategoryPicture } from "@app/demo-media/pictures/cover";
import { describe, expect, test } from "vitest";
import { addCategory } from "../apps/server/src/modules/catalog/categories/categories.service.ts";
import { createDatabase } from "../apps/server/src/platform/db/database.ts";
import { beSignedIn, isFocused, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { categoryMenu, header, profileMenu, tabTo } from "./testing/shell-parts.ts";

const { browser, product } = await openJourney({ leo: null });
await addCategories();

/** No category has a picture at first: one gets its own, and one gets a picture whose file is missing. */
async function addCategories(): Promise<void> {
  const folder = path.join(product.dataDir, "media/categories/tennis");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "picture.webp"), drawCategoryPicture("tennis"));
  const { sql, close } = createDatabase(product.databaseUrl(), { connections: 1 });
  await addCategory(sql, { name: "Tennis", slug: "tennis", pictureKey: "categories/tennis/picture.webp", position: 2 });
  await addCategory(sql, { name: "Rowing", slug: "rowing", pictureKey: "categories/rowing/gone.webp", position: 3 });
  await close();
}

describe("the Category dropdown", () => {
  test("shows each category with its image, or a trophy, and opens it by keyboard", async () => {
    const { context, page, faults } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/terms`);
    const button = header(page).getByRole("button", { name: "Category" });
    await button.click();
    const entry = (name: string) => categoryMenu(page).getByRole("menuitem", { name, exact: true });
    const picture = entry("Tennis").locator("img");
    const widthPx = () => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth);
    await expect.poll(widthPx).toBeGreaterThan(0);
    for (const name of ["Soccer", "Rowing"]) {
      await expect.poll(() => entry(name).locator("svg").count()).toBe(1);
      await expect.poll(() => entry(name).locator("img").count()).toBe(0);
    }
    await lookAt(page, "category-menu");
    for (let presses = 0; presses < 5 && !(await isFocused(entry("Tennis"))); presses++) await page.keyboard.press("t");
    await expect.poll(() => isFocused(entry("Tennis"))).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/category-listing/*");
    await page.getByRole("heading", { level: 1, name: "Tennis", exact: true }).waitFor();
    await expect.poll(() => categoryMenu(page).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("takes the focus by arrow key before its list has loaded, and retries without closing", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    let answer = () => undefined as unknown;
    const isHeld = new Promise<void>((resolve) => {
      answer = resolve;
    });
    // A full load, because a navigation would move the focus.
    await page.goto(`${product.origin}/terms`);
    await page.route("**/api/v1/categories", async (route) => {
      await isHeld;
      await route.fulfill({ status: 500, body: "" });
    });
    const button = header(page).getByRole("button", { name: "Category" });
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await categoryMenu(page).getByText("Loading categories").waitFor();
    await expect.poll(() => isFocused(categoryMenu(page))).toBe(true);
    // From the button, the arrow opens it again.
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => isFocused(categoryMenu(page))).toBe(true);
    answer();
    const retry = categoryMenu(page).getByRole("menuitem", { name: `${MESSAGES.errorOccurred}. Retry` });
    await retry.waitFor();
    await page.unroute("**/api/v1/categories");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => isFocused(retry)).toBe(true);
    await page.keyboard.press("Enter");
    await categoryMenu(page).getByRole("menuitem", { name: "Tennis", exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => isFocused(categoryMenu(page).getByRole("menuitem").first())).toBe(true);
    await page.keyboard.press("Escape");
    expect([await categoryMenu(page).count(), await isFocused(button)]).toEqual([0, true]);
    await context.close();
  });
});

describe("Logout", () => {
  test("ends the session and reloads the page, by keyboard", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/terms`);
    await tabTo(page, header(page).getByRole("button", { name: "Profile menu" }));
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => isFocused(profileMenu(page).getByRole("menuitem", { name: "Logout" }))).toBe(true);
    const reloaded = page.waitForEvent("load");
    await page.keyboard.press("Enter");
    await reloaded;
    await header(page).getByRole("button", { name: "Sign In" }).waitFor();
    await expect.poll(() => page.getByText(MESSAGES.logoutFailed).count()).toBe(0);
    await page.goto(`${product.origin}/setting`);
    await page.getByRole("dialog", { name: "Sign In" }).waitFor();
    await context.close();
  });

  test("says if the server could not be reached, and still signs out here", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/terms`);
    await page.route("**/api/v1/logout", (route) => route.abort());
    await header(page).getByRole("button", { name: "Profile menu" }).click();
    await profileMenu(page).getByRole("menuitem", { name: "Logout" }).click();
    await page.getByText(MESSAGES.logoutFailed).waitFor();
    await header(page).getByRole("button", { name: "Sign In" }).waitFor();
    await context.close();
  });
});

test("a menu opened while a page loads stays open once it has loaded", async () => {
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  let release = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/setting-page-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.origin}/terms`);
  const profile = header(page).getByRole("button", { name: "Profile menu" });
  await profile.click();
  await profileMenu(page).getByRole("menuitem", { name: "Settings" }).click();
  await profile.click();
  const logout = profileMenu(page).getByRole("menuitem", { name: "Logout" });
  await logout.waitFor();
  release();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  expect(await logout.isVisible()).toBe(true);
  await context.close();
});
