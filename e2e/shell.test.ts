import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { beSignedIn, isFocused, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { expectControls, footer, header, phoneMenu, profileMenu, tabTo } from "./testing/shell-parts.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
/** Follows a link, and comes back. */
async function leadsTo(page: Page, link: Locator, address: string): Promise<void> {
  const here = page.url();
  await link.click();
  await page.waitForURL(`${product.origin}${address}`);
  if (page.url() === here) return;
  await page.goBack();
  await page.waitForURL(here);
  await page.getByRole("main").waitFor();
}

const FOOTERS = {
  visitor: { Home: "/", Features: "/#features", Community: "/#community", Terms: "/terms" },
  fan: { Home: "/explore", Following: "/following", Terms: "/terms" },
  earner: {
    Home: "/explore",
    Following: "/following",
    "My Referrals": "/referral-page",
    "Earner's Hub": "/creator-view",
    Terms: "/terms",
  },
};

async function walkFooter(page: Page, role: keyof typeof FOOTERS): Promise<void> {
  await expectControls(footer(page), Object.keys(FOOTERS[role]));
  for (const [name, address] of Object.entries(FOOTERS[role])) {
    await leadsTo(page, footer(page).getByRole("link", { name, exact: true }), address);
  }
}

describe("a visitor", () => {
  test("at 1440 px finds the anchors, Sign In and Join Now in the header and the footer", async () => {
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
    await expect.poll(() => isFocused(header(page).getByRole("button", { name: "Sign In" }))).toBe(true);
    await walkFooter(page, "visitor");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("at 360 px finds them in the menu, also by keyboard", async () => {
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
    role: "fan" as const,
    name: "leo",
    upper: "Become an Earner",
    links: ["Following"],
    profile: ["My Profile", "Settings", "Logout"],
  },
  {
    role: "earner" as const,
    name: "maya",
    upper: "Upload",
    links: ["Following", "Earner's Hub", "My Referrals"],
    profile: ["My Profile", "Refer to a Friend", "Settings", "Logout"],
  },
];
const ADDRESSES: Record<string, string> = {
  Following: "/following",
  "Earner's Hub": "/creator-view",
  "My Referrals": "/referral-page",
  "My Profile": "/profile",
  "Refer to a Friend": "/referral-page",
  Settings: "/setting",
};

describe.each(MEMBERS)("signed in as $role", ({ role, name, upper, links, profile }) => {
  test("at 1440 px finds their links, their menus and their footer", async () => {
    const { context, page, faults } = await visit(browser);
    await beSignedIn(page, product.origin, name);
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
    await expect.poll(() => profileMenu(page).getByRole("menuitem").allInnerTexts()).toEqual(profile);
    await expect.poll(() => isFocused(profileMenu(page).getByRole("menuitem").first())).toBe(true);
    const who = header(page).getByText(`${name}@people.test`, { exact: true });
    expect([await who.isVisible(), await header(page).getByText(name, { exact: true }).isVisible()]).toEqual([
      ...[true, true],
    ]);
    await expect.poll(() => header(page).getByText("PREMIUM", { exact: true }).count()).toBe(role === "earner" ? 1 : 0);
    await lookAt(page, `profile-menu-${role}`);
    await page.keyboard.press("Escape");
    await expect.poll(() => isFocused(header(page).getByRole("button", { name: "Profile menu" }))).toBe(true);
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
    await beSignedIn(page, product.origin, name);
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
    await expect.poll(() => list.getByRole("link").count()).toBeGreaterThan(20);
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
