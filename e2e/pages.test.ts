import { categoryRoutes } from "@app/contract/categories";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import {
  expectStillBelow,
  expectWidth,
  FIRST_LOOK,
  hiddenPx,
  LOOKS,
  lookAround,
  lookAt,
  lookInto,
  turn,
} from "./testing/look.ts";
import { publishClip } from "./testing/publish.ts";
import { beStaff } from "./testing/staff.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null, ada: null });
const database = openJourneyDatabase(product);
const videoPath = await publishClip(
  product,
  "maya",
  "Cup final, second half, and what the coach said about it afterwards",
);

const captionsPath = `${videoPath.replace("/video/", "/edit-video/")}/captions`;
const cutPath = captionsPath.replace("/captions", "/cut");
const filmSheetPath = videoPath.replace("/video/", "/film-sheet/");

const VISITOR = ["/", "/explore", "/login", "/signup", "/404", "/terms", "/privacy", "/guidelines", "/verify-email"];
const SIGN_UP = ["/signup?as=general-user", "/signup?as=earner", "/email-verification/abc", "/reset-password"];
const CATEGORY = `/category-listing/${await firstCategory()}`;
const VISITOR_TOO = [
  "/reset-password/abc",
  "/sign-in-link",
  "/sign-in-link/abc",
  "/change-email-verification/abc",
  "/referral/ABC123",
  "/normal-user",
  "/billing",
  "/profile-info",
  "/guardian-consent/abc",
  "/unsubscribe/abc",
  "/appeal",
  "/team-invitation/abc",
  "/recruit/abc",
  CATEGORY,
  "/category-listing/all?type=image",
  "/filter",
  "/notification/",
];
const EARNER = [
  "/explore",
  "/creator-view",
  "/creator-view/comments",
  "/creator-view/numbers",
  "/upload-content",
  "/upload-video",
  "/upload-image",
  "/upload-document",
];
const EARNER_TOO = [
  "/normal-user",
  "/profile",
  "/profile?tab=images",
  "/following",
  "/referral-page",
  "/setting",
  "/setting?tab=devices",
  "/setting?tab=plan",
  "/search-results?search=cup",
  captionsPath,
  cutPath,
  filmSheetPath,
  "/dev/ui",
];
const FAN = [
  "/explore",
  "/normal-user",
  "/profile-info",
  "/profile",
  "/following",
  "/search-results?search=x",
  "/notification/",
  "/history",
  "/watch-later",
  "/liked",
  "/setting?tab=appearance",
  "/setting?tab=privacy",
  "/setting?tab=reports",
  "/setting?tab=team",
];

const ADMIN = [
  "/admin",
  "/admin/people",
  "/admin/content",
  "/admin/reports",
  "/admin/announcements",
  "/admin/slots",
  "/admin/banner",
  "/admin/athletes",
  "/admin/jobs",
  "/admin/comments",
  "/admin/categories",
  "/admin/plans",
  "/admin/referrals",
  "/admin/payouts",
  "/admin/tax",
  "/admin/settings",
  "/admin/audit-log",
];

async function firstCategory(): Promise<number> {
  const [category] = await createCaller(product.origin, null).call(categoryRoutes.list);
  return category?.id ?? 0;
}

/** No page promises or links to a feature that does not exist. */
async function expectKeepsItsWord(page: Page, address: string): Promise<void> {
  const words = await page.locator("body").innerText();
  expect([address, words]).toEqual([
    address,
    expect.not.stringMatching(/coming soon|(?<!Nobody )will be able|will stand/i),
  ]);
  expect([address, await page.locator("a[href^='/admin']").count()]).toEqual([address, 0]);
}

async function look(page: Page, address: string, as: string): Promise<void> {
  await page.setViewportSize({ width: FIRST_LOOK.width, height: 900 });
  await page.emulateMedia({ colorScheme: FIRST_LOOK.scheme });
  await page.goto(product.origin + address);
  await page.getByRole("main").waitFor();
  await page.waitForLoadState("networkidle");
  if (as !== "admin") await expectKeepsItsWord(page, address);
  for (const one of LOOKS) {
    await turn(page, one);
    await page.waitForLoadState("networkidle");
    await lookAt(page, `${as}-${address.replace(/\W+/g, "-").slice(0, 30)}`);
    if (address !== "/dev/ui") await expectStillBelow(page);
  }
}

test.each([
  { as: "visitor", name: null, pages: [...VISITOR, ...SIGN_UP, ...VISITOR_TOO] },
  { as: "fan", name: "leo", pages: FAN },
  { as: "earner", name: "maya", pages: [...EARNER, ...EARNER_TOO] },
  { as: "admin", name: "ada", pages: ADMIN },
])(
  "as $as, every page has no accessibility findings and no errors, narrow and wide, dark and light",
  async (person) => {
    const { as, name, pages } = person;
    const { context, page, faults } = await visit(browser, FIRST_LOOK);
    if (as === "admin") await beStaff(page, "ada", { origin: product.origin, database, role: "admin" });
    else if (name) await beSignedIn(page, product.origin, name);
    for (const address of pages) await look(page, address, as);
    if (name && as !== "admin") await look(page, videoPath, as);
    if (as === "earner") await look(page, videoPath.replace("/video/", "/edit-video/"), "earner-edit");
    expect(faults).toEqual([]);
    await context.close();
  },
);

