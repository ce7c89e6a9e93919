import type { Page, Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { beSignedIn, isFocused, signIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { expectWidth } from "./testing/look.ts";
import { cards, openSearch, options, publishItems, searchField } from "./testing/search-world.ts";

/** As docs/product.md says. */
const DEBOUNCE_MS = 300;
const NO_SUGGESTIONS_PX = 1080;
const SUGGESTION_MAX_CHARS = 35;

const AS_LONG_AS_SHOWN = "Thirty-five characters are uncut ab";
const ONE_LONGER = "Thirty-six characters are cut off ab";

const { browser, product } = await openJourney({ maya: "Individual", leo: null, zoe: null });
await publishItems(product.databaseUrl(), [
  ...Array.from({ length: 14 }, (_, n) => ({ title: `Relay ${n + 1}` })),
  { title: AS_LONG_AS_SHOWN },
  { title: ONE_LONGER },
  { title: "Throw-in drill" },
]);

/** Every term that suggestions are requested for. */
function suggestionsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/search-query")) asked.push(searchParams.get("search") ?? "");
  });
  return asked;
}

describe("suggestions", () => {
  test(`are requested once, ${DEBOUNCE_MS} ms after the last of several keys`, async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    const asked = suggestionsAsked(page);
    await page.clock.install();
    await page.goto(`${product.origin}/terms`);
    await openSearch(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    for (const key of "rela") {
      await page.keyboard.press(key);
      await page.clock.runFor(DEBOUNCE_MS - 1);
    }
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => asked).toEqual(["rela"]);
    await page.clock.resume();
    await options(page).first().waitFor();
    expect(asked).toEqual(["rela"]);
    await context.close();
  });

  test(`appear only on screens wider than ${NO_SUGGESTIONS_PX} px`, async () => {
    const { context, page } = await visit(browser, { width: NO_SUGGESTIONS_PX });
    await beSignedIn(page, product.origin, "leo");
    const asked = suggestionsAsked(page);
    await page.clock.install();
    await page.goto(`${product.origin}/terms`);
    await openSearch(page);
    await page.keyboard.type("relay");
    await page.clock.runFor(2 * DEBOUNCE_MS);
    expect([asked, await options(page).count()]).toEqual([[], 0]);
    await page.setViewportSize({ width: NO_SUGGESTIONS_PX + 1, height: 900 });
    await options(page).first().waitFor();
    await page.setViewportSize({ width: NO_SUGGESTIONS_PX, height: 900 });
    await expect.poll(() => options(page).count()).toBe(0);
    await context.close();
  });

  test(`are cut after ${SUGGESTION_MAX_CHARS} characters, and give screen readers the whole title`, async () => {
    expect([AS_LONG_AS_SHOWN.length, ONE_LONGER.length]).toEqual([SUGGESTION_MAX_CHARS, SUGGESTION_MAX_CHARS + 1]);
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    // A page after navigation takes the focus; a fully loaded one does not.
    await page.goto(`${product.origin}/terms`);
    await openSearch(page);
    await page.keyboard.type("thirty");
    await options(page).first().waitFor();
    const shown = await options(page).locator("span[aria-hidden]").allInnerTexts();
    expect(shown.toSorted()).toEqual([AS_LONG_AS_SHOWN, `${ONE_LONGER.slice(0, SUGGESTION_MAX_CHARS)}…`].toSorted());
    await page.getByRole("option", { name: ONE_LONGER, exact: true }).waitFor();
    await context.close();
  });

  test("of the previous term are not offered for the next one", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/terms`);
    await openSearch(page);
    await page.keyboard.type("relay 1");
    await expect.poll(() => options(page).count()).toBe(6);
    // The next reply never arrives: suggestions that still match stay, the others go.
    await page.route("**/search-query?**", () => undefined);
    await page.keyboard.type("2");
    await expect.poll(() => options(page).count()).toBe(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("0");
    await expect.poll(() => options(page).count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => searchField(page).getAttribute("aria-activedescendant")).toBeNull();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search-results?search=relay+120");
    await context.close();
  });
});

describe("by keyboard and screen reader", () => {
  test("the focus moves to the results, also of a second search, and back to the button after Escape", async () => {
    const { context, page, faults } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/search-results?search=relay`);
    await cards(page).first().waitFor();
    await openSearch(page);
    await searchField(page).fill("throw-in");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Results for “throw-in”" }).waitFor();
    await expect.poll(() => cards(page).count()).toBe(1);
    await expect.poll(() => isFocused(page.getByRole("main"))).toBe(true);

    const button = page.getByRole("banner").getByRole("button", { name: "Search", exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => isFocused(searchField(page))).toBe(true);
    await page.keyboard.press("Escape");
    await searchField(page).waitFor({ state: "detached" });
    await expect.poll(() => isFocused(button)).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the suggestions are announced by a status line that is always present", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/terms`);
    await openSearch(page);
    const told = page.getByRole("search").getByRole("status");
    expect([await told.count(), await told.innerText()]).toEqual([1, ""]);
    await page.keyboard.type("throw");
    await expect.poll(() => told.innerText()).toBe("1 suggestion");
    await searchField(page).fill("qqqq");
    await expect.poll(() => told.innerText()).toBe("No result found for the term");
    await page.keyboard.press("Escape");
    await expect.poll(() => told.innerText()).toBe("");
    await context.close();
  });

  test("recent searches can be cleared without losing the focus, and are gone after signing out", async () => {
    const { context, page } = await visit(browser);
    const search = async (term: string) => {
      await openSearch(page);
      await searchField(page).fill(term);
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/search-results?search=${term}`);
      await searchField(page).waitFor({ state: "detached" });
    };
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/terms`);
    await search("relay");
    await page.goto(`${product.origin}/terms`);
    await openSearch(page);
    await page.getByRole("option", { name: "relay" }).waitFor();
    await page.getByRole("button", { name: "Clear" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => options(page).count()).toBe(0);
    await expect.poll(() => isFocused(searchField(page))).toBe(true);
    await page.keyboard.press("Escape");

    await search("throw-in");
    // The new page takes the focus, which would close an open menu.
    await cards(page).first().waitFor();
    await page.getByRole("button", { name: "Profile menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.getByRole("banner").getByRole("button", { name: "Sign In" }).waitFor();
    await signIn(page, product.origin, "zoe");
    await page.goto(`${product.origin}/terms`);
    await openSearch(page);
    await expect.poll(() => options(page).count()).toBe(0);
    expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain("throw-in");
    await context.close();
  });
});

describe("odd terms", () => {
  const ODD: [string, string][] = [
    ["ten thousand characters", "a".repeat(10_000)],
    ["ten thousand of another script", "ж".repeat(10_000)],
    ["only signs", "!!! --- ??? ((( %%% ___ ***"],
    ["emoji", "🏀🏈👩‍👩‍👧‍👦"],
    ["SQL", "'; drop table accounts; --"],
    ["right to left", "‏כדורסל مرحبا"],
    ["markup", "<img src=x onerror=alert()>"],
    ["wildcards", "%_%"],
    ["a character that no text can hold", "quixotic\0"],
  ];

  test("in the address get a message, and none makes a narrow or a wide page overflow", async () => {
    const { context, page, faults } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    for (const [what, term] of ODD) {
      await page.goto(`${product.origin}/search-results?search=${encodeURIComponent(term)}`);
      await page.getByRole("main").getByText("No result found for the term").waitFor();
      expect([what, await page.getByRole("main").getByRole("alert").count()]).toEqual([what, 0]);
      // The sentence and the heading agree.
      const [, said = ""] =
        /There are no videos for “(.*)”\. Try/s.exec(await page.getByRole("main").innerText()) ?? [];
      expect([...said].length).toBeLessThanOrEqual(41);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectWidth(page, what);
      }
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  test("in the field are searched for, even half an emoji", async () => {
    const { context, page, faults } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    const odd = ["throw-in \\ud83c", "throw-in\\0", "  throw-in  ", "throw-in 🏀"];
    for (const text of odd) {
      await page.goto(`${product.origin}/terms`);
      await openSearch(page);
      // As a script or a paste would insert it, because no key types it.
      await page.evaluate(`{
        const field = document.querySelector("[role=combobox]");
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, "${text}");
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }`);
      await searchField(page).press("Enter");
      await page.waitForURL("**/search-results?search=throw-in**");
      await expect.poll(() => cards(page).count()).toBe(1);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});
