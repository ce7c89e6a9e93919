import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { makeClip } from "./testing/clip.ts";
import { openExplore, section, shownSlide } from "./testing/explore-page.ts";
import { addPreview, fillExplore, inDatabase, LONG_TITLE, PEOPLE, refreshLists } from "./testing/explore-world.ts";
import { openJourney } from "./testing/journey.ts";

const { browser, product } = await openJourney(PEOPLE);

/** One that exists and one that does not: a lost image must not leave a hole. */
const [PICTURE, LOST] = ["pictures/here.webp", "pictures/lost.webp"];
/** Shown nowhere else, because a browser that has the large one does not fetch the small one. */
const [LARGE, SMALL] = ["contents/a/b/card.webp", "contents/a/b/card-small.webp"];
const nameOf = (key: string) => key.split("/").at(-1) ?? "";

beforeAll(async () => {
  await fillExplore(product.databaseUrl());
  await addPreview(product, LONG_TITLE, makeClip({ lengthS: 2, size: "320x180", kbps: 100 }));
  await inDatabase(product.databaseUrl(), async (database) => {
    const { pool } = database;
    await pool.query("update contents set total_views = 1234, length_ms = 3725000 where title = $1", [LONG_TITLE]);
    const dress = `update channels c set profile_key = $2, cover_key = $2, subscriber_count = $3
      from accounts a where a.id = c.owner_id and a.username = $1`;
    await pool.query(dress, ["maya", PICTURE, 1]);
    await pool.query(dress, ["nia", LOST, 12_345]);
    await pool.query(dress, ["club_two", PICTURE, 2]);
    await pool.query(dress, ["club_three", LOST, 0]);
    await refreshLists(database);
  });
});

