import { channelHref, contentHref } from "@app/contract/addresses";
import { channelRoutes } from "@app/contract/channels";
import { contentRoutes } from "@app/contract/contents";
import { discoveryRoutes } from "@app/contract/discovery";
import { API_PREFIX } from "@app/contract/http";
import { preferenceRoutes } from "@app/contract/preferences";
import { beforeEach, describe, expect, test } from "vitest";
import { refreshDiscovery } from "#modules/discovery/discovery/discovery.service.ts";
import { creditRewards } from "#modules/earnings/earnings/ledger.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { emptyLedger } from "#testing/empty-ledger.ts";
import { mediaPath } from "#testing/media-path.ts";
import type { StagePerson } from "#testing/people.ts";
import { openStage } from "#testing/stage.ts";
import { openPage } from "./first-view.ts";

const stage = await openStage();
const { deps } = stage;
const [tim, ada] = [await stage.person("tim", { plan: "Individual" }), await stage.person("ada", { plan: "Team" })];
const reader = await stage.person("reader");
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

async function earn(earner: StagePerson): Promise<void> {
  newcomers += 1;
  const newcomer = await stage.person(`newcomer${newcomers}`);
  await deps.pool.query(
    `insert into referrals (referred_id, earner_id, code, stage, credited_at, available_at)
     values ($1, $2, 'ABCDEFGH', 'pending', now(), now())`,
    [newcomer.accountId, earner.accountId],
  );
  const reward = { referredId: newcomer.accountId, earnerId: earner.accountId, at: new Date() };
  await inTransaction(deps.sql, (tx) => creditRewards(tx, [reward]));
}

async function isFifteen(person: StagePerson): Promise<void> {
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
  const { data, asks, picture, tallPicture, place } = view ?? {};
  return { text: JSON.stringify(view), names: Object.keys(data ?? {}), asks, picture, tallPicture, place };
}

describe("the first view of /explore", () => {
  test.each(["/explore", "/portal"])("of adults holds each list: %s", async (address) => {
    await earn(ada);
    await stage.publishes(tim, "Cup final");
    const { text, names, asks } = await openExplore(address);
    expect([names, asks]).toEqual([["weekly_earners", "top_videos", "trending"], []]);
    expect([text.includes(ada.channelId), text.includes("Cup final")]).toEqual([true, true]);
  });

  test("leaves the earners of the week out whole when a minor is among them, and asks for them", async () => {
    await earn(tim);
    await isFifteen(tim);
    await stage.publishes(ada, "Derby");
    const { text, names, asks } = await openExplore();
    expect([names, asks]).toEqual([["top_videos", "trending"], [ADDRESSES.weekly_earners]]);
    expect(text).not.toContain(tim.channelId);
    expect((await stage.visitor.call(discoveryRoutes.weeklyEarners)).map((one) => one.username)).toEqual(["tim"]);
  });

  test("comes with the banner's picture, and with that of a phone once the item has one", async () => {
    await stage.publishes(tim, "Cup final");
    await dress();
    const [picture, tallPicture] = ["z.webp", "z-tall.webp"].map((name) =>
      expect.stringMatching(new RegExp(`^/media/o/contents/x/\\w+/y/${name}$`)),
    );
    expect(await openExplore()).toMatchObject({ picture, tallPicture, place: "banner" });
    await deps.pool.query("update contents set thumbnail_small_key = null");
    expect(await openExplore()).toMatchObject({ picture, tallPicture: null });
  });

  test("leaves the banner out when a minor's video is in it, and its picture when that is theirs", async () => {
    const tall = await stage.publishes(tim, "Freshman year");
    await isFifteen(tim);
    await earn(ada);
    await dress();
    const { names, asks, picture, tallPicture, text } = await openExplore();
    expect([names, asks]).toEqual([["weekly_earners"], [ADDRESSES.top_videos, ADDRESSES.trending]]);
    expect([picture, tallPicture]).toEqual([null, null]);
    expect(text).not.toContain("Freshman");

    // Too tall for the banner: of the trending alone.
    await deps.pool.query("update contents set width_px = 720, height_px = 1280 where id = $1", [tall.id]);
    await stage.publishes(ada, "Derby");
    expect(await openExplore()).toMatchObject({ names: ["weekly_earners", "top_videos"], asks: [ADDRESSES.trending] });
  });

  test("names a minor who asked to be found, and leaves out an adult who did not want to be", async () => {
    await earn(tim);
    await isFifteen(tim);
    await tim.call(preferenceRoutes.setPrivacy, { body: { is_indexed: true } });
    await stage.publishes(ada, "Derby");
    expect((await openExplore()).asks).toEqual([]);
    await ada.call(preferenceRoutes.setPrivacy, { body: { is_indexed: false } });
    expect((await openExplore()).names).toEqual(["weekly_earners"]);
  });

  test("what it asks for instead is below what search engines may not read", async () => {
    const rules = (await stage.visitor.send("GET", "/robots.txt")).text.split("\n");
    expect(rules).toContain("Disallow: /api/");
    for (const address of Object.values(ADDRESSES)) expect(address.startsWith("/api/")).toBe(true);
  });
});

