import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAround, lookAt, restingPx } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { cards, publishItems, searchField } from "./testing/search-world.ts";

const LONG_TITLE = "Sprint <b>start</b> explained by our coach, in slow motion";
const RELAYS = 30;
/** Whether the row of tabs fades at a side. */
const FADES = "getComputedStyle(document.querySelector('[role=tablist]')).maskImage !== 'none'";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
await publishItems(product.databaseUrl(), [
  { title: LONG_TITLE },
  { title: "Playbook of the season", type: "document" },
  { title: "Football for swimmers" },
  ...Array.from({ length: RELAYS }, (_, n) => ({ title: `Relay ${n + 1}` })),
]);

test("a fan searches by keyboard with suggestions, narrows the results, and returns to where they were", async () => {
  const { context, page, faults } = await visit(browser, { width: 1440 });
  await beSignedIn(page, product.origin, "leo");
  await page.goto(`${product.origin}/explore`);
  // A page takes the focus after navigation.
  await page.getByRole("heading", { name: "TRENDING VIDEOS" }).waitFor();
  await page.getByRole("button", { name: "Search" }).focus();
  await page.keyboard.press("Enter");
  await searchField(page).waitFor();
  await page.keyboard.type("spri");
  const option = page.getByRole("option");
  await option.first().waitFor();
  await expect
    .poll(() => option.allInnerTexts())
    .toEqual([expect.stringContaining("Sprint <b>start</b> explained by ou…")]);
  await lookAt(page, "search-suggestions");
  await page.keyboard.press("ArrowDown");
  await expect
    .poll(() => searchField(page).getAttribute("aria-activedescendant"))
    .toBe(await option.first().getAttribute("id"));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search-results?search=Sprint**");
  // The page before has cards as well.
  await expect
    .poll(() => page.locator("mark").allInnerTexts())
    .toEqual(["Sprint", "b", "start", "b", "explained", "coa…"]);

  await page.getByRole("button", { name: "Search" }).click();
  await searchField(page).fill("qqqq");
  await page.getByRole("search").getByText("No result found for the term").first().waitFor();
  // The first closes the list below the field, the second the field.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await searchField(page).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Search" }).click();
  await searchField(page).fill("realy");
  await page.keyboard.press("Enter");
  await page.getByText("Showing results for “relay”").waitFor();
  await expect.poll(() => cards(page).count()).toBe(12);
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => cards(page).count()).toBeGreaterThan(12);
  await page.getByLabel("Length").selectOption("Over 20 minutes");
  await page.waitForURL("**length=long**");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => cards(page).count()).toBe(12);
  await lookAt(page, "search-found");

  // Loads all of them, so that scrolling loads nothing more.
  const more = page.getByRole("button", { name: "Load more" });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000);
      return more.count();
    })
    .toBe(0);
  // By keyboard: to click, Playwright may scroll once more.
  await cards(page).nth(20).getByRole("link").focus();
  const y = await restingPx(() => page.evaluate<number>("window.scrollY"));
  const count = await cards(page).count();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/video/*");
  await page.goBack();
  await expect.poll(() => cards(page).count()).toBe(count);
  await expect.poll(() => page.evaluate("window.scrollY")).toBe(y);

  await page.goto(`${product.origin}/search-results?search=playbook`);
  await page.waitForURL("**type=document**");
  await page.getByRole("tab", { name: "Documents", selected: true }).waitFor();
  await page.getByRole("tab", { name: "Channels" }).click();
  await page.getByText("No result found for the term").waitFor();
  await page.getByRole("button", { name: "Show documents" }).click();
  await cards(page).first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a name leads to its channel, a sport to its category, and the beginning of a word finds something too", async () => {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  const offer = (name: string) => page.getByRole("main").getByRole("link", { name });
  await page.goto(`${product.origin}/search-results?search=maya`);
  await page.getByText("Channels for “maya”").waitFor();
  await offer("maya's channel").first().waitFor();
  await cards(page).first().waitFor();
  await lookAround(page, "search-named");
  await page.goto(`${product.origin}/search-results?search=s%C3%B3ccer`);
  await page.getByText("No result found for the term").waitFor();
  await offer("Browse Soccer").waitFor();
  await lookAround(page, "search-sport");
  await offer("Browse Soccer").click();
  await page.getByRole("heading", { level: 1, name: "Soccer" }).waitFor();
  await page.goto(`${product.origin}/search-results?search=football`);
  await offer("Browse Football").waitFor();
  await cards(page).first().waitFor();

  await page.goto(`${product.origin}/search-results?search=maya`);
  await page.getByRole("button", { name: "All channels" }).click();
  await page.getByRole("heading", { level: 3, name: "maya's channel" }).waitFor();
  await page.goBack();
  await page.getByRole("tab", { name: "Videos", selected: true }).waitFor();
  await offer("maya's channel").first().click();
  await page.waitForURL("**/profile/**");

  await page.goto(`${product.origin}/search-results?search=rela`);
  await page.getByText("Showing results for “relay”").waitFor();
  await expect.poll(() => page.getByText("No results for").count()).toBe(0);
  await page.goto(`${product.origin}/search-results?search=realy`);
  await page.getByText("No results for “realy”. Showing results for “relay”").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a row of tabs that does not fit fades where there is more, scrolls by a button, and shows the open tab in full", async () => {
  const { context, page } = await visit(browser, { width: 360, height: 780 });
  await beSignedIn(page, product.origin, "leo");
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, width: 0 };
  for (const name of ["Videos", "Channels"]) {
    await page.goto(`${product.origin}/search-results?search=relay&type=${name.toLowerCase().slice(0, -1)}`);
    await page.getByRole("tab", { name, selected: true }).waitFor();
    await expect.poll(() => page.evaluate(FADES)).toBe(true);
    const [row, tab] = [await boxOf(page.getByRole("tablist")), await boxOf(page.getByRole("tab", { name }))];
    expect(tab.x).toBeGreaterThanOrEqual(row.x - 1);
    expect(tab.x + tab.width).toBeLessThanOrEqual(row.x + row.width + 1);
    await lookAt(page, `tabs-${name}`);
  }
  // For a mouse there is a button at each side that has more.
  const more = page.locator("[role=tablist] ~ button");
  await page.goto(`${product.origin}/search-results?search=relay`);
  await page.getByRole("tab").first().waitFor();
  await more.click();
  await expect.poll(() => page.getByRole("tablist").evaluate((row) => row.scrollLeft)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 780 });
  await expect.poll(() => page.evaluate(FADES)).toBe(false);
  await expect.poll(() => more.count()).toBe(0);
  await context.close();
});

test("on a phone there are recent searches and no suggestions, and the filters have a page of their own", async () => {
  const { context, page, faults } = await visit(browser, { width: 360, height: 780 });
  await beSignedIn(page, product.origin, "leo");
  await page.goto(`${product.origin}/explore`);
  await page.getByRole("button", { name: "Search" }).click();
  await searchField(page).fill("relay");
  await page.waitForTimeout(600);
  await expect.poll(() => page.getByRole("option").count()).toBe(0);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search-results?search=relay**");
  // The page before has cards as well.
  await page.getByRole("heading", { level: 1, name: "relay" }).waitFor();
  await cards(page).first().waitFor();
  await lookAt(page, "search-phone");

  await page.getByRole("link", { name: "Filter" }).click();
  await page.waitForURL("**/filter?search=relay**");
  await page.getByRole("heading", { level: 1, name: "Filter" }).waitFor();
  await lookAt(page, "search-filter");
  await page.getByLabel("Category").selectOption("Soccer");
  await page.getByText("Most viewed").click();
  await page.getByText("Under 4 minutes").click();
  await page.getByRole("button", { name: "Show results" }).click();
  await page.waitForURL(/search-results\?search=relay&.*sort=views&.*length=short.*category=/);
  await cards(page).first().waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Filter (3)" }).count()).toBe(1);

  await page.goto(`${product.origin}/explore`);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("option", { name: "relay" }).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => page.getByRole("option").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("a visitor is sent to sign in and lands on the results", async () => {
  const { context, page } = await visit(browser, { width: 360, height: 780 });
  await page.goto(`${product.origin}/search-results?search=relay`);
  await page.getByRole("dialog").waitFor();
  expect(new URL(page.url()).searchParams.get("next")).toBe("/search-results?search=relay");
  await page.getByLabel("Email or username").fill("leo");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/search-results?search=relay");
  await cards(page).first().waitFor();
  await context.close();
});

test("a visitor may filter a category, or all of them, without signing in", async () => {
  const { context, page } = await visit(browser, { width: 360, height: 780 });
  await page.goto(`${product.origin}/filter`);
  await page.getByText("Images", { exact: true }).click();
  await page.getByRole("button", { name: "Show results" }).click();
  await page.waitForURL("**/category-listing/all?type=image**");
  await page.getByRole("heading", { level: 1, name: "All categories" }).waitFor();
  await page.getByText("There are no images yet.").waitFor();
  await lookAt(page, "all-categories");
  await page.getByRole("tab", { name: "Documents" }).click();
  await cards(page).first().waitFor();
  await page.getByRole("link", { name: "Filter" }).click();
  await page.getByRole("heading", { level: 1, name: "Filter" }).waitFor();
  await lookAt(page, "search-more");
  await page.getByLabel("Category").selectOption("Soccer");
  await page.getByRole("button", { name: "Show results" }).click();
  await page.waitForURL("**/category-listing/*");
  await context.close();
});
