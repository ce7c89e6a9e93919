import { accountRoutes } from "@app/contract/accounts";
import { discoveryRoutes } from "@app/contract/discovery";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { openBrowser, signIn, visit } from "./testing/browser.ts";
import { fillExplore, LONG_TITLE, VIDEOS } from "./testing/explore-world.ts";
import { lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { type RunningProduct, runProduct } from "./testing/running-product.ts";

const SECTIONS = [
  "Top 25 earners: This week",
  "TRENDING VIDEOS",
  "TOP EARNERS",
  "ATHLETES OF THE WEEK",
  "FROM THE FIELDHOUSE'S TEAM",
  "IMAGES",
  "DOCUMENTS",
];
const SCRIPT_MAX_BYTES = 115_000;
const SHIFT_MAX = 0.01;

let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  browser = await openBrowser();
  product = await runProduct();
});
afterAll(async () => {
  await browser.close();
  await product.dispose();
});

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const athlete = (page: Page, name: string) =>
  section(page, "ATHLETES OF THE WEEK")
    .getByRole("article")
    .filter({ hasText: `@${name}` });
/** The slide in sight; the others are inert. */
const slide = (page: Page) => page.locator("[aria-label='Top videos'] > [role=group]:not([inert])");

async function openExplore(page: Page, path = "/explore"): Promise<void> {
  await page.goto(product.origin + path);
  // The last of its sections, and all that was asked for.
  await section(page, "DOCUMENTS").waitFor();
  await page.waitForLoadState("networkidle");
}

/** As if the server had written nothing into the page: it asks for all of it. */
async function withoutFirstView(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === "/explore",
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script type="application\/json".*?<\/script>/, "");
      await route.fulfill({ response, body });
    },
  );
}