describe("the first view of a channel and of a video", () => {
  const cover = `accounts/${tim.accountId}/cover.webp`;
  const channel = channelHref(tim.channelId) ?? "";

  async function showPictures(address: string): Promise<(string | null)[]> {
    const { view } = await openPage(deps, address);
    expect(view?.data ?? null).toBe(null);
    if (view) expect(view.place).toBe(address.startsWith("/profile/") ? "channel" : "stage");
    return [view?.picture ?? null, view?.card?.picture ?? null];
  }

  test("is its pictures alone, at the addresses that the page asks for", async () => {
    await deps.pool.query("update channels set cover_key = $1 where id = $2", [cover, tim.channelId]);
    const { channel_cover } = await reader.call(channelRoutes.one, { params: { id: tim.channelId } });
    expect([await showPictures(channel), channel_cover]).toEqual([[`/media/o/${cover}`, null], `/media/o/${cover}`]);

    const { id } = await stage.publishes(tim, "Cup final");
    const video = contentHref("video", id) ?? "";
    await deps.pool.query("update contents set thumbnail_key = $1 where id = $2", [`contents/${id}/1/t.webp`, id]);
    const { video_content } = await reader.call(contentRoutes.one, { params: { id } });
    const poster = `/media/o/${await mediaPath(deps, `contents/${id}/1/t.webp`)}`;
    expect([await showPictures(video), video_content.poster]).toEqual([[poster, null], poster]);
    for (const visibility of ["unlisted", "private"]) {
      await deps.pool.query("update contents set visibility = $1 where id = $2", [visibility, id]);
      expect(await showPictures(video)).toEqual([null, null]);
    }
  });

  test("names of a channel the picture of the video that stands first in its list, and of no other item", async () => {
    const items: string[] = [];
    for (const title of ["Earlier", "Later", "Last"]) items.push((await stage.publishes(tim, title)).id);
    await deps.pool.query(
      `update contents set thumbnail_key = 'contents/' || id || '/1/t.webp',
         thumbnail_small_key = 'contents/' || id || '/1/t-small.webp'`,
    );
    const query = { channel_id: tim.channelId, current_page: 1 };
    const readFirst = async () => {
      const { contents } = await reader.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query });
      return contents[0] ? { picture: contents[0].thumbnail, smallPicture: contents[0].thumbnail_small } : null;
    };
    const readCard = async () => (await openPage(deps, channel)).view?.card ?? null;
    const [earlier, later, last] = items;
    const urlOf = async (id: string | undefined, name: string) =>
      `/media/o/${await mediaPath(deps, `contents/${id}/1/${name}`)}`;
    const hide = (id: string | undefined, how: string) =>
      deps.pool.query(`update contents set ${how} where id = $1`, [id]);

    expect(await readCard()).toMatchObject({ picture: await urlOf(last, "t.webp") });
    expect(await readCard()).toEqual(await readFirst());
    await hide(last, "visibility = 'private'");
    expect(await readCard()).toMatchObject({ picture: await urlOf(later, "t.webp") });
    expect(await readCard()).toEqual(await readFirst());
    await hide(later, "hidden_at = now()");
    expect(await readCard()).toMatchObject({ smallPicture: await urlOf(earlier, "t-small.webp") });
    expect(await readCard()).toEqual(await readFirst());
    for (const how of ["visibility = 'unlisted'", "visibility = 'public', removed_at = now()"]) {
      await hide(earlier, how);
      expect([await readCard(), await readFirst()]).toEqual([null, null]);
    }
  });

  test("is nothing of a minor, of who is not to be found, of a hidden channel, and of what is not there", async () => {
    await deps.pool.query("update channels set cover_key = $1 where id = $2", [cover, tim.channelId]);
    const { id } = await stage.publishes(tim, "Cup final");
    const video = contentHref("video", id) ?? "";
    await deps.pool.query("update contents set thumbnail_key = $1 where id = $2", [`contents/${id}/1/t.webp`, id]);
    const showBoth = async () => [...(await showPictures(channel)), (await showPictures(video))[0]];
    expect(await showBoth()).not.toContain(null);

    await isFifteen(tim);
    expect(await showBoth()).toEqual([null, null, null]);
    await deps.pool.query("update accounts set date_of_birth = null");
    await tim.call(preferenceRoutes.setPrivacy, { body: { is_indexed: false } });
    expect(await showBoth()).toEqual([null, null, null]);
    await deps.pool.query("delete from privacy_settings");
    await deps.pool.query("update channels set hidden_at = now(), hidden_for = '{staff}' where id = $1", [
      tim.channelId,
    ]);
    expect(await showBoth()).toEqual([null, null, null]);
    await deps.pool.query("update channels set hidden_at = null, hidden_for = '{}' where id = $1", [tim.channelId]);
    expect(await showBoth()).not.toContain(null);

    for (const address of ["/profile", "/profile/", "/profile/x", "/profile/%E0%A4%A", `${channel}/more`, "/video/x"])
      expect(await showPictures(address)).toEqual([null, null]);
  });
});

test.each(["recruit", "reset-password", "email-verification", "change-email-verification", "guardian-consent"])(
  "an address of /%s/ is a secret, and is told to nobody",
  async (door) => {
    expect((await openPage(stage.deps, `/${door}/abc`)).isSecret).toBe(true);
    expect((await openPage(stage.deps, "/explore")).isSecret).toBe(false);
  },
);