async function open(page: Page): Promise<void> {
  for (const name of [PICTURE, LARGE, SMALL].map(nameOf))
    await page.route(`**/${name}`, (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
  await openExplore(page, product.origin);
}

const card = (page: Page, list: string, text: string) =>
  section(page, list).getByRole("article").filter({ hasText: text });
const pictures = (within: Locator) =>
  within
    .locator("img:not([hidden])")
    .evaluateAll((all: { src: string }[]) => all.map(({ src }) => src.split("/").at(-1)));
const lines = async (within: Locator) => (await within.innerText()).split(/\s*\n\s*/).filter(Boolean);

test("a trending video shows its length, owner and views, with images or their placeholders", async () => {
  const { context, page } = await visit(browser);
  await open(page);
  const mine = card(page, "TRENDING VIDEOS", LONG_TITLE);
  await mine
    .getByRole("button", { name: `${LONG_TITLE}, 1 hour 2 minutes 5 seconds, maya's channel, 1.2K views`, exact: true })
    .waitFor();
  await mine.getByText("1:02:05", { exact: true }).waitFor();
  await expect.poll(() => pictures(mine)).toEqual([expect.stringMatching(/^default-thumbnail.*svg$/), "here.webp"]);
  const others = card(page, "TRENDING VIDEOS", "Relay 2");
  await others.scrollIntoViewIfNeeded();
  // The initial, if the profile picture is lost.
  await others.getByText("n", { exact: true }).waitFor();
  await expect.poll(() => pictures(others)).toHaveLength(1);
  await context.close();
});

test.each([
  ["small one on a phone of few pixels", 360, 1, SMALL],
  ["large one on a tablet of many", 768, 3, LARGE],
  // An item from before small images existed.
  ["large one where there is no other", 360, 1, LARGE],
])("a card loads its picture: the %s", async (name, width, density, picture) => {
  const hasSmall = !name.includes("no other");
  await inDatabase(product.databaseUrl(), ({ pool }) =>
    pool.query("update contents set thumbnail_key = $1, thumbnail_small_key = $2 where title = 'Relay 3'", [
      LARGE,
      hasSmall ? SMALL : null,
    ]),
  );
  const { context, page } = await visit(browser, { width, density });
  await open(page);
  const mine = card(page, "TRENDING VIDEOS", "Relay 3").locator("img").first();
  await mine.scrollIntoViewIfNeeded();
  const shown = () => mine.evaluate((it: { currentSrc: string }) => new URL(it.currentSrc).pathname);
  await expect.poll(async () => nameOf(await shown())).toBe(nameOf(picture));
  await context.close();
});

test("a slide loops its clip muted, and advances to the next by itself", async () => {
  const { context, page } = await visit(browser);
  await open(page);
  const slide = shownSlide(page);
  // Paused by the pointer on it, however long it took to load.
  await page.getByRole("button", { name: "Slide 1 of 7" }).click();
  await expect
    .poll(() => lines(slide))
    .toEqual(
      expect.arrayContaining(
        ["VIDEO", "maya's channel", "1.2K views"].map((text) => expect.stringMatching(new RegExp(text))),
      ),
    );
  const clip = slide.locator("video");
  const state = () =>
    clip.evaluate((it: { muted: boolean; loop: boolean; paused: boolean; src: string }) => ({
      muted: it.muted,
      loop: it.loop,
      paused: it.paused,
      file: it.src.split("/").at(-1),
    }));
  await expect.poll(state).toEqual({ muted: true, loop: true, paused: false, file: "preview.mp4" });
  // Out of sight it does not move.
  await section(page, "DOCUMENTS").scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.locator("video").evaluateAll((all: { paused: boolean }[]) => all.every((it) => it.paused)))
    .toBe(true);
  const banner = page.getByRole("region", { name: "Top videos" });
  await banner.scrollIntoViewIfNeeded();
  // Neither the pointer nor the focus pauses it.
  await page.mouse.move(0, 0);
  await page.evaluate("document.activeElement.blur()");
  await expect.poll(() => slide.getAttribute("aria-label")).toBe("2 of 7");
  await banner.getByRole("button", { name: "Slide 1 of 7" }).click();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(async () => (await state()).paused).toBe(true);
  await context.close();
});

test("an earner's card shows dollars, followers and items under the cover; the weekly strip shows dollars and referrals", async () => {
  const { context, page } = await visit(browser, { width: 1920 });
  await open(page);
  const two = card(page, "TOP EARNERS", "@club_two");
  await two.scrollIntoViewIfNeeded();
  await expect.poll(() => lines(two)).toEqual(["@club_two", "$90.00", "2 followers", "0 items"]);
  await expect.poll(() => pictures(two)).toEqual(["here.webp", "here.webp"]);
  const three = card(page, "TOP EARNERS", "@club_three");
  await expect.poll(() => pictures(three)).toEqual([]);
  await expect.poll(() => lines(three)).toEqual(["C", "@club_three", "$80.00", "0 followers", "0 items"]);

  const first = section(page, "Top 25 earners: This week").getByRole("listitem").first();
  await expect.poll(() => lines(first)).toEqual(["1 of 9", "1", "club_two", "$90.00 9 referrals"]);
  const last = section(page, "Top 25 earners: This week").getByRole("listitem").last();
  await expect.poll(() => lines(last)).toEqual(["9 of 9", "9", "C", "club_eight", "$10.00 1 referral"]);
  await context.close();
});

test("an athlete's card shows the number of followers", async () => {
  const { context, page } = await visit(browser);
  await open(page);
  const nia = card(page, "ATHLETES OF THE WEEK", "@nia");
  await nia.scrollIntoViewIfNeeded();
  await expect.poll(() => lines(nia)).toEqual(["N", "@nia", "12.3K followers"]);
  const maya = card(page, "ATHLETES OF THE WEEK", "@maya");
  await expect.poll(() => lines(maya)).toEqual(["@maya", "1 follower"]);
  await expect.poll(() => pictures(maya)).toEqual(["here.webp"]);
  await context.close();
});

test("until somebody earns this week, the strip shows last week's earners, and says so", async () => {
  await inDatabase(product.databaseUrl(), async (database) => {
    await database.pool.query(
      "update referrals set credited_at = date_trunc('week', now(), 'America/New_York') - interval '1 hour'",
    );
    await refreshLists(database);
  });
  const { context, page } = await visit(browser);
  await open(page);
  const strip = section(page, "Top 25 earners: Last week");
  await expect.poll(() => strip.getByRole("article").count()).toBe(9);
  await context.close();
});

test("a page fetches no more images after the user leaves it, and leaks none", async () => {
  await inDatabase(product.databaseUrl(), ({ pool }) =>
    pool.query("update contents set thumbnail_key = $1, thumbnail_small_key = $2 where type = 'video'", [LARGE, SMALL]),
  );
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  await open(page);
  await section(page, "DOCUMENTS").scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  for (let visits = 0; visits < 4; visits++) {
    await page.getByRole("banner").getByRole("link", { name: "Following" }).click();
    await page.getByRole("heading", { level: 1, name: "Following" }).waitFor();
    await page.goBack();
    await section(page, "TRENDING VIDEOS").getByRole("article").first().waitFor();
  }
  expect(fetched.filter((path) => path.endsWith(LARGE))).toEqual([]);
  const { alive, shown } = await countPictures(page);
  expect(shown).toBeGreaterThan(10);
  // React keeps its last rendered tree.
  expect(alive).toBeLessThan(3 * shown);
  await context.close();
});

/** How many images the browser keeps in memory, on the page or not. */
async function countPictures(page: Page): Promise<{ alive: number; shown: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { result } = await session.send("Runtime.evaluate", { expression: "HTMLImageElement.prototype" });
  const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: result.objectId ?? "" });
  const held = await session.send("Runtime.callFunctionOn", {
    objectId: objects.objectId ?? "",
    functionDeclaration: "function () { return this.length; }",
    returnByValue: true,
  });
  return { alive: Number(held.result.value), shown: await page.locator("img").count() };
}
