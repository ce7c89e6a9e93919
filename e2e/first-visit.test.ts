import { readdirSync } from "node:fs";
import path from "node:path";
import { channelHref } from "@app/contract/paths";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../apps/server/src/testing/pictures.ts";
import { beSignedIn, type Visit, visit } from "./testing/browser.ts";
import { inDatabase } from "./testing/explore-world.ts";
import { openJourney } from "./testing/journey.ts";
import { sizeOf, watchLine } from "./testing/line.ts";
import { findChannels } from "./testing/people.ts";
import { changeCover, publishClip } from "./testing/publish.ts";

/** The budget of a member's page, with its live connection; a visitors' page has 150,000 (decision 0050). */
const SCRIPT_MAX_BYTES = 192_000;
/** The budget of the watch page with its player. */
const VIDEO_SCRIPT_MAX_BYTES = 320_000;
const PRELOAD = /<link rel="preload" as="image" fetchpriority="high" href="([^"]+)"/;
/** Chunks of code that only owners, clicks or forms need. */
const NOT_A_FANS = [
  ...[
    "own-pictures",
    "own-about",
    "profile-section-form",
    "card-form",
    "profile-form",
    "in-place-form",
    "details-form",
    "measurables-form",
  ],
  ...["recruiting-set-up", "guardian", "guardian-request", "share-dialog", "followers", "qr-code", "dialog", "field"],
  ...["show-faults", "video-page", "player"],
];
/** On the watch page: chunks of code that only clicks, scrolling or forms need. */
const NOT_A_VIEWERS = [
  "zod",
  "comment-section",
  "item-notices",
  "film-room",
  "transcript",
  "dialog",
  "share-dialog",
  "field",
];
const toNames = (chunks: readonly string[]) => new RegExp(`^(?:${chunks.join("|")})-`);

const { browser, product } = await openJourney({ maya: "Individual", hornets: "Team", leo: null });
const channels = new Map<string, string>();

beforeAll(async () => {
  const ids = await inDatabase(product.databaseUrl(), findChannels);
  for (const [username, id] of ids) channels.set(username, channelHref(id) ?? "");
  await changeCover(product, "maya", await drawPicture(1600, 400, "jpeg"));
});

async function openAs(username: string, width = 1440): Promise<Visit> {
  const opened = await visit(browser, { width });
  await beSignedIn(opened.page, product.origin, username);
  return opened;
}

/** The browser asks to save data, so the player is not prefetched and every transfer is the channel's. */
async function saveData(page: Page): Promise<void> {
  await page.addInitScript(`Object.defineProperty(navigator, "connection", { value: { saveData: true } })`);
}

const readHtml = async (username: string) => (await fetch(product.origin + channels.get(username))).text();

test("the build has every chunk that a first visit leaves out, by this name", () => {
  const files = readdirSync(path.resolve(import.meta.dirname, "../apps/web/dist/assets"));
  const isBuilt = (chunk: string) =>
    files.some((file) => /^-[\w-]{8}\.js$/.test(file.slice(chunk.length)) && file.startsWith(chunk));
  expect([...NOT_A_FANS, ...NOT_A_VIEWERS].filter((chunk) => !isBuilt(chunk))).toEqual([]);
});

describe("a fan's first visit to a channel", () => {
  test("fetches only what a fan needs, and requests the channel and its videos in parallel, once each", async () => {
    const { context, page, faults } = await openAs("leo");
    await saveData(page);
    const warnings: string[] = [];
    page.on("console", (message) => message.text().includes("preload") && warnings.push(message.text()));
    const { scripts, asked } = await watchLine(page);
    await page.goto(product.origin + channels.get("maya"));
    await page.getByText("maya's channel has published no videos yet.").waitFor();
    await page.waitForLoadState("networkidle");

    const bytes = sizeOf(scripts);
    expect([...scripts.keys()].filter((name) => toNames(NOT_A_FANS).test(name))).toEqual([]);
    expect(bytes).toBeGreaterThan(60_000);
    expect(bytes).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
    const ofChannel = asked.filter((path) => /\/get-(?:channel|contents)\/|cover/.test(path));
    expect(ofChannel.toSorted()).toEqual([...new Set(ofChannel)].toSorted());
    expect(ofChannel).toHaveLength(3);
    expect([warnings, faults]).toEqual([[], []]);

    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("dialog").getByRole("img", { name: "QR code of maya's channel" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect([...scripts.keys()].some((name) => toNames(NOT_A_FANS).test(name))).toBe(true);
    await context.close();
  });

  test("preloads the cover with the page, at the URL that the image uses", async () => {
    const [, cover = ""] = PRELOAD.exec(await readHtml("maya")) ?? [];
    expect(cover).toMatch(/^\/media\/o\/accounts\//);
    const { context, page } = await openAs("leo");
    await page.goto(product.origin + channels.get("maya"));
    await page.getByRole("heading", { level: 1, name: "maya's channel" }).waitFor();
    await expect.poll(() => page.locator(`main img[src="${cover}"][fetchpriority="high"]`).count()).toBe(1);
    await context.close();
    // No thumbnail was chosen.
    expect(await readHtml("hornets")).not.toMatch(PRELOAD);
  });

  test("reveals nothing about a minor in the page's HTML", async () => {
    await inDatabase(product.databaseUrl(), ({ pool }) =>
      pool.query("update accounts set date_of_birth = now() - interval '15 years' where username = 'maya'"),
    );
    const html = await readHtml("maya");
    expect(html).not.toMatch(PRELOAD);
    for (const word of ["/media/o/accounts", "maya"]) expect(html).not.toContain(word);
  });
});

describe("of a channel with a video", () => {
  let video = "";
  beforeAll(async () => {
    video = await publishClip(product, "hornets", "Derby");
  });

  test("a fan's first visit to the video loads little, and the comments once they scroll", async () => {
    const { context, page, faults } = await openAs("leo");
    const { scripts } = await watchLine(page);
    await page.goto(product.origin + video);
    const hasFrame = (element: { readyState: number }) => element.readyState >= 2;
    await expect.poll(() => page.locator("video").first().evaluate(hasFrame)).toBe(true);
    // The last to load, once the page is idle.
    await expect.poll(() => [...scripts.keys()].some((name) => name.startsWith("live-connection-"))).toBe(true);
    await page.waitForLoadState("networkidle");
    expect([...scripts.keys()].filter((name) => toNames(NOT_A_VIEWERS).test(name))).toEqual([]);
    expect(sizeOf(scripts)).toBeGreaterThan(200_000);
    expect(sizeOf(scripts)).toBeLessThanOrEqual(VIDEO_SCRIPT_MAX_BYTES);
    await page.mouse.wheel(0, 100);
    await page.getByLabel("Add a comment").waitFor({ state: "attached" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test.each(["the channel", "the video"])(
    "the picture of %s is preloaded with the page, which shows that same file",
    async (what) => {
      const address = what === "the video" ? video : (channels.get("hornets") ?? "");
      const html = await (await fetch(product.origin + address)).text();
      const [, picture = ""] = PRELOAD.exec(html) ?? [];
      expect(picture).toMatch(/^\/media\/o\/contents\//);
      const { context, page, faults } = await openAs("leo");
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
      await page.goto(product.origin + address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (what === "the channel") await page.getByRole("list").locator(`img[src="${picture}"]`).waitFor();
      else await page.locator(`video[poster="${picture}"]`).waitFor();
      // The card offers a small one, and the preload names the same two.
      const small = picture.replace(".webp", "-small.webp");
      await expect.poll(() => loaded.filter((path) => path === picture || path === small)).toHaveLength(1);
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});
