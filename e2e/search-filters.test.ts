import { MEDIUM_MAX_MS } from "@app/contract/filters";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { cards, publishItems } from "./testing/search-world.ts";

const DAY_MS = 86_400_000;
const OLD = "Sprint of last year";
const NEW = "Sprint of today";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const { categoryId } = await publishItems(product.databaseUrl(), [
  { title: OLD, lengthMs: MEDIUM_MAX_MS + 1, publishedAt: new Date(Date.now() - 300 * DAY_MS) },
  { title: NEW, lengthMs: 60_000 },
  { title: "Springboard", lengthMs: 60_000 },
  { title: "Sprint in pictures", type: "image" },
  { title: "Sprint on paper", type: "document" },
  { title: "Playbook", type: "document" },
]);

const addressOf = (page: Page) => new URL(page.url()).searchParams;
const titles = (page: Page) =>
  cards(page)
    .locator("h3 [title]")
    .evaluateAll((links: { title: string }[]) => links.map(({ title }) => title));
const radio = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const show = (page: Page) => page.getByRole("button", { name: "Show results" }).click();

describe("on a wide screen", () => {
  test("a length chosen for videos is not applied to images, documents and channels", async () => {
    const { context, page, faults } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/search-results?search=sprint`);
    await page.getByLabel("Length").selectOption("Over 20 minutes");
    await expect.poll(() => titles(page)).toEqual([OLD]);
    for (const [tab, found] of [
      ["Images", "Sprint in pictures"],
      ["Documents", "Sprint on paper"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await expect.poll(() => titles(page)).toEqual([found]);
      expect([await page.getByLabel("Length").count(), addressOf(page).get("length")]).toEqual([0, null]);
    }
    // Back leads through the tabs.
    await page.goBack();
    await expect.poll(() => titles(page)).toEqual(["Sprint in pictures"]);
    await page.goBack();
    await expect.poll(() => titles(page)).toEqual([OLD]);
    // A URL that has it anyway is read as intended.
    await page.goto(`${product.origin}/search-results?search=sprint&type=image&length=long`);
    await expect.poll(() => titles(page)).toEqual(["Sprint in pictures"]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("an empty result says so, and offers the results without filters", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/search-results?search=sprint&category=${categoryId + 1}`);
    await page.getByRole("main").getByText("No result found for the term").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(async () => (await titles(page)).toSorted()).toEqual([OLD, NEW].toSorted());
    await expect.poll(() => page.getByText("No results for").count()).toBe(0);
    await context.close();
  });

  test("channels sort by followers, and have no date or category filter", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/search-results?search=maya&type=channel&date=week&category=${categoryId}`);
    await page.getByRole("heading", { name: "maya's channel" }).waitFor();
    const filters = page.getByRole("group", { name: "Filters" });
    await expect.poll(() => filters.getByRole("combobox").count()).toBe(1);
    await filters.getByLabel("Sort by").selectOption("Most followed");
    await page.waitForURL("**sort=views**");
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole("link", { name: "Filter (1)" }).waitFor();
    await context.close();
  });
});

describe("on a phone's filter page", () => {
  const PHONE = { width: 360, height: 780 };

  test("the Filter button stays in place, however long the heading is", async () => {
    const { context, page } = await visit(browser, PHONE);
    await beSignedIn(page, product.origin, "leo");
    const addresses = [`/category-listing/${categoryId}`, "/category-listing/all", "/search-results?search=sprint"];
    const long = "/search-results?search=a+sprint+of+which+everybody+speaks+still";
    const places: unknown[] = [];
    for (const address of [...addresses, long]) {
      await page.goto(product.origin + address);
      const filter = await page.getByRole("link", { name: "Filter" }).boundingBox();
      const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
      places.push([filter?.x, Math.round((filter?.y ?? 0) - (heading?.y ?? 0) - (heading?.height ?? 0))]);
    }
    expect(places).toEqual(places.map(() => places[0]));
    await context.close();
  });

  test("a category can be sorted oldest first, and the filter page shows that choice", async () => {
    const { context, page, faults } = await visit(browser, PHONE);
    await page.goto(`${product.origin}/category-listing/${categoryId}`);
    await expect.poll(() => titles(page)).toEqual(["Springboard", NEW, OLD]);
    await page.getByRole("link", { name: "Filter" }).click();
    await page.getByText("Oldest", { exact: true }).click();
    await page.getByText("Last 12 months", { exact: true }).click();
    await show(page);
    await page.waitForURL(`**/category-listing/${categoryId}?**sort=oldest**`);
    await expect.poll(() => titles(page)).toEqual([OLD, NEW, "Springboard"]);
    await page.getByRole("link", { name: "Filter (2)" }).click();
    await radio(page, "Oldest").waitFor();
    await expect.poll(() => radio(page, "Oldest").isChecked()).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the Videos tab stays selected where only documents match", async () => {
    const { context, page } = await visit(browser, PHONE);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/filter?search=playbook`);
    await show(page);
    await page.waitForURL("**/search-results?**");
    await page.getByRole("main").getByText("No result found for the term").waitFor();
    expect(addressOf(page).get("type")).toBe("video");
    await expect.poll(() => page.getByRole("tab", { name: "Videos", selected: true }).count()).toBe(1);
    await context.close();
  });

  test("without a term there are no channels, but all the filters of a category", async () => {
    const { context, page } = await visit(browser, PHONE);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/filter?search=sprint&category=${categoryId}`);
    await page.getByText("Channels", { exact: true }).click();
    await expect.poll(() => page.getByRole("group", { name: "Published" }).count()).toBe(0);
    await page.getByText("Most followed", { exact: true }).waitFor();
    await lookAt(page, "filter-of-channels");
    await page.getByLabel("Search for").fill("");
    await expect.poll(() => radio(page, "Channels").count()).toBe(0);
    await expect.poll(() => radio(page, "Videos").isChecked()).toBe(true);
    for (const name of ["Published", "Length"]) await page.getByRole("group", { name }).waitFor();
    await show(page);
    await page.waitForURL(`**/category-listing/${categoryId}?**`);
    expect(addressOf(page).get("type")).toBeNull();
    await cards(page).first().waitFor();
    await context.close();
  });

  test("Clear removes every filter, and without a term or category everything is listed", async () => {
    const { context, page } = await visit(browser, PHONE);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/filter`);
    await page.getByText("Images", { exact: true }).click();
    await page.getByLabel("Search for").fill("sprint");
    await page.getByRole("button", { name: "Clear" }).click();
    expect([await page.getByLabel("Search for").inputValue(), await radio(page, "Videos").isChecked()]).toEqual([
      "",
      true,
    ]);
    await show(page);
    await page.waitForURL("**/category-listing/all?**");
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(2);
    await context.close();
  });

  test("a length filter disappears with its type", async () => {
    const { context, page } = await visit(browser, PHONE);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(`${product.origin}/filter?search=sprint`);
    await page.getByText("Over 20 minutes", { exact: true }).click();
    await page.getByText("Images", { exact: true }).click();
    await show(page);
    await page.waitForURL("**/search-results?**");
    await expect.poll(() => titles(page)).toEqual(["Sprint in pictures"]);
    expect(addressOf(page).get("length")).toBeNull();
    await page.getByRole("link", { name: "Filter", exact: true }).waitFor();
    await context.close();
  });
});
