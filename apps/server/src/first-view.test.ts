import { existsSync } from "node:fs";
import path from "node:path";
import { CARD_SIZES, toCardSrcset } from "@app/contract/card-picture";
import { channelRoutes } from "@app/contract/channels";
import { contentRoutes } from "@app/contract/contents";
import { discoveryRoutes } from "@app/contract/discovery";
import { API_PREFIX } from "@app/contract/http";
import { channelHref, contentHref } from "@app/contract/paths";
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
import { openPage } from "./first-view.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const [tim, ada] = [await testApp.person("tim", { plan: "Individual" }), await testApp.person("ada", { plan: "Team" })];
const reader = await testApp.person("reader");
let newcomers = 0;

const ADDRESSES = {
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

async function isFifteen(person: TestPerson): Promise<void> {
  await deps.pool.query("update accounts set date_of_birth = now() - interval '15 years' where id = $1", [
    person.accountId,
  ]);
}

async function dress(): Promise<void> {
  await deps.pool.query(
    "update contents set thumbnail_key = 'contents/x/y/z.webp', thumbnail_small_key = 'contents/x/y/z-small.webp'",
  );
}

async function openExplore(address = "/explore") {
  await refreshDiscovery(deps);
  const { view } = await openPage(deps, address);
  const { data, asks, picture } = view ?? {};
  return { text: JSON.stringify(view), names: Object.keys(data ?? {}), asks, picture };
}

describe("the first view of /explore", () => {
  test.each(["/explore", "/portal"])("of adults holds each list: %s", async (address) => {
    await earn(ada);
    await testApp.publishes(tim, "Cup final");
    const { text, names, asks } = await openExplore(address);
    expect([names, asks]).toEqual([["weekly_earners", "top_videos", "trending"], []]);
    expect([text.includes(ada.channelId), text.includes("Cup final")]).toEqual([true, true]);
  });

  test("leaves the earners of the week out whole when a minor is among them, and asks for them", async () => {
    await earn(tim);
    await isFifteen(tim);
    await testApp.publishes(ada, "Derby");
    const { text, names, asks } = await openExplore();
    expect([names, asks]).toEqual([["top_videos", "trending"], [ADDRESSES.weekly_earners]]);
    expect(text).not.toContain(tim.channelId);
    expect((await testApp.visitor.call(discoveryRoutes.weeklyEarners)).map((one) => one.username)).toEqual(["tim"]);
  });

  test("comes with the banner's picture, and with that of a phone once the item has one", async () => {
    await testApp.publishes(tim, "Cup final");
    await dress();
    const [href, phoneHref] = ["z.webp", "z-tall.webp"].map((name) =>
      expect.stringMatching(new RegExp(`^/media/o/contents/x/\\w+/y/${name}$`)),
    );
    expect((await openExplore()).picture).toEqual({ skeleton: "explore", href, phoneHref });
    await deps.pool.query("update contents set thumbnail_small_key = null");
    expect((await openExplore()).picture).toEqual({ skeleton: "explore", href, phoneHref: null });
  });

  test("leaves the banner out when a minor's video is in it, and its picture when that is theirs", async () => {
    const tall = await testApp.publishes(tim, "Freshman year");
    await isFifteen(tim);
    await earn(ada);
    await dress();
    const { names, asks, picture, text } = await openExplore();
    expect([names, asks]).toEqual([["weekly_earners"], [ADDRESSES.top_videos, ADDRESSES.trending]]);
    expect(picture).toBe(null);
    expect(text).not.toContain("Freshman");

    // Too tall for the banner: of the trending alone.
    await deps.pool.query("update contents set width_px = 720, height_px = 1280 where id = $1", [tall.id]);
    await testApp.publishes(ada, "Derby");
    expect(await openExplore()).toMatchObject({ names: ["weekly_earners", "top_videos"], asks: [ADDRESSES.trending] });
  });

  test("names a minor who asked to be found, and leaves out an adult who did not want to be", async () => {
    await earn(tim);
    await isFifteen(tim);
    await tim.call(preferenceRoutes.setPrivacy, { body: { is_indexed: true } });
    await testApp.publishes(ada, "Derby");
    expect((await openExplore()).asks).toEqual([]);
    await ada.call(preferenceRoutes.setPrivacy, { body: { is_indexed: false } });
    expect((await openExplore()).names).toEqual(["weekly_earners"]);
  });

  test("what it asks for instead is below what search engines may not read", async () => {
    const rules = (await testApp.visitor.send("GET", "/robots.txt")).text.split("\n");
    expect(rules).toContain("Disallow: /api/");
    for (const address of Object.values(ADDRESSES)) expect(address.startsWith("/api/")).toBe(true);
  });
});

describe("the first view of a channel and of a video", () => {
  const cover = `accounts/${tim.accountId}/cover.webp`;
  const channel = channelHref(tim.channelId) ?? "";

  async function findPicture(address: string) {
    const { view } = await openPage(deps, address);
    expect(view?.data ?? null).toBe(null);
    return view?.picture ?? null;
  }

  test("is its largest picture alone, at the address from which the page loads it", async () => {
    await deps.pool.query("update channels set cover_key = $1 where id = $2", [cover, tim.channelId]);
    const { channel_cover } = await reader.call(channelRoutes.one, { params: { id: tim.channelId } });
    expect([await findPicture(channel), channel_cover]).toEqual([
      { skeleton: "channel-cover", href: `/media/o/${cover}` },
      `/media/o/${cover}`,
    ]);

    const { id } = await testApp.publishes(tim, "Cup final");
    const video = contentHref("video", id) ?? "";
    await deps.pool.query("update contents set thumbnail_key = $1 where id = $2", [`contents/${id}/1/t.webp`, id]);
    const { video_content } = await reader.call(contentRoutes.one, { params: { id } });
    const poster = `/media/o/${await mediaPath(deps, `contents/${id}/1/t.webp`)}`;
    expect([await findPicture(video), video_content.poster]).toEqual([{ skeleton: "video", href: poster }, poster]);
    for (const visibility of ["unlisted", "private"]) {
      await deps.pool.query("update contents set visibility = $1 where id = $2", [visibility, id]);
      expect(await findPicture(video)).toBe(null);
    }
  });

  test("is of a channel without a cover the picture of the video that stands first in its list, and of no other item", async () => {
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

    expect(await findPicture(channel)).toMatchObject({ href: await urlOf(last, "t.webp") });
    expect(await findPicture(channel)).toEqual(await readFirst());
    await hide(last, "visibility = 'private'");
    expect(await findPicture(channel)).toMatchObject({ href: await urlOf(later, "t.webp") });
    expect(await findPicture(channel)).toEqual(await readFirst());
    await hide(later, "hidden_at = now()");
    expect(await findPicture(channel)).toMatchObject({ href: await urlOf(earlier, "t.webp") });
    expect(await findPicture(channel)).toEqual(await readFirst());
    for (const how of ["visibility = 'unlisted'", "visibility = 'public', deleted_at = now()"]) {
      await hide(earlier, how);
      expect([await findPicture(channel), await readFirst()]).toEqual([null, null]);
    }
  });

  test("is nothing of a minor, of who is not to be found, of a hidden channel, and of what is not there", async () => {
    await deps.pool.query("update channels set cover_key = $1 where id = $2", [cover, tim.channelId]);
    const { id } = await testApp.publishes(tim, "Cup final");
    const video = contentHref("video", id) ?? "";
    await deps.pool.query("update contents set thumbnail_key = $1 where id = $2", [`contents/${id}/1/t.webp`, id]);
    const findBoth = async () => [await findPicture(channel), await findPicture(video)];
    expect(await findBoth()).not.toContain(null);

    await isFifteen(tim);
    expect(await findBoth()).toEqual([null, null]);
    await deps.pool.query("update accounts set date_of_birth = null");
    await tim.call(preferenceRoutes.setPrivacy, { body: { is_indexed: false } });
    expect(await findBoth()).toEqual([null, null]);
    await deps.pool.query("delete from privacy_settings");
    await inTransaction(deps.sql, (tx) => hideChannelOf(tx, tim.accountId, "staff"));
    expect(await findBoth()).toEqual([null, null]);
    await inTransaction(deps.sql, (tx) => showChannelOf(tx, tim.accountId, "staff"));
    expect(await findBoth()).not.toContain(null);

    for (const address of ["/profile", "/profile/", "/profile/x", "/profile/%E0%A4%A", `${channel}/more`, "/video/x"])
      expect(await findPicture(address)).toBe(null);
  });
});

test("the first view of / is its numbers, and the picture behind its first words", async () => {
  const { view } = await openPage(deps, "/");
  expect(view?.data).toHaveProperty("site_stats");
  const { source = "" } = view?.picture && "source" in view.picture ? view.picture : {};
  expect(existsSync(path.resolve(import.meta.dirname, "../../web", source))).toBe(true);
  expect(source).toMatch(/\.svg$/);
  expect(view?.picture?.skeleton).toBe("landing");
});

test.each(["recruit", "reset-password", "email-verification", "change-email-verification", "guardian-consent"])(
  "an address of /%s/ is a secret, and is told to nobody",
  async (door) => {
    expect((await openPage(testApp.deps, `/${door}/abc`)).isSecret).toBe(true);
    expect((await openPage(testApp.deps, "/explore")).isSecret).toBe(false);
  },
);
