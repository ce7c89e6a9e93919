import { announcementRoutes } from "@app/contract/staff-announcements";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type NewAnnouncement,
  setAnnouncement,
  withdrawAnnouncement,
} from "../apps/server/src/modules/staff/announcements/announcements.service.ts";
import { visit } from "./testing/browser.ts";
import { makeClip } from "./testing/clip.ts";
import { openExplore, section, watchShift } from "./testing/explore-page.ts";
import { fillExplore, inDatabase, keepFile, PEOPLE, TOLD } from "./testing/explore-world.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";

const { browser, product } = await openJourney(PEOPLE);
beforeAll(() => fillExplore(product.databaseUrl()));

const PLAYER = "https://www.youtube-nocookie.com";
const team = (page: Page) => section(page, "FROM THE FIELDHOUSE'S TEAM");
const tell = (said: NewAnnouncement) =>
  inDatabase(product.databaseUrl(), (database) => setAnnouncement(database, said));

describe("a video on somebody else's server", () => {
  /**
   * Stands in for the hosted player: it answers the greeting, plays ten seconds in one, and logs its commands. It ends once,
   * at the second in its URL; after that it plays on, as the real one does.
   */
  const STUB = `<!doctype html><title>player</title><script>
    let at = 10, state = 1, isGreeted = false, hasEnded = false;
    const say = (event, info) => parent.postMessage(JSON.stringify({ event, info, id: 1, channel: "widget" }), "*");
    addEventListener("message", ({ data, origin }) => {
      const { event, func, args } = JSON.parse(data);
      if (event === "listening" && !isGreeted) { isGreeted = true; say("initialDelivery", { duration: 60 }); }
      if (event !== "command") return;
      console.log(["told", origin, func, ...args].join(" "));
      if (func === "seekTo") at = args[0];
      if (func === "playVideo") state = 1;
    });
    setInterval(() => {
      if (!isGreeted || state !== 1) return;
      at += 0.5;
      if (at >= 15 && !hasEnded) { hasEnded = true; state = 0; say("onStateChange", 0); return; }
      say("infoDelivery", { currentTime: at, playerState: 1 });
    }, 50);
  </script>`;

  type Framed = { ownerDocument: { activeElement: unknown } };

  /** It sends nothing, so that every message comes from another window. */
  const SILENT = `<!doctype html><title>player</title><script>
    addEventListener("message", ({ data }) => data.includes("command") && console.log("told " + data));
  </script>`;

  async function openPlayer(context: BrowserContext, page: Page, player = STUB) {
    const [asked, told]: [URL[], string[]] = [[], []];
    page.on("console", (line) => line.text().startsWith("told ") && told.push(line.text().replace("told ", "")));
    await context.route(`${PLAYER}/**`, async (route) => {
      asked.push(new URL(route.request().url()));
      await route.fulfill({ contentType: "text/html", body: player });
    });
    await openExplore(page, product.origin);
    await team(page).scrollIntoViewIfNeeded();
    return { asked, told };
  }

  test("is fetched only after a click, and loops back to second 10 at its end", async () => {
    const { context, page, faults } = await visit(browser);
    const { asked, told } = await openPlayer(context, page);
    expect(asked).toEqual([]);
    await team(page).getByRole("button", { name: "Play on YouTube: Kick-off" }).press("Enter");
    const frame = team(page).getByTitle("Kick-off");
    await frame.waitFor();
    // Once the focus is inside the player, the page sees only its iframe.
    await expect.poll(() => frame.evaluate((it: Framed) => it.ownerDocument.activeElement === it)).toBe(true);
    await expect.poll(() => asked.length).toBe(1);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ start: "10", end: "15", mute: "1" });
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(6);
    const once = [`${product.origin} seekTo 10 true`, `${product.origin} playVideo`];
    expect(told.slice(0, 6)).toEqual([...once, ...once, ...once]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("accepts messages from the player only", async () => {
    const { context, page } = await visit(browser);
    const { told } = await openPlayer(context, page, SILENT);
    await team(page)
      .getByRole("button", { name: /^Play on YouTube/ })
      .click();
    await team(page).getByTitle("Kick-off").waitFor();
    // The page itself, imitating the player's messages.
    await page.evaluate("postMessage(JSON.stringify({ event: 'onStateChange', info: 0 }), '*')");
    await page.waitForTimeout(1_000);
    expect(told).toEqual([]);
    await context.close();
  });

  test("without a playable link, the text takes the full width", async () => {
    await tell({ ...TOLD, youtubeLink: "https://www.youtube.com/@fieldhouse" });
    const { context, page } = await visit(browser);
    await openExplore(page, product.origin);
    const words = team(page).getByText(/^The season begins/);
    await words.scrollIntoViewIfNeeded();
    await expect.poll(() => team(page).getByRole("button").count()).toBe(0);
    expect((await words.boundingBox())?.width).toBeGreaterThan(900);
    await tell(TOLD);
    await context.close();
  });
});

describe("the team's own film", () => {
  type Film = { currentTime: number; paused: boolean; muted: boolean };
  const atS = (film: Locator) => film.evaluate((it: Film) => it.currentTime);
  const isStill = (film: Locator) => film.evaluate((it: Film) => it.paused);

  /** Its position, every tenth of a second. */
  async function follow(film: Locator, page: Page, seconds: number): Promise<number[]> {
    const seen: number[] = [];
    for (let n = 0; n < seconds * 10; n++) {
      seen.push(await atS(film));
      await page.waitForTimeout(100);
    }
    return seen;
  }

  test.each([
    { lengthS: 18, fromS: 10, toS: 15 },
    { lengthS: 4, fromS: 0, toS: 4 },
  ])(
    "of $lengthS seconds plays from $fromS to $toS, muted and over and over, until it is paused",
    async ({ lengthS, fromS, toS }) => {
      const key = `announcements/${lengthS}/film.mp4`;
      await keepFile(product, key, makeClip({ lengthS, size: "160x90", kbps: 60 }));
      await tell({ ...TOLD, video: { key, lengthMs: lengthS * 1_000 } });
      const { context, page, faults } = await visit(browser);
      await openExplore(page, product.origin);
      await team(page).scrollIntoViewIfNeeded();
      const film = team(page).locator("video");
      await expect.poll(() => atS(film)).toBeGreaterThan(fromS + 0.2);
      await expect.poll(() => film.evaluate((it: Film) => it.muted)).toBe(true);
      const seen = await follow(film, page, toS - fromS + 3);
      const wentBack = seen.filter((at, n) => n > 0 && at < (seen[n - 1] ?? 0) - 1);
      expect(wentBack.length).toBeGreaterThanOrEqual(1);
      expect(Math.min(...seen)).toBeGreaterThanOrEqual(fromS - 0.05);
      expect(Math.max(...seen)).toBeLessThan(toS + 2);
      await lookAt(page, "explore-film");

      await team(page).getByRole("button", { name: "Pause Kick-off" }).click();
      await expect.poll(() => isStill(film)).toBe(true);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await openExplore(page, product.origin);
      await team(page).scrollIntoViewIfNeeded();
      await team(page).getByRole("button", { name: "Play Kick-off" }).waitFor();
      expect([await isStill(film), await atS(film)]).toEqual([true, 0]);
      await team(page).getByRole("button", { name: "Play Kick-off" }).click();
      await expect.poll(() => isStill(film)).toBe(false);
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});

describe("while it loads", () => {
  test.each(["something", "nothing"])("nothing shifts, whether %s is announced in the end", async (what) => {
    await (what === "something" ? tell(TOLD) : inDatabase(product.databaseUrl(), withdrawAnnouncement));
    const { context, page } = await visit(browser);
    const shift = await watchShift(page);
    await page.route(`**${announcementRoutes.current.path}`, async (route) => {
      await page.waitForTimeout(1_500);
      await route.continue();
    });
    await openExplore(page, product.origin);
    if (what === "something") await team(page).waitFor();
    await page.waitForTimeout(2_000);
    await expect.poll(() => team(page).count()).toBe(what === "something" ? 1 : 0);
    expect(await shift()).toBeLessThanOrEqual(0.01);
    await context.close();
  });
});
