import { channelHref } from "@app/contract/paths";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../apps/server/src/testing/pictures.ts";
import { beSignedIn, type Visit, visit } from "./testing/browser.ts";
import { earn, inDatabase, refreshLists } from "./testing/explore-world.ts";
import { openJourney } from "./testing/journey.ts";
import { findChannels } from "./testing/people.ts";
import { changeCover, publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", hornets: "Team", club_one: "Team", leo: null });
const PRELOADED = /<link rel="preload" as="image" fetchpriority="high" href="([^"]+)"[^>]*>/g;
const addresses = { "/": "/", "/explore": "/explore", "a channel with a cover": "", "a channel": "", "a video": "" };
type Place = keyof typeof addresses;

beforeAll(async () => {
  const ids = await inDatabase(product.databaseUrl(), findChannels);
  addresses["a channel with a cover"] = channelHref(ids.get("maya") ?? "") ?? "";
  addresses["a channel"] = channelHref(ids.get("hornets") ?? "") ?? "";
  await changeCover(product, "maya", await drawPicture(1600, 400, "jpeg"));
  addresses["a video"] = await publishClip(product, "hornets", "Derby");
  await inDatabase(product.databaseUrl(), async (database) => {
    await earn(database);
    await refreshLists(database);
  });
});

async function openAs(username: string | null, width: number): Promise<Visit> {
  const opened = await visit(browser, { width });
  if (username !== null) await beSignedIn(opened.page, product.origin, username);
  return opened;
}

/** The last one is for wide screens, and the `src` of each image. */
async function findPicture(address: string): Promise<string> {
  const html = await (await fetch(product.origin + address)).text();
  return [...html.matchAll(PRELOADED)].at(-1)?.[1] ?? "";
}

async function boxOf(page: Page, picture: string) {
  const shown = page.locator(`#root img[src="${picture}"]`).first();
  await shown.waitFor();
  return shown.boundingBox();
}

/** The text of a channel above its first card has as many lines as its owner wrote. */
function whereIt(box: Awaited<ReturnType<typeof boxOf>>, place: Place): object {
  const { y, ...rest } = box ?? { y: 0 };
  return place === "a channel" ? rest : { ...rest, y };
}

const blockScripts = (page: Page) => page.route("**/assets/*.js", (route) => route.abort());

describe("the largest picture of a page", () => {
  test.each<{ place: Place; username: string | null; api?: RegExp }>([
    { place: "/", username: null },
    { place: "/explore", username: null },
    { place: "/explore", username: "leo" },
    { place: "a channel with a cover", username: "leo", api: /\/api\/v1\/get-channel\// },
    { place: "a channel", username: "leo", api: /\/api\/v1\/get-channel\// },
    { place: "a video", username: "leo", api: /\/api\/v1\/content\// },
  ])("is shown by the HTML of $place ($username) where the page shows it, and stays there", async (one) => {
    const { place, username, api } = one;
    const picture = await findPicture(addresses[place]);
    for (const width of [360, 1440]) {
      const { context, page, faults } = await openAs(username, width);
      await blockScripts(page);
      await page.goto(product.origin + addresses[place]);
      const before = await boxOf(page, picture);
      expect(before?.width ?? 0).toBeGreaterThan(width / 4);
      await page.unroute("**/assets/*.js");
      // Without a reply the page goes on loading.
      const held = Promise.withResolvers<void>();
      if (api) await page.route(api, (route) => held.promise.then(() => route.continue()));
      await page.reload();
      if (api) {
        await page.getByText(/^Loading the (?:channel|video)$/).waitFor();
        expect([width, await boxOf(page, picture)]).toEqual([width, before]);
      }
      held.resolve();
      await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
      const shown = page.locator(place === "a video" ? `video[poster="${picture}"]` : `main img[src="${picture}"]`);
      await expect.poll(() => shown.first().boundingBox()).toMatchObject(whereIt(before, place));
      expect(faults).toEqual([]);
      await context.close();
    }
  });

  test("of `/` is not shown to a member, who is redirected", async () => {
    const { context, page } = await openAs("leo", 1440);
    await blockScripts(page);
    await page.goto(product.origin);
    await page.locator('[data-skeleton="landing"]').waitFor({ state: "attached" });
    expect(await page.locator("[data-skeleton] img").isVisible()).toBe(false);
    await context.close();
  });

  test("is missing where only members may see it", async () => {
    await inDatabase(product.databaseUrl(), ({ pool }) => pool.query("update contents set visibility = 'private'"));
    const html = await (await fetch(product.origin + addresses["a video"])).text();
    expect(html).not.toMatch(/data-skeleton|\/media\/o\/contents/);
  });
});
