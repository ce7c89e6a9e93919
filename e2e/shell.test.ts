import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { MESSAGES } from "@app/contract/errors";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addCategory } from "../apps/server/src/modules/categories/categories.service.ts";
import { drawCategoryPicture } from "../apps/server/src/modules/demo/pictures/category-picture.ts";
import { openDatabase } from "../apps/server/src/platform/db/database.ts";
import { signIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
await addCategories();

/** None of them has a picture: one gets its own, and one whose file is gone. */
async function addCategories(): Promise<void> {
  const folder = path.join(product.dataDir, "media/categories/tennis");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "picture.webp"), drawCategoryPicture("tennis"));
  const { sql, close } = openDatabase(product.databaseUrl(), { connections: 1 });
  await addCategory(sql, { name: "Tennis", slug: "tennis", pictureKey: "categories/tennis/picture.webp", position: 2 });
  await addCategory(sql, { name: "Rowing", slug: "rowing", pictureKey: "categories/rowing/gone.webp", position: 3 });
  await close();
}

const header = (page: Page) => page.getByRole("banner");
const footer = (page: Page) => page.getByRole("navigation", { name: "Footer" });
const phoneMenu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const profileMenu = (page: Page) => page.getByRole("menu", { name: "Profile" });
const categoryMenu = (page: Page) => page.getByRole("menu", { name: "Category" });

/** All that a person can press in sight, by its name, in the order of the keyboard. */
async function controls(within: Locator): Promise<string[]> {
  const names: string[] = [];
  for (const control of await within.locator("a, button, summary").all()) {
    if (!(await control.isVisible())) continue;
    names.push((await control.getAttribute("aria-label")) ?? (await control.innerText()).trim());
  }
  return names;
}

async function expectControls(within: Locator, names: string[]): Promise<void> {
  await expect.poll(() => controls(within), { timeout: 10_000 }).toEqual(names);
}

/** Presses Tab until the control has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(control)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${String(control)}`);
}

function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element: { matches(selector: string): boolean }) => element.matches(":focus"));
}

/** Follows a link, and comes back. */
async function leadsTo(page: Page, link: Locator, address: string): Promise<void> {
  const here = page.url();
  await link.click();
  await page.waitForURL(`${product.origin}${address}`);
  await page.goto(here);
  await page.getByRole("main").waitFor();
}

const FOOTERS = {
  visitor: { Home: "/", Features: "/#features", Community: "/#community", Terms: "/terms" },
  fan: { Home: "/explore", Following: "/following", Terms: "/terms" },
  earner: {
    ...{ Home: "/explore", Following: "/following", "My Referrals": "/referral-page" },
    ...{ "Earner's Hub": "/creator-view", Terms: "/terms" },
  },
};

async function walkFooter(page: Page, role: keyof typeof FOOTERS): Promise<void> {
  await expectControls(footer(page), Object.keys(FOOTERS[role]));
  for (const [name, address] of Object.entries(FOOTERS[role])) {
    await leadsTo(page, footer(page).getByRole("link", { name, exact: true }), address);
  }
}

