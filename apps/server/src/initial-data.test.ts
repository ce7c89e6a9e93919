import { existsSync } from "node:fs";
import path from "node:path";
import { CARD_SIZES, toCardSrcset } from "@app/contract/card-picture";
import { channelRoutes } from "@app/contract/channels";
import { contentRoutes } from "@app/contract/contents";
import { discoveryRoutes } from "@app/contract/discovery";
import { API_PREFIX, channelHref, contentHref } from "@app/contract/paths";
import { preferenceRoutes } from "@app/contract/preferences";
import { beforeEach, describe, expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { refreshDiscovery } from "#modules/discovery/discovery/discovery.service.ts";
import { creditRewards } from "#modules/earnings/earnings/ledger.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { emptyLedger } from "#testing/empty-ledger.ts";
import { mediaPath } from "#testing/media-path.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { loadInitialPage } from "./initial-data.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const [tim, ada] = [await testApp.person("tim", { plan: "Individual" }), await testApp.person("ada", { plan: "Team" })];
const reader = await testApp.person("reader");
let newcomers = 0;

const URLS = {
  weekly_earners: API_PREFIX + discoveryRoutes.weeklyEarners.path,
  top_videos: API_PREFIX + discoveryRoutes.topVideos.path,
  trending: API_PREFIX + discoveryRoutes.trending.path,
};

beforeEach(async () => {
  await deps.pool.query("delete from contents");
  await emptyLedger(deps.pool);
  await deps.pool.query("delete from privacy_settings");
  await deps.pool.query("update accounts set date_of_birth = null");
});

async function earn(earner: TestPerson): Promise<void> {
  newcomers += 1;
  const newcomer = await testApp.person(`newcomer${newcomers}`);
  await deps.pool.query(
    `insert into referrals (referred_id, earner_id, code, stage, credited_at, available_at)
     values ($1, $2, 'ABCDEFGH', 'pending', now(), now())`,
    [newcomer.accountId, earner.accountId],
  );
  const reward = { referredId: newcomer.accountId, earnerId: earner.accountId, at: new Date() };
  await inTransaction(deps.sql, (tx) => creditRewards(tx, [reward]));
}

async function makeFifteen(person: TestPerson): Promise<void> {
  await deps.pool.query("update accounts set date_of_birth = now() - interval '15 years' where id = $1", [
    person.accountId,
  ]);
}

async function addThumbnails(): Promise<void> {
  await deps.pool.query(
    "update contents set thumbnail_key = 'contents/x/y/z.webp', thumbnail_small_key = 'contents/x/y/z-small.webp'",
  );
}

async function loadExplore(pathname = "/explore") {
  await refreshDiscovery(deps);
  const { initialData } = await loadInitialPage(deps, pathname);
  const { data, preloadUrls, lcpImage } = initialData ?? {};
  return { text: JSON.stringify(initialData), names: Object.keys(data ?? {}), preloadUrls, lcpImage };
}

describe("the initial data of /explore", () => {
  test.each(["/explore", "/portal"])("contains every list if all earners are adults: %s", async (pathname) => {
    await earn(ada);
    await testApp.publishes(tim, "Cup final");
    const { text, names, preloadUrls } = await loadExplore(pathname);
    expect([names, preloadUrls]).toEqual([["weekly_earners", "top_videos", "trending"], []]);
    expect([text.includes(ada.channelId), text.includes("Cup final")]).toEqual([true, true]);
  });

  test("preloads the weekly earners instead of embedding them if a minor is among them", async () => {
    await earn(tim);
    await makeFifteen(tim);
    await testApp.publishes(ada, "Derby");
    const { text, names, preloadUrls } = await loadExplore();
    expect([names, preloadUrls]).toEqual([["top_videos", "trending"], [URLS.weekly_earners]]);
    expect(text).not.toContain(tim.channelId);
    expect((await testApp.visitor.call(discoveryRoutes.weeklyEarners)).map((one) => one.username)).toEqual(["tim"]);
  });

  test("has the banner's image, and a phone image if the item has one", async () => {
    await testApp.publishes(tim, "Cup final");
    await addThumbnails();
    const [href, phoneHref] = ["z.webp", "z-tall.webp"].map((name) =>
      expect.stringMatching(new RegExp(`^/media/o/contents/x/\\w+/y/${name}$`)),
    );
    expect((await loadExplore()).lcpImage).toEqual({ skeleton: "explore", href, phoneHref });
    await deps.pool.query("update contents set thumbnail_small_key = null");
    expect((await loadExplore()).lcpImage).toEqual({ skeleton: "explore", href, phoneHref: null });
  });

  test("omits the banner if it contains a minor's video, and the image if it is theirs", async () => {
    const tall = await testApp.publishes(tim, "Freshman year");
    await makeFifteen(tim);
    await earn(ada);
    await addThumbnails();
    const { names, preloadUrls, lcpImage, text } = await loadExplore();
    expect([names, preloadUrls]).toEqual([["weekly_earners"], [URLS.top_videos, URLS.trending]]);
    expect(lcpImage).toBe(null);
    expect(text).not.toContain("Freshman");

    // Too tall for the banner, so it is only trending.
    await deps.pool.query("update contents set width_px = 720, height_px = 1280 where id = $1", [tall.id]);
    await testApp.publishes(ada, "Derby");
    expect(await loadExplore()).toMatchObject({
      names: ["weekly_earners", "top_videos"],
      preloadUrls: [URLS.trending],
    });
  });

  test("includes minors who opted in to indexing, and omits adults who opted out", async () => {
    await earn(tim);
    await makeFifteen(tim);
    await tim.call(preferenceRoutes.setPrivacy, { body: { is_indexed: true } });
    await testApp.publishes(ada, "Derby");
    expect((await loadExplore()).preloadUrls).toEqual([]);
    await ada.call(preferenceRoutes.setPrivacy, { body: { is_indexed: false } });
    expect((await loadExplore()).names).toEqual(["weekly_earners"]);
  });

  test("preloads only URLs that robots.txt forbids", async () => {
    const rules = (await testApp.visitor.send("GET", "/robots.txt")).text.split("\n");
    expect(rules).toContain("Disallow: /api/");
    for (const url of Object.values(URLS)) expect(url.startsWith("/api/")).toBe(true);
  });
});

describe("the LCP image of a channel and of a video", () => {
  const cover = `accounts/${tim.accountId}/cover.webp`;
  const channel = channelHref(tim.channelId) ?? "";

  async function findImage(pathname: string) {
    const { initialData } = await loadInitialPage(deps, pathname);
    expect(initialData?.data ?? null).toBe(null);
    return initialData?.lcpImage ?? null;
  }

  test("is the only initial data, under the URL from which the page loads it", async () => {
    await deps.pool.query("update channels set cover_key = $1 where id = $2", [cover, tim.channelId]);
    const { channel_cover } = await reader.call(channelRoutes.one, { params: { id: tim.channelId } });
    expect([await findImage(channel), channel_cover]).toEqual([
      { skeleton: "channel-cover", href: `/media/o/${cover}` },
      `/media/o/${cover}`,
    ]);

    const { id } = await testApp.publishes(tim, "Cup final");
    const video = contentHref("video", id) ?? "";
    await deps.pool.query("update contents set thumbnail_key = $1 where id = $2", [`contents/${id}/1/t.webp`, id]);
    const { video_content } = await reader.call(contentRoutes.one, { params: { id } });
    const poster = `/media/o/${await mediaPath(deps, `contents/${id}/1/t.webp`)}`;
    expect([await findImage(video), video_content.poster]).toEqual([{ skeleton: "video", href: poster }, poster]);
    for (const visibility of ["unlisted", "private"]) {
      await deps.pool.query("update contents set visibility = $1 where id = $2", [visibility, id]);
      expect(await findImage(video)).toBe(null);
    }
  });

  test("is the first listed video's picture if the channel has no cover", async () => {
    await deps.pool.query("update channels set cover_key = null where id = $1", [tim.channelId]);
    const items: string[] = [];
    for (const title of ["Earlier", "Later", "Last"]) items.push((await testApp.publishes(tim, title)).id);
    await deps.pool.query(
      `update contents set thumbnail_key = 'contents/' || id || '/1/t.webp',
         thumbnail_small_key = 'contents/' || id || '/1/t-small.webp'`,
    );
    const query = { channel_id: tim.channelId, current_page: 1 };
    const readFirst = async () => {
      const { contents } = await reader.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query });
      const [first] = contents;
      if (!first?.thumbnail) return null;
      const srcset = toCardSrcset(first.thumbnail, first.thumbnail_small);
      return { skeleton: "channel-card", href: first.thumbnail, srcset, sizes: CARD_SIZES };
    };
    const [earlier, later, last] = items;
    const urlOf = async (id: string | undefined, name: string) =>
      `/media/o/${await mediaPath(deps, `contents/${id}/1/${name}`)}`;
    const hide = (id: string | undefined, how: string) =>
      deps.pool.query(`update contents set ${how} where id = $1`, [id]);

    expect(await findImage(channel)).toMatchObject({ href: await urlOf(last, "t.webp") });
    expect(await findImage(channel)).toEqual(await readFirst());
    await hide(last, "visibility = 'private'");
    expect(await findImage(channel)).toMatchObject({ href: await urlOf(later, "t.webp") });
    expect(await findImage(channel)).toEqual(await readFirst());
    await hide(later, "hidden_at = now()");
    expect(await findImage(channel)).toMatchObject({ href: await urlOf(earlier, "t.webp") });
    expect(await findImage(channel)).toEqual(await readFirst());
    for (const how of ["visibility = 'unlisted'", "visibility = 'public', deleted_at = now()"]) {
      await hide(earlier, how);
      expect([await findImage(channel), await readFirst()]).toEqual([null, null]);
    }
  });

  test("is null for minors, for people who opted out of indexing, for hidden channels and for missing ones", async () => {
    await deps.pool.query("update channels set cover_key = $1 where id = $2", [cover, tim.channelId]);
    const { id } = await testApp.publishes(tim, "Cup final");
    const video = contentHref("video", id) ?? "";
    await deps.pool.query("update contents set thumbnail_key = $1 where id = $2", [`contents/${id}/1/t.webp`, id]);
    const findBoth = async () => [await findImage(channel), await findImage(video)];
    expect(await findBoth()).not.toContain(null);

    await makeFifteen(tim);
    expect(await findBoth()).toEqual([null, null]);
    await deps.pool.query("update accounts set date_of_birth = null");
    await tim.call(preferenceRoutes.setPrivacy, { body: { is_indexed: false } });
    expect(await findBoth()).toEqual([null, null]);
    await deps.pool.query("delete from privacy_settings");
    await inTransaction(deps.sql, (tx) => hideChannelOf(tx, tim.accountId, "staff"));
    expect(await findBoth()).toEqual([null, null]);
    await inTransaction(deps.sql, (tx) => showChannelOf(tx, tim.accountId, "staff"));
    expect(await findBoth()).not.toContain(null);

    for (const pathname of ["/profile", "/profile/", "/profile/x", "/profile/%E0%A4%A", `${channel}/more`, "/video/x"])
      expect(await findImage(pathname)).toBe(null);
  });
});

test("the initial data of / is its site stats, and the image behind its headline", async () => {
  const { initialData } = await loadInitialPage(deps, "/");
  expect(initialData?.data).toHaveProperty("site_stats");
  const image = initialData?.lcpImage;
  const { source = "" } = image && "source" in image ? image : {};
  expect(existsSync(path.resolve(import.meta.dirname, "../../web", source))).toBe(true);
  expect(source).toMatch(/\.svg$/);
  expect(image?.skeleton).toBe("landing");
});

test.each(["recruit", "reset-password", "email-verification", "change-email-verification", "guardian-consent"])(
  "paths below /%s/ are secret",
  async (page) => {
    expect((await loadInitialPage(testApp.deps, `/${page}/abc`)).isSecret).toBe(true);
    expect((await loadInitialPage(testApp.deps, "/explore")).isSecret).toBe(false);
  },
);