describe("before anybody has published", () => {
  test("each list says so in its own words, and the team says nothing", async () => {
    const { context, page, faults } = await visit(browser);
    await openExplore(page);
    await page.getByText("Sorry, no data available.").waitFor();
    await expect.poll(() => page.getByText("No data available", { exact: true }).count()).toBe(6);
    expect(await page.getByRole("heading", { name: /'S TEAM/ }).count()).toBe(0);
    await lookAt(page, "explore-empty");
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("with something to see", () => {
  beforeAll(() => fillExplore(product.databaseUrl()));

  test("a visitor sees each section in its order, and every click asks them to join", async () => {
    const { context, page, faults } = await visit(browser);
    const foreign: string[] = [];
    page.on("request", (request) => !request.url().startsWith(product.origin) && foreign.push(request.url()));
    await openExplore(page);
    expect(await page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(
      expect.arrayContaining(SECTIONS.map((name) => expect.stringMatching(new RegExp(name, "i")))),
    );
    const order = await page.getByRole("main").locator("section[aria-labelledby] > :is(header, h2)").allInnerTexts();
    expect(order.map((text) => text.split("\n")[0]?.toUpperCase())).toEqual(SECTIONS.map((name) => name.toUpperCase()));
    await page.getByText("Browse according to your interests").waitFor();
    expect(await page.getByRole("link", { name: /Play Video/ }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Follow/ }).count()).toBe(0);
    await lookAt(page, "explore-visitor");

    const join = page.getByRole("dialog").getByText("You want to be a");
    const presses = [
      () => section(page, "TRENDING VIDEOS").getByRole("button", { name: LONG_TITLE }).click(),
      () => section(page, "TOP EARNERS").getByRole("button", { name: "@club_seven" }).click(),
      () => section(page, "IMAGES").getByRole("heading", { name: "IMAGES" }).click(),
      () => slide(page).getByText("VIDEO", { exact: true }).click(),
      () => section(page, "Top 25 earners: This week").getByRole("button", { name: "club_seven" }).press("Enter"),
    ];
    for (const press of presses) {
      await press();
      await join.waitFor();
      await page.keyboard.press("Escape");
      await join.waitFor({ state: "hidden" });
    }
    expect([foreign, faults]).toEqual([[], []]);
    await context.close();
  });

  test("titles are cut where they are read, and whole for who hears them", async () => {
    const { context, page } = await visit(browser, { width: 1920 });
    await openExplore(page);
    const card = section(page, "TRENDING VIDEOS").getByRole("article").filter({ hasText: LONG_TITLE });
    expect(await card.getByText("Cup final,…", { exact: true }).isVisible()).toBe(true);
    expect(await card.getByRole("button").getAttribute("title")).toBe(LONG_TITLE);
    expect(await card.locator("img").first().getAttribute("src")).toMatch(/default-thumbnail/);
    const slide = page.getByRole("region", { name: "Top videos" });
    expect(await slide.getByText("Cup final, second ha…", { exact: true }).count()).toBe(1);
    const told = await section(page, "FROM THE FIELDHOUSE'S TEAM")
      .getByText(/^The season begins/)
      .innerText();
    expect([...told]).toHaveLength(501);
    await context.close();
  });

  test("a first visit is light, and nothing on it jumps", async () => {
    const { context, page } = await visit(browser);
    const session = await context.newCDPSession(page);
    const headerBytes = new Map<string, number>();
    let bytes = 0;
    await session.send("Network.enable");
    session.on("Network.responseReceived", ({ requestId, type, response }) => {
      if (type === "Script") headerBytes.set(requestId, response.encodedDataLength);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      bytes += headerBytes.has(requestId) ? encodedDataLength - (headerBytes.get(requestId) ?? 0) : 0;
    });
    await page.addInitScript(`
      globalThis.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((one) => { globalThis.shift += one.value; }))
        .observe({ type: "layout-shift", buffered: true });
    `);
    await openExplore(page);
    await section(page, "DOCUMENTS").scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
    expect(await page.evaluate("globalThis.shift")).toBeLessThanOrEqual(SHIFT_MAX);
    await context.close();
  });

  test("the strip moves by itself until it is paused, and not at all for who asked for less motion", async () => {
    const { context, page } = await visit(browser);
    await openExplore(page, "/portal");
    const strip = section(page, "Top 25 earners: This week");
    const leftPx = () => strip.getByRole("list").evaluate((list: { scrollLeft: number }) => list.scrollLeft);
    await expect.poll(leftPx, { timeout: 10_000 }).toBeGreaterThan(100);
    await strip.getByRole("button", { name: "Pause Top 25 earners" }).click();
    await page.waitForTimeout(600);
    const pausedPx = await leftPx();
    await page.mouse.move(0, 0);
    await page.keyboard.press("Escape");
    await page.waitForTimeout(2_600);
    expect(await leftPx()).toBe(pausedPx);

    await page.emulateMedia({ reducedMotion: "reduce" });
    await openExplore(page);
    await strip.getByRole("button", { name: "Play Top 25 earners" }).waitFor();
    await page.getByRole("button", { name: "Play Top videos" }).waitFor();
    await context.close();
  });

  test("somebody else's video is fetched after a click, and not before", async () => {
    const { context, page } = await visit(browser);
    const asked: URL[] = [];
    await context.route("https://www.youtube-nocookie.com/**", async (route: Route) => {
      asked.push(new URL(route.request().url()));
      await route.fulfill({ contentType: "text/html", body: "<p>A video</p>" });
    });
    await openExplore(page);
    const team = section(page, "FROM THE FIELDHOUSE'S TEAM");
    await team.scrollIntoViewIfNeeded();
    expect(asked).toEqual([]);
    await team.getByRole("button", { name: /^Play on YouTube/ }).click();
    await expect.poll(() => asked.length).toBe(1);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ start: "10", end: "15", mute: "1" });
    await context.close();
  });

  test("a list that does not come says so, and comes on Retry", async () => {
    const { context, page } = await visit(browser);
    await withoutFirstView(page);
    const lists = /\/api\/v1\/(top-earners|get-announcement|get-top-videos|popular-fieldhouse|trending-videos)/;
    await page.route(lists, (route) => route.fulfill({ status: 500, body: "" }));
    await openExplore(page);
    await page.getByText("An Error Occurred.", { exact: true }).waitFor();
    // The strip, the banner, trending, top earners, athletes.
    await expect.poll(() => page.getByText("Error Occurred", { exact: true }).count()).toBe(5);
    await lookAt(page, "explore-error");
    await page.unroute(lists);
    await section(page, "TRENDING VIDEOS").getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => section(page, "TRENDING VIDEOS").getByRole("article").count()).toBe(VIDEOS);
    await context.close();
  });
});

describe("following", () => {
  test("a fan follows and unfollows by keyboard; the focus stays, the count follows, and the last wish wins", async () => {
    const { context, page, faults } = await visit(browser);
    await signIn(page, product.origin, "leo");
    await openExplore(page);
    const asked: string[] = [];
    await page.route(/\/(un)?follow\//, async (route) => {
      asked.push(route.request().url().includes("/unfollow/") ? "unfollow" : "follow");
      await page.waitForTimeout(400);
      await route.continue();
    });
    const card = athlete(page, "maya");
    await card.getByRole("button", { name: "Follow @maya" }).press("Enter");
    const following = card.getByRole("button", { name: "Following @maya" });
    await following.waitFor();
    expect(await following.evaluate((button: { matches(css: string): boolean }) => button.matches(":focus"))).toBe(
      true,
    );
    await card.getByText("1 follower", { exact: true }).waitFor();
    await lookAt(page, "explore-fan");

    // Quick: unfollow, follow, unfollow, all before the first answer.
    asked.length = 0;
    for (const name of ["Following", "Follow", "Following"]) {
      await card.getByRole("button", { name: `${name} @maya` }).press("Enter");
      if (name === "Following") await page.getByRole("menuitem", { name: "Unfollow" }).press("Enter");
    }
    const follow = card.getByRole("button", { name: "Follow @maya" });
    await follow.waitFor();
    expect(await follow.evaluate((button: { matches(css: string): boolean }) => button.matches(":focus"))).toBe(true);
    await card.getByText("0 followers", { exact: true }).waitFor();
    expect(asked).toEqual(["unfollow"]);
    expect(await isFollowed("maya")).toBe(false);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("without a line it is put back, and said", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "leo");
    await openExplore(page);
    await context.setOffline(true);
    await athlete(page, "nia").getByRole("button", { name: "Follow @nia" }).click();
    await page.getByText("An error occurred. Please try again later.").waitFor();
    await athlete(page, "nia").getByRole("button", { name: "Follow @nia" }).waitFor();
    await context.setOffline(false);
    expect(await isFollowed("nia")).toBe(false);
    await context.close();
  });

  test("an earner is taken to a channel and a video, and cannot follow themselves", async () => {
    const { context, page, faults } = await visit(browser);
    await signIn(page, product.origin, "maya");
    await openExplore(page);
    await athlete(page, "nia").getByRole("button", { name: "Follow @nia" }).waitFor();
    expect(await athlete(page, "maya").getByRole("button").count()).toBe(0);
    await slide(page)
      .getByRole("link", { name: /^Play Video/ })
      .click();
    await page.waitForURL("**/video/*");
    await openExplore(page);
    await section(page, "TOP EARNERS").getByRole("link", { name: "@club_seven" }).click();
    await page.waitForURL("**/profile/*");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("on a phone one card stands in a row, with its menu in reach of a finger", async () => {
    const { context, page } = await visit(browser, { width: 360, height: 780, scheme: "light" });
    await signIn(page, product.origin, "leo");
    await openExplore(page);
    await lookAt(page, "explore-phone");
    const box = await athlete(page, "maya").boundingBox();
    expect(box?.width).toBeGreaterThan(260);
    await athlete(page, "maya").getByRole("button", { name: "Follow @maya" }).click();
    await athlete(page, "maya").getByRole("button", { name: "Following @maya" }).click();
    const item = page.getByRole("menuitem", { name: "Unfollow" });
    const place = await item.boundingBox();
    expect((place?.y ?? 780) + (place?.height ?? 0)).toBeLessThanOrEqual(780);
    await item.click();
    await athlete(page, "maya").getByRole("button", { name: "Follow @maya" }).waitFor();
    await context.close();
  });
});

/** What the server knows of it. */
async function isFollowed(name: string): Promise<boolean> {
  const session = await openCaller(product.origin, null).call(accountRoutes.login, { body: toLogin("leo", PASSWORD) });
  const cards = await openCaller(product.origin, session.access_token).call(discoveryRoutes.userAthletes);
  return cards.find((card) => card.username === name)?.following ?? false;
}