describe("a visitor", () => {
  test("at 1440 px finds the anchors and both ways in, in the header and the footer", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(`${product.origin}/terms`);
    await expectControls(header(page), [
      ...["Fieldhouse, home", "About", "Features", "Community", "Join Now", "Sign In"],
    ]);
    for (const name of ["About", "Features", "Community"]) {
      await leadsTo(page, header(page).getByRole("link", { name }), `/#${name.toLowerCase()}`);
    }
    await header(page).getByRole("button", { name: "Join Now" }).click();
    await page.getByRole("dialog").getByText("You want to be a").waitFor();
    await page.keyboard.press("Escape");
    await tabTo(page, header(page).getByRole("button", { name: "Sign In" }));
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Sign In" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await isFocused(header(page).getByRole("button", { name: "Sign In" }))).toBe(true);
    await walkFooter(page, "visitor");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("at 360 px finds them in the menu, by keyboard as well", async () => {
    const { context, page, faults } = await visit(browser, { width: 360, height: 780 });
    await page.goto(`${product.origin}/terms`);
    await expectControls(header(page), ["Fieldhouse, home", "Sign In", "Menu"]);
    await tabTo(page, header(page).getByRole("button", { name: "Menu", exact: true }));
    await page.keyboard.press("Enter");
    await phoneMenu(page).waitFor();
    await expectControls(phoneMenu(page), ["Close", "About", "Features", "Community", "Join Now"]);
    await lookAt(page, "menu-visitor");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/#about");
    await phoneMenu(page).waitFor({ state: "detached" });
    await header(page).getByRole("button", { name: "Menu", exact: true }).click();
    await phoneMenu(page).getByRole("button", { name: "Join Now" }).click();
    await page.getByRole("dialog").getByText("You want to be a").waitFor();
    await page.keyboard.press("Escape");
    await walkFooter(page, "visitor");
    expect(faults).toEqual([]);
    await context.close();
  });
});

const MEMBERS = [
  {
    ...{ role: "fan" as const, name: "leo", upper: "Become an Earner", links: ["Following"] },
    profile: ["My Profile", "Settings", "Logout"],
  },
  {
    ...{ role: "earner" as const, name: "maya", upper: "Upload" },
    links: ["Following", "Earner's Hub", "My Referrals"],
    profile: ["My Profile", "Refer to a Friend", "Settings", "Logout"],
  },
];
const ADDRESSES: Record<string, string> = {
  ...{ Following: "/following", "Earner's Hub": "/creator-view", "My Referrals": "/referral-page" },
  ...{ "My Profile": "/profile", "Refer to a Friend": "/referral-page", Settings: "/setting" },
};

describe.each(MEMBERS)("signed in as $role", ({ role, name, upper, links, profile }) => {
  test("at 1440 px finds their links, their menus and their footer", async () => {
    const { context, page, faults } = await visit(browser);
    await signIn(page, product.origin, name);
    await page.goto(`${product.origin}/terms`);
    await expectControls(header(page), [
      ...["Fieldhouse, home", ...links, "Category", upper, "Search", "Notifications", "Profile menu"],
    ]);
    for (const link of links) {
      await leadsTo(page, header(page).getByRole("link", { name: link }), ADDRESSES[link] ?? "");
    }
    if (role === "earner") await leadsTo(page, header(page).getByRole("link", { name: upper }), "/upload-content");
    else await openUpgrade(page);

    await tabTo(page, header(page).getByRole("button", { name: "Profile menu" }));
    await page.keyboard.press("ArrowDown");
    await profileMenu(page).waitFor();
    expect(await profileMenu(page).getByRole("menuitem").allInnerTexts()).toEqual(profile);
    expect(await isFocused(profileMenu(page).getByRole("menuitem").first())).toBe(true);
    const who = header(page).getByText(`${name}@people.test`, { exact: true });
    expect([await who.isVisible(), await header(page).getByText(name, { exact: true }).isVisible()]).toEqual([
      ...[true, true],
    ]);
    expect(await header(page).getByText("PREMIUM", { exact: true }).count()).toBe(role === "earner" ? 1 : 0);
    await lookAt(page, `profile-menu-${role}`);
    await page.keyboard.press("Escape");
    expect(await isFocused(header(page).getByRole("button", { name: "Profile menu" }))).toBe(true);
    for (const item of profile.slice(0, -1)) {
      await header(page).getByRole("button", { name: "Profile menu" }).click();
      await leadsTo(page, profileMenu(page).getByRole("menuitem", { name: item }), ADDRESSES[item] ?? "");
    }
    await walkFooter(page, role);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("at 360 px finds the same in the menu", async () => {
    const { context, page, faults } = await visit(browser, { width: 360, height: 780 });
    await signIn(page, product.origin, name);
    await page.goto(`${product.origin}/terms`);
    const crown = role === "fan" ? [upper] : [];
    await expectControls(header(page), [
      ...["Fieldhouse, home", ...crown, "Search", "Notifications", "Profile menu", "Menu"],
    ]);
    if (role === "fan") await openUpgrade(page);
    await header(page).getByRole("button", { name: "Menu", exact: true }).click();
    await phoneMenu(page).waitFor();
    await expectControls(phoneMenu(page), [...["Close", ...links, "Category", ...(role === "earner" ? [upper] : [])]]);
    await tabTo(page, phoneMenu(page).getByText("Category"));
    await page.keyboard.press("Enter");
    const list = phoneMenu(page).getByRole("list");
    await list.getByRole("link", { name: "Tennis", exact: true }).waitFor();
    expect(await list.getByRole("link").count()).toBeGreaterThan(20);
    await lookAt(page, `menu-${role}`);
    await list.getByRole("link", { name: "Tennis", exact: true }).click();
    await page.waitForURL("**/category-listing/*");
    await phoneMenu(page).waitFor({ state: "detached" });
    for (const link of [...links, ...(role === "earner" ? [upper] : [])]) {
      await header(page).getByRole("button", { name: "Menu", exact: true }).click();
      const address = link === "Upload" ? "/upload-content" : (ADDRESSES[link] ?? "");
      await leadsTo(page, phoneMenu(page).getByRole("link", { name: link }), address);
    }
    await header(page).getByRole("button", { name: "Profile menu" }).click();
    await profileMenu(page).waitFor();
    await lookAt(page, `profile-menu-${role}`);
    await page.keyboard.press("Escape");
    await walkFooter(page, role);
    expect(faults).toEqual([]);
    await context.close();
  });
});

async function openUpgrade(page: Page): Promise<void> {
  await header(page).getByRole("button", { name: "Become an Earner" }).click();
  const dialog = page.getByRole("dialog", { name: "Become an Earner" });
  await dialog.getByRole("link", { name: "Upgrade to Athletic Earner" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

describe("the Category dropdown", () => {
  test("shows each with its picture, or a cup where there is none, and leads to it by keyboard", async () => {
    const { context, page, faults } = await visit(browser);
    await signIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/terms`);
    const button = header(page).getByRole("button", { name: "Category" });
    await button.click();
    const entry = (name: string) => categoryMenu(page).getByRole("menuitem", { name, exact: true });
    const picture = entry("Tennis").locator("img");
    const widthPx = () => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth);
    await expect.poll(widthPx).toBeGreaterThan(0);
    for (const name of ["Soccer", "Rowing"]) {
      await expect.poll(() => entry(name).locator("svg").count()).toBe(1);
      expect(await entry(name).locator("img").count()).toBe(0);
    }
    await lookAt(page, "category-menu");
    for (let presses = 0; presses < 5 && !(await isFocused(entry("Tennis"))); presses++) await page.keyboard.press("t");
    expect(await isFocused(entry("Tennis"))).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/category-listing/*");
    await page.getByRole("heading", { level: 1, name: "Tennis", exact: true }).waitFor();
    expect(await categoryMenu(page).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("is entered by the arrow before its list has come, and tries again without closing", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "leo");
    let answer = () => undefined as unknown;
    const isHeld = new Promise<void>((resolve) => {
      answer = resolve;
    });
    // Loaded anew, where no page that has just come takes the focus.
    await page.goto(`${product.origin}/terms`);
    await page.route("**/api/v1/categories", async (route) => {
      await isHeld;
      await route.fulfill({ status: 500, body: "" });
    });
    const button = header(page).getByRole("button", { name: "Category" });
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await categoryMenu(page).getByText("Loading categories").waitFor();
    expect(await isFocused(categoryMenu(page))).toBe(true);
    // Back on the button, the arrow leads in once more.
    await button.focus();
    await page.keyboard.press("ArrowDown");
    expect(await isFocused(categoryMenu(page))).toBe(true);
    answer();
    const retry = categoryMenu(page).getByRole("menuitem", { name: `${MESSAGES.errorOccurred}. Retry` });
    await retry.waitFor({ timeout: 20_000 });
    await page.unroute("**/api/v1/categories");
    await page.keyboard.press("ArrowDown");
    expect(await isFocused(retry)).toBe(true);
    await page.keyboard.press("Enter");
    await categoryMenu(page).getByRole("menuitem", { name: "Tennis", exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await isFocused(categoryMenu(page).getByRole("menuitem").first())).toBe(true);
    await page.keyboard.press("Escape");
    expect([await categoryMenu(page).count(), await isFocused(button)]).toEqual([0, true]);
    await context.close();
  });
});

describe("Logout", () => {
  test("ends the session and loads the page anew, for whoever comes by keyboard", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "leo");
    await tabTo(page, header(page).getByRole("button", { name: "Profile menu" }));
    await page.keyboard.press("ArrowUp");
    expect(await isFocused(profileMenu(page).getByRole("menuitem", { name: "Logout" }))).toBe(true);
    await page.keyboard.press("Enter");
    await header(page).getByRole("button", { name: "Sign In" }).waitFor();
    expect(await page.getByText(MESSAGES.logoutFailed).count()).toBe(0);
    await page.goto(`${product.origin}/setting`);
    await page.getByRole("dialog", { name: "Sign In" }).waitFor();
    await context.close();
  });

  test("that the server could not be told says so, and ends it here all the same", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "leo");
    await page.route("**/api/v1/logout", (route) => route.abort());
    await header(page).getByRole("button", { name: "Profile menu" }).click();
    await profileMenu(page).getByRole("menuitem", { name: "Logout" }).click();
    await page.getByText(MESSAGES.logoutFailed).waitFor();
    await header(page).getByRole("button", { name: "Sign In" }).waitFor();
    await context.close();
  });
});