test("the API documentation has none either, closed or open", async () => {
  const { context, page, faults } = await visit(browser);
  await page.goto(`${product.origin}/api/docs`);
  const operations = page.locator(".opblock-summary-control");
  await operations.first().waitFor();
  await lookAround(page, "api-docs");
  await operations.first().click();
  await page.locator(".responses-table[aria-label]").waitFor();
  await lookAround(page, "api-docs-open", async (one, name) => {
    await lookInto(one, ".opblock.is-open", name);
    await expectWidth(one, name);
  });
  expect(faults).toEqual([]);
  await context.close();
});

describe.each(LOOKS)("at $width px in $scheme", ({ width, scheme }) => {
  test("nor has what opens over the pages", async () => {
    const { context, page, faults } = await visit(browser, { width, scheme });
    await page.goto(`${product.origin}/terms`);
    await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
    await lookInto(page, "[role=dialog]", "modal-sign-in");
    await page.getByRole("dialog").getByRole("button", { name: "Sign Up Now" }).click();
    const role = page.getByRole("dialog").getByRole("button", { name: /^Registered User/ });
    await role.waitFor();
    await lookInto(page, "[role=dialog]", "modal-join");
    await role.click();
    await page.getByLabel("Username").waitFor();
    await lookInto(page, "[role=dialog]", "modal-sign-up");
    await page.getByLabel(/^Country:/).click();
    await page.getByRole("option", { name: "Germany +49" }).waitFor();
    await lookInto(page, "[aria-label=Countries]", "list-countries");

    await beSignedIn(page, product.origin, "leo");
    await page.goto(product.origin + videoPath);
    for (const menu of [/^Speed/, "Quality and shortcuts"]) {
      await page.getByRole("region", { name: /^Player/ }).hover();
      await page.getByRole("button", { name: menu }).click();
      await lookInto(page, "[role=menu]", `menu-${String(menu).replace(/\W/g, "")}`);
      // Every choice can be seen without scrolling.
      expect(await page.getByRole("menu").evaluate(hiddenPx)).toBeLessThanOrEqual(0);
      await page.keyboard.press("Escape");
    }
    if (width > 1024) {
      const theater = page.getByRole("button", { name: "Theater view" });
      expect(await theater.count()).toBe(1);
      await page.getByRole("button", { name: "Full screen" }).click();
      await expect.poll(() => theater.count()).toBe(0);
      await page.getByRole("button", { name: "Exit full screen" }).click();
      await theater.waitFor({ state: "attached" });
    }
    const main = page.getByRole("main");
    const follow = main.getByRole("button", { name: /^Follow(ing)? maya's channel$/ });
    if ((await follow.getAttribute("aria-label"))?.startsWith("Follow ")) await follow.click();
    await main.getByRole("button", { name: /^Following/ }).click();
    await lookInto(page, "[role=menu]", "menu-following");

    await page.goto(`${product.origin}/dev/ui`);
    for (const [field, typed, list] of [
      ["Sports", "s", "Sports"],
      ["College", "duke", "Colleges"],
    ] as const) {
      await page.getByRole("combobox", { name: field, exact: true }).first().pressSequentially(typed);
      await page.getByRole("listbox", { name: list }).getByRole("option").first().waitFor();
      await lookInto(page, `[role=listbox][aria-label=${list}]`, `list-${list}`);
      await page.keyboard.press("Escape");
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("by keyboard alone", () => {
  test("a fan signs in, finds a video, plays it and seeks", async () => {
    const { context, page } = await visit(browser);
    await page.goto(`${product.origin}/login`);
    await page.getByLabel("Email or username").focus();
    await page.keyboard.type("leo");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Correct-Horse-1");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/explore");
    const card = page.getByRole("region", { name: "TRENDING VIDEOS" }).getByRole("link").first();
    await card.waitFor();
    for (let presses = 0; presses < 60; presses++) {
      if (await card.evaluate((link: { matches(selector: string): boolean }) => link.matches(":focus"))) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await page.waitForURL("**/video/*");
    const video = page.locator("video");
    const atS = () => video.evaluate((element: { currentTime: number }) => element.currentTime);
    await expect.poll(atS).toBeGreaterThan(0.2);
    await page.keyboard.press("k");
    await expect.poll(() => video.evaluate((element: { paused: boolean }) => element.paused)).toBe(true);
    await page.keyboard.press("5");
    await expect.poll(atS).toBeGreaterThan(2);
    await page.keyboard.press("0");
    await expect.poll(atS).toBeLessThan(0.5);
    await context.close();
  });
});
