import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { visit } from "./testing/browser.ts";
import { openExplore, section, shownSlide, watchShift } from "./testing/explore-page.ts";
import { fillExplore, LONG_TITLE, PEOPLE, VIDEOS } from "./testing/explore-world.ts";
import { openJourney } from "./testing/journey.ts";
import { sizeOf, watchLine } from "./testing/line.ts";
import { lookAt, restingPx } from "./testing/look.ts";
import { addPeople, PASSWORD } from "./testing/people.ts";

const SECTIONS = [
  "Top 25 earners: This week",
  "TRENDING VIDEOS",
  "TOP EARNERS",
  "ATHLETES OF THE WEEK",
  "FROM THE FIELDHOUSE'S TEAM",
  "IMAGES",
  "DOCUMENTS",
];
const SCRIPT_MAX_BYTES = 150_000;
const SHIFT_MAX = 0.01;

const { browser, product } = await openJourney({});

/** Removes the initial data, so that the page requests everything. */
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

/** Whether the focus is on something in the window, or on nothing. */
const FOCUS_IS_IN_SIGHT = `(() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return document.activeElement === document.body || (bottom > 0 && top < innerHeight);
})()`;

describe("before anybody has published", () => {
  test("each list has its own empty message, and the announcement is absent", async () => {
    const { context, page, faults } = await visit(browser);
    await openExplore(page, product.origin);
    await page.getByText("Sorry, no data available.").waitFor();
    await expect.poll(() => page.getByText("No data available", { exact: true }).count()).toBe(4);
    // The image above each of the five messages.
    await expect.poll(() => page.locator("img[src*='sad-floodlight']").count()).toBe(5);
    // Images and documents cannot be uploaded yet, and no heading promises any.
    await expect.poll(() => page.getByRole("heading", { name: /images|documents/i }).count()).toBe(0);
    await expect.poll(() => page.getByRole("heading", { name: /'S TEAM/ }).count()).toBe(0);
    await lookAt(page, "explore-empty");
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("with something to see", () => {
  beforeAll(async () => {
    await addPeople(product.databaseUrl(), PEOPLE);
    await fillExplore(product.databaseUrl());
  });

  test("a visitor sees every section in order, and every click asks them to join", async () => {
    const { context, page, faults } = await visit(browser);
    const foreign: string[] = [];
    page.on("request", (request) => !request.url().startsWith(product.origin) && foreign.push(request.url()));
    await openExplore(page, product.origin);
    await page.getByRole("heading", { name: /'S TEAM/ }).waitFor();
    await expect
      .poll(() => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts())
      .toEqual(expect.arrayContaining(SECTIONS.map((name) => expect.stringMatching(new RegExp(name, "i")))));
    const order = await page.getByRole("main").locator("section[aria-labelledby] > :is(header, h2)").allInnerTexts();
    expect(order.map((text) => text.split("\n")[0]?.toUpperCase())).toEqual(SECTIONS.map((name) => name.toUpperCase()));
    // All headings but that of the weekly strip are in capitals.
    expect(order[0]?.split("\n")[0]).toBe("Top 25 earners: This week");
    await page.getByText("Browse according to your interests").waitFor();
    await expect.poll(() => page.getByRole("link", { name: /Play Video/ }).count()).toBe(0);
    await expect.poll(() => page.getByRole("button", { name: /^Follow/ }).count()).toBe(0);
    await lookAt(page, "explore-visitor");

    const join = page.getByRole("dialog").getByText("You want to be a");
    const presses = [
      () => section(page, "TRENDING VIDEOS").getByRole("button", { name: LONG_TITLE }).click(),
      () => section(page, "TOP EARNERS").getByRole("button", { name: "@club_seven" }).click(),
      () => section(page, "IMAGES").getByRole("heading", { name: "IMAGES" }).click(),
      () => shownSlide(page).getByRole("button").press("Enter"),
      // A click anywhere on the slide.
      () => page.getByRole("region", { name: "Top videos" }).click({ position: { x: 700, y: 40 } }),
      () => section(page, "Top 25 earners: This week").getByRole("button", { name: "club_seven" }).press("Enter"),
    ];
    for (const press of presses) {
      await press();
      await join.waitFor();
      await page.keyboard.press("Escape");
      await join.waitFor({ state: "hidden" });
      await expect.poll(() => page.evaluate(FOCUS_IS_IN_SIGHT)).toBe(true);
    }
    expect([foreign, faults]).toEqual([[], []]);
    await context.close();
  });

  test("titles are cut on screen, and complete for screen readers", async () => {
    const { context, page } = await visit(browser, { width: 1920 });
    await openExplore(page, product.origin);
    const card = section(page, "TRENDING VIDEOS").getByRole("article").filter({ hasText: LONG_TITLE });
    await expect.poll(() => card.getByText("Cup final,…", { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => card.getByRole("button").getAttribute("title")).toBe(LONG_TITLE);
    await expect.poll(() => card.locator("img").first().getAttribute("src")).toMatch(/default-thumbnail/);
    const slide = page.getByRole("region", { name: "Top videos" });
    await expect.poll(() => slide.getByText("Cup final, second ha…", { exact: true }).count()).toBe(1);
    const told = await section(page, "FROM THE FIELDHOUSE'S TEAM")
      .getByText(/^The season begins/)
      .innerText();
    expect([...told]).toHaveLength(501);
    await context.close();
  });

  test("a first visit loads little, and nothing shifts", async () => {
    const { context, page } = await visit(browser);
    const { scripts } = await watchLine(page);
    const shift = await watchShift(page);
    await openExplore(page, product.origin);
    await section(page, "DOCUMENTS").scrollIntoViewIfNeeded();
    // Long enough for any prefetch; for a visitor there is none.
    await page.waitForTimeout(2_500);
    expect(sizeOf(scripts)).toBeGreaterThan(50_000);
    expect(sizeOf(scripts)).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
    expect(await shift()).toBeLessThanOrEqual(SHIFT_MAX);
    await context.close();
  });

  test("the strip moves until it is paused, and not at all with reduced motion", async () => {
    const { context, page } = await visit(browser);
    await openExplore(page, product.origin, "/portal");
    const strip = section(page, "Top 25 earners: This week");
    const leftPx = () => strip.getByRole("list").evaluate((list: { scrollLeft: number }) => list.scrollLeft);
    await expect.poll(leftPx).toBeGreaterThan(100);
    await strip.getByRole("button", { name: "Pause Top 25 earners" }).click();
    const pausedPx = await restingPx(leftPx);
    await page.mouse.move(0, 0);
    await page.keyboard.press("Escape");
    await page.waitForTimeout(2_600);
    expect(await leftPx()).toBe(pausedPx);

    await page.emulateMedia({ reducedMotion: "reduce" });
    await openExplore(page, product.origin);
    await strip.getByRole("button", { name: "Play Top 25 earners" }).waitFor();
    await page.getByRole("button", { name: "Play Top videos" }).waitFor();
    await context.close();
  });

  test("a visitor who joins from a slide lands on its video; clicking a gap or selecting text asks nobody to join", async () => {
    const { context, page } = await visit(browser);
    await openExplore(page, product.origin);
    const trending = section(page, "TRENDING VIDEOS");
    await trending.scrollIntoViewIfNeeded();
    const [box, heading] = [await trending.boundingBox(), await trending.getByRole("heading").first().boundingBox()];
    if (!box || !heading) throw new Error("the section is not there");
    await page.mouse.click(box.x + box.width / 2, box.y - 24);
    await page.mouse.move(heading.x + 4, heading.y + heading.height / 2);
    await page.mouse.down();
    await page.mouse.move(heading.x + 160, heading.y + heading.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.evaluate("String(getSelection())")).not.toBe("");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

    const slide = shownSlide(page).getByRole("button");
    await slide.hover();
    const title = await shownSlide(page).getByRole("heading").getAttribute("title");
    await slide.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await dialog.getByLabel("Email or username").fill("leo");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByLabel("Password", { exact: true }).press("Enter");
    await page.waitForURL("**/video/*");
    await page
      .getByRole("heading", { name: title ?? "" })
      .first()
      .waitFor();
    await context.close();
  });

  test("lists that fail to load say so, and one Retry loads them all", async () => {
    const { context, page } = await visit(browser);
    await withoutFirstView(page);
    const lists = /\/api\/v1\/(top-earners|get-announcement|get-top-videos|popular-fieldhouse|trending-videos)/;
    await page.route(lists, (route) => route.fulfill({ status: 500, body: "" }));
    await openExplore(page, product.origin);
    await page.getByText("An Error Occurred.", { exact: true }).waitFor();
    // The strip, the banner, trending, top earners, athletes.
    await expect.poll(() => page.getByText("Error Occurred", { exact: true }).count()).toBe(5);
    await lookAt(page, "explore-error");
    await page.unroute(lists);
    await section(page, "TRENDING VIDEOS").getByRole("button", { name: "Retry" }).press("Enter");
    await expect.poll(() => section(page, "TRENDING VIDEOS").getByRole("article").count()).toBe(VIDEOS);
    await section(page, "TRENDING VIDEOS").and(page.locator(":focus")).waitFor();
    await expect.poll(() => page.getByText(/^(?:An )?Error Occurred\.?$/).count()).toBe(0);
    await section(page, "TOP EARNERS").getByRole("article").first().waitFor();
    await context.close();
  });

  test("a section below the fold that fails leaves the rest alone, and loads on Retry", async () => {
    const { context, page } = await visit(browser);
    await page.route(/\/assets\/explore-more-/, (route) => route.abort());
    await page.goto(`${product.origin}/explore`);
    const retry = page.getByRole("main").getByRole("alert").getByRole("button", { name: "Retry" });
    await retry.waitFor();
    await section(page, "TRENDING VIDEOS").getByRole("article").first().waitFor();
    await page.unroute(/\/assets\/explore-more-/);
    await retry.click();
    await section(page, "TOP EARNERS").getByRole("article").first().waitFor();
    await context.close();
  });

  test("loaded lists stay when a refresh fails", async () => {
    const { context, page } = await visit(browser);
    await openExplore(page, product.origin);
    const failed = new Set<string>();
    await page.route("**/api/v1/**", (route) => {
      failed.add(new URL(route.request().url()).pathname.replace("/api/v1", ""));
      return route.fulfill({ status: 500, body: "" });
    });
    // On returning to the tab, lists older than half a minute are requested again.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    const asked = ["/get-top-videos", "/get-announcement", "/trending-videos", "/top-earners"];
    await expect.poll(() => [...failed]).toEqual(expect.arrayContaining(asked));
    await page.waitForTimeout(500);
    await expect.poll(() => page.getByText(/Error Occurred|An Error Occurred/).count()).toBe(0);
    await shownSlide(page).getByRole("heading").waitFor();
    await section(page, "FROM THE FIELDHOUSE'S TEAM").getByRole("heading", { name: "Kick-off" }).waitFor();
    await context.close();
  });
});
