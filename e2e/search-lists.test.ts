import { BROWSED_MAX } from "@app/contract/categories";
import { MESSAGES } from "@app/contract/errors";
import type { Page, Request, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { replaceListedTotals } from "../apps/server/src/modules/catalog/contents/contents-cards.sql.ts";
import { createDatabase, inTransaction } from "../apps/server/src/platform/db/database.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { cards, openSearch, publishItems, searchField } from "./testing/search-world.ts";

/** As docs/product.md says. */
const SCROLL_THRESHOLD = 0.8;
const SCROLL_THROTTLE_MS = 150;
const KEPT_MS = 60_000;
const TITLE_CUT = 40;

const AS_LONG_AS_SHOWN = "Forty characters are shown as they stand";
const ONE_LONGER = "Forty-one characters are cut by just one!";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const { categoryId } = await publishItems(product.databaseUrl(), [
  ...Array.from({ length: 30 }, (_, n) => ({ title: `Relay ${n + 1}` })),
  { type: "image", title: AS_LONG_AS_SHOWN },
  { type: "image", title: ONE_LONGER },
]);
await fill();

/** Leo follows maya; and a category has more documents than can be paged through. */
async function fill(): Promise<void> {
  const { pool, sql, close } = createDatabase(product.databaseUrl(), { connections: 1 });
  await pool.query(
    `insert into follows (follower_id, channel_id)
     select a.id, c.id from accounts a, channels c join accounts o on o.id = c.owner_id
     where a.username = 'leo' and o.username = 'maya'`,
  );
  await pool.query(
    `insert into contents (id, channel_id, type, title, category_id, visibility, state, published_at)
     select uuidv7(), c.id, 'document', 'Sheet ' || n, $1, 'public', 'ready', now()
     from channels c join accounts o on o.id = c.owner_id, generate_series(1, $2::int) n where o.username = 'maya'`,
    [categoryId, BROWSED_MAX + 1],
  );
  // Counts that jobs keep.
  await inTransaction(sql, (tx) => replaceListedTotals(tx));
  await pool.query("update channels c set content_count = (select count(*) from contents i where i.channel_id = c.id)");
  await close();
}

const LISTS = [
  { of: "a search", address: "/search-results?search=relay", api: "**/search-result?**", label: "videos" },
  { of: "a category", address: `/category-listing/${categoryId}`, api: "**/get-category-contents?**", label: "videos" },
  {
    of: "the channels one follows",
    address: "/following",
    api: "**/get-following-contents**",
    label: "New from the channels you follow",
  },
];

const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const isOf = (part: string) => (request: Request) => request.url().includes(part);

describe.each(LISTS)("the list of $of", ({ address, api, label }) => {
  test("says that it is loading, that it failed, and loads on Retry", async () => {
    const { context, page, faults } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    const held: Route[] = [];
    await page.route(api, (route) => void held.push(route));
    await page.goto(product.origin + address);
    await page.getByRole("status").getByText(`Loading ${label}`).waitFor();
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.fulfill({ status: 500, json: { message: "The server has hiccups.", request_id: "abc-123" } });
    await alert(page).getByText(MESSAGES.errorOccurred).waitFor();
    await expect
      .poll(() => alert(page).innerText())
      .toMatch(/The server has hiccups\.\s+Reference for support: abc-123/);
    await page.unroute(api);
    await alert(page).getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => cards(page).count()).toBe(12);
    await expect.poll(() => alert(page).count()).toBe(0);

    await page.route(api, (route) => route.fulfill({ status: 500, body: "" }));
    await page.mouse.wheel(0, 20_000);
    await alert(page).getByText(MESSAGES.errorOccurred).waitFor();
    await expect.poll(() => cards(page).count()).toBe(12);
    await page.unroute(api);
    await alert(page).getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(24);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("keeps its items offline, says so, and continues by itself once online again", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.goto(product.origin + address);
    await expect.poll(() => cards(page).count()).toBe(12);
    await context.setOffline(true);
    await page.mouse.wheel(0, 20_000);
    // After two automatic retries.
    await alert(page).getByText(MESSAGES.offline).waitFor();
    await expect.poll(() => cards(page).count()).toBe(12);
    await context.setOffline(false);
    await expect.poll(() => alert(page).count()).toBe(0);
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(12);
    await page.mouse.wheel(0, -500);
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(24);
    await context.close();
  });
});

test("a search for nothing asks for a term, and sends no request", async () => {
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  const asked: string[] = [];
  page.on("request", (request) => void (isOf("/search-result?")(request) && asked.push(request.url())));
  for (const address of ["/search-results", "/search-results?search=", "/search-results?search=%20%00"]) {
    await page.goto(product.origin + address);
    await page.getByRole("main").getByText("What are you looking for?").waitFor();
  }
  expect(asked).toEqual([]);
  await context.close();
});

test("a failed request for the categories is reported on the filters page, and logged", async () => {
  const { context, page } = await visit(browser, { width: 360, height: 780 });
  const logged: string[] = [];
  page.on("console", (message) => void (message.type() === "warning" && logged.push(message.text())));
  await page.route("**/api/v1/categories", (route) =>
    route.fulfill({ status: 500, json: { message: "The server has hiccups.", request_id: "abc-123" } }),
  );
  await page.goto(`${product.origin}/filter`);
  await alert(page).getByText("The server has hiccups.").waitFor();
  expect(logged).toEqual(["Categories could not be fetched: The server has hiccups. (abc-123)"]);
  await page.unroute("**/api/v1/categories");
  await alert(page).getByRole("button", { name: "Retry" }).click();
  await page.getByLabel("Category").waitFor();
  await context.close();
});

test("more loads at four fifths of the page, 150 ms after the first scroll", async () => {
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  await page.clock.install();
  await page.goto(`${product.origin}/search-results?search=relay`);
  await expect.poll(() => cards(page).count()).toBe(12);
  const asked: string[] = [];
  page.on("request", (request) => void (isOf("current_page=2")(request) && asked.push(request.url())));
  await page.clock.pauseAt(Date.now() + 3_600_000);
  /** Scrolls this element above the lower edge, and waits for the scroll event. */
  const scrollTo = (part: number) =>
    page.evaluate(`new Promise((done) => {
      const page = document.documentElement;
      addEventListener("scroll", () => done(), { once: true });
      scrollTo({ top: ${part} * page.scrollHeight - innerHeight, behavior: "instant" });
    })`);
  await scrollTo(SCROLL_THRESHOLD - 0.01);
  await page.clock.runFor(10 * SCROLL_THROTTLE_MS);
  expect(asked).toEqual([]);
  await scrollTo(SCROLL_THRESHOLD + 0.01);
  await page.clock.runFor(SCROLL_THROTTLE_MS - 1);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked.length).toBe(1);
  await context.close();
});

describe("a list that the user left", () => {
  const CATEGORY = { address: `/category-listing/${categoryId}`, api: "**/get-category-contents?**" };
  const SEARCH = { address: "/search-results?search=relay", api: "**/search-result?**" };

  test.each([
    { what: "of a category is kept for a minute", ...CATEGORY, awayMs: KEPT_MS - 20_000, isKept: true },
    { what: "of a category is dropped after a minute", ...CATEGORY, awayMs: KEPT_MS + 1_000, isKept: false },
    { what: "of search results is not kept", ...SEARCH, awayMs: 0, isKept: false },
  ])("$what", async ({ address, api, awayMs, isKept }) => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await page.clock.install();
    await page.goto(product.origin + address);
    await expect.poll(() => cards(page).count()).toBe(12);
    // From here on the server does not reply, neither to a list that is requested again nor to its next page.
    await page.route(api, () => undefined);
    await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
    await page.getByRole("heading", { level: 1, name: "Terms" }).waitFor();
    await page.clock.fastForward(awayMs);
    await page.goBack();
    const shown = isKept ? cards(page).first() : page.getByRole("status").getByText("Loading videos");
    await shown.waitFor();
    await expect.poll(() => cards(page).count()).toBe(isKept ? 12 : 0);
    await context.close();
  });
});

test(`a list cuts a title after ${TITLE_CUT} characters, and gives screen readers all of it`, async () => {
  expect([AS_LONG_AS_SHOWN.length, ONE_LONGER.length]).toEqual([TITLE_CUT, TITLE_CUT + 1]);
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  await page.goto(`${product.origin}/category-listing/${categoryId}?type=image`);
  for (const [title, shown] of [
    [AS_LONG_AS_SHOWN, AS_LONG_AS_SHOWN],
    [ONE_LONGER, `${ONE_LONGER.slice(0, TITLE_CUT)}…`],
  ] as const) {
    const link = cards(page).getByRole("link", { name: new RegExp(`^${title},.* maya's channel,`) });
    await expect.poll(() => link.getAttribute("title")).toBe(title);
    await expect.poll(() => link.getByText(shown, { exact: true }).count()).toBe(1);
  }
  await context.close();
});

test("more loads by itself where the whole page is in view and cannot scroll", async () => {
  const { context, page } = await visit(browser, { width: 1920, height: 4_000 });
  await page.goto(`${product.origin}/category-listing/${categoryId}`);
  await expect.poll(() => cards(page).count()).toBe(30);
  await context.close();
});

test("a list that is cut off says which part of the whole it is", async () => {
  const { context, page } = await visit(browser);
  await page.goto(`${product.origin}/category-listing/${categoryId}?type=document`);
  const said = page.getByRole("main").getByText(/^The .*5,000/);
  await expect.poll(() => said.innerText()).toBe("The 5,000 newest documents");
  await page.getByLabel("Sort by").selectOption("Oldest");
  await expect.poll(() => said.innerText()).toBe("The 5,000 oldest documents");
  await page.getByLabel("Sort by").selectOption("Most viewed");
  await expect.poll(() => said.innerText()).toBe("The 5,000 most viewed documents");
  await page.getByLabel("Published").selectOption("Last 12 months");
  await expect.poll(() => said.innerText()).toBe("The most viewed of the 5,000 newest documents");
  await page.getByRole("tab", { name: "Videos" }).click();
  await cards(page).first().waitFor();
  await expect.poll(() => said.count()).toBe(0);
  await context.close();
});

test("a search with thousands of results says that it shows the best", async () => {
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  await page.goto(`${product.origin}/explore`);
  await openSearch(page);
  await searchField(page).fill("sheet");
  await page.keyboard.press("Enter");
  await page.waitForURL("**type=document**");
  await page.getByRole("main").getByText("The 300 best documents").waitFor();
  await context.close();
});
