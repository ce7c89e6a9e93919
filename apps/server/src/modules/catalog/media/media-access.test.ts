import { randomUUID } from "node:crypto";
import { type ContentItem, contentRoutes, type Visibility } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { recruitingRoutes } from "@app/contract/recruiting";
import { teamRoutes } from "@app/contract/teams";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HidingReason, hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { setChannelPictures } from "#modules/channels/channels/channels.service.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { createApp } from "#src/app.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const WEBP = { contentType: "image/webp" };
let people = 0;

/** A second web process on the same database and storage. */
const second = await createApp({ ...deps });
let secondOrigin = "";
let staff: TestPerson;

beforeAll(async () => {
  secondOrigin = await second.listen({ host: "127.0.0.1", port: 0 });
  staff = await testApp.person("staff", { staffRole: "moderator" });
});
afterAll(() => second.close());

const newEarner = () => testApp.person(`earner${++people}`, { plan: "Individual" });

/** A processed item with every kind of file the pipeline makes. */
async function publish(owner: TestPerson, visibility: Visibility = "public"): Promise<ContentId> {
  const { id, run } = await testApp.publishes(owner, "Regatta", { visibility, frameKeys: [] });
  const folder = `contents/${id}/${run}`;
  const files = ["hls/master.m3u8", "hls/360_0.m4s", "storyboard/storyboard.vtt", "preview.mp4", "frame-0.webp"];
  for (const file of files) await deps.storage.put(`${folder}/${file}`, "bytes", { contentType: "" });
  await deps.storage.put(`contents/${id}/thumbnail/a.webp`, "bytes", WEBP);
  await deps.storage.put(`contents/${id}/thumbnail/a-small.webp`, "bytes", WEBP);
  await deps.storage.put(`contents/${id}/original`, "bytes", { contentType: "" });
  await deps.sql
    .updateTable("contents")
    .set({
      original_key: `contents/${id}/original`,
      thumbnail_key: `contents/${id}/thumbnail/a.webp`,
      thumbnail_small_key: `contents/${id}/thumbnail/a-small.webp`,
      frame_keys: [`${folder}/frame-0.webp`],
      has_storyboard: true,
      has_preview: true,
    })
    .where("id", "=", id)
    .execute();
  return id;
}

const show = (asker: TestPerson, id: ContentId) => asker.call(contentRoutes.one, { params: { id } });
const setVisibility = (owner: TestPerson, id: ContentId, visibility: Visibility) =>
  owner.call(contentRoutes.update, { params: { id }, body: { visibility } });

/** Every URL the viewer got for an item, plus one segment from the playlist. */
function addressesIn(item: ContentItem): string[] {
  const { hls, storyboard, poster } = item.video_content;
  const segment = hls?.replace("master.m3u8", "360_0.m4s");
  const preview = hls?.replace("hls/master.m3u8", "preview.mp4");
  return [hls, segment, preview, storyboard, poster, item.thumbnail_small, ...item.frames].flatMap((one) => one ?? []);
}

async function statusOf(address: string, origin = testApp.origin): Promise<number> {
  const reply = await fetch(origin + address);
  await reply.arrayBuffer();
  return reply.status;
}

/** The distinct answers of both processes. */
async function statuses(addresses: readonly string[]): Promise<number[]> {
  const asked = addresses.flatMap((address) => [statusOf(address), statusOf(address, secondOrigin)]);
  return [...new Set(await Promise.all(asked))];
}

describe("a URL of one kind", () => {
  test("gives no access to another kind's files with the same id, in either order", async () => {
    const owner = await newEarner();
    const id = await publish(owner);
    const addresses = addressesIn(await show(owner, id));
    await setVisibility(owner, id, "private");
    expect(await statusOf(`/media/o/accounts/${id}/x`)).toBe(404);
    expect(await statuses(addresses)).toEqual([404]);
  });

  test("does not revoke a person's picture", async () => {
    const owner = await newEarner();
    const key = `accounts/${owner.accountId}/profile-0123456789abcdef.webp`;
    await deps.storage.put(key, "bytes", WEBP);
    await setChannelPictures(deps.sql, owner.channelId, { profileKey: key, coverKey: null });
    expect(await statusOf(`/media/o/contents/${owner.accountId}/x/y/z`)).toBe(404);
    expect(await statuses([publicMediaUrl(deps.config, key)])).toEqual([200]);
  });

  test("gives nothing for a missing account, an unknown kind or a longer path", async () => {
    const nobody = randomUUID();
    const owner = await newEarner();
    const keys = [
      `accounts/${nobody}/profile-0123456789abcdef.webp`,
      `accounts/${owner.accountId}/more/profile.webp`,
      `secrets/${owner.accountId}/profile.webp`,
      `contents-old/${owner.accountId}/a/b.webp`,
      "categories",
      "uploads/a/frame-0.webp",
    ];
    for (const key of keys.filter((one) => one !== "categories")) await deps.storage.put(key, "bytes", WEBP);
    for (const key of keys) expect([key, await statuses([publicMediaUrl(deps.config, key)])]).toEqual([key, [404]]);
  });
});

describe("an item's URLs", () => {
  test.each([
    ["public", "private"],
    ["public", "unlisted"],
    ["unlisted", "private"],
  ] as const)(
    "are revoked at once when it goes from %s to %s, and stay revoked when it changes back",
    async (before, after) => {
      const owner = await newEarner();
      const fan = await testApp.person(`fan${++people}`);
      const id = await publish(owner, before);
      const held = [...addressesIn(await show(fan, id)), ...addressesIn(await show(owner, id))];
      expect(held).toHaveLength(13);
      expect(await statuses(held)).toEqual([200]);

      await setVisibility(owner, id, after);
      expect(await statuses(held)).toEqual([404]);
      expect(await statuses(addressesIn(await show(owner, id)))).toEqual([200]);

      await setVisibility(owner, id, before);
      expect(await statuses(held)).toEqual([404]);
      expect(await statuses(addressesIn(await show(fan, id)))).toEqual([200]);
    },
  );

  test("stay valid when it becomes more visible, so playback is not interrupted", async () => {
    const owner = await newEarner();
    const id = await publish(owner, "private");
    const held = addressesIn(await show(owner, id));
    for (const visibility of ["unlisted", "public"] as const) {
      await setVisibility(owner, id, visibility);
      expect(await statuses(held)).toEqual([200]);
    }
  });

  test.each(["deactivation", "deletion", "staff"] satisfies HidingReason[])(
    "are revoked when its channel is hidden for %s, even for those who may still see it",
    async (reason) => {
      const owner = await newEarner();
      const [open, unlisted] = [await publish(owner), await publish(owner, "unlisted")];
      const held = [...addressesIn(await show(owner, open)), ...addressesIn(await show(owner, unlisted))];
      expect(await statuses(held)).toEqual([200]);
      await hideChannelOf(deps.sql, owner.accountId, reason);
      expect(await statuses(held)).toEqual([404]);
      expect(await statuses(addressesIn(await show(staff, open)))).toEqual([200]);
      await showChannelOf(deps.sql, owner.accountId, reason);
      expect(await statuses(held)).toEqual([404]);
      expect(await statuses(addressesIn(await show(owner, open)))).toEqual([200]);
    },
  );

  test("are revoked when it is deleted, including signed URLs and that of its original", async () => {
    const owner = await newEarner();
    const id = await publish(owner, "private");
    const held = addressesIn(await show(owner, id));
    expect(await statuses(held)).toEqual([200]);
    await owner.call(contentRoutes.remove, { params: { id } });
    expect(await statuses(held)).toEqual([404]);
  });

  test("never give access to its original, however they are altered", async () => {
    const owner = await newEarner();
    for (const visibility of ["public", "unlisted", "private"] as const) {
      const id = await publish(owner, visibility);
      for (const address of addressesIn(await show(owner, id))) {
        const [start = "", , rest = ""] = address.split(/(contents\/[0-9a-f-]{36}\/)/);
        const bent = [
          `${start}contents/${id}/original`,
          `${start}contents/${id}/${rest.split("/")[0]}/original`,
          `${start}contents/${id}/${rest.split("/").slice(0, 2).join("/")}/original`,
          `${start}contents/${id}/${rest.split("/")[0]}/../original`,
        ];
        for (const one of bent) expect([one, await statusOf(one)]).toEqual([one, 404]);
      }
    }
  });
});

test("a recruiting page plays again at once after its video was private for a while", async () => {
  const athlete = await newEarner();
  const id = await publish(athlete);
  const link = await athlete.call(recruitingRoutes.save, { body: { is_on: true, highlights: [id] } });
  const read = async () => {
    const page = await testApp.visitor.call(recruitingRoutes.page, {
      params: { token: link.path?.split("/")[2] ?? "" },
    });
    return page.highlights.flatMap(({ video_content }) => video_content.hls ?? []);
  };
  const before = await read();
  expect(before).toHaveLength(1);
  expect(await statuses(before)).toEqual([200]);
  await setVisibility(athlete, id, "private");
  expect(await read()).toEqual([]);
  expect(await statuses(before)).toEqual([404]);
  await setVisibility(athlete, id, "public");
  const after = await read();
  expect(after).toHaveLength(1);
  expect(await statuses(after)).toEqual([200]);
});

describe("a coach's URLs of videos that are not public are revoked", () => {
  async function openRecruiting() {
    const athlete = await newEarner();
    const [kept, dropped] = [await publish(athlete, "unlisted"), await publish(athlete, "unlisted")];
    const highlights = [kept, dropped];
    const { path } = await athlete.call(recruitingRoutes.save, { body: { is_on: true, highlights } });
    const page = await testApp.visitor.call(recruitingRoutes.page, { params: { token: path?.split("/")[2] ?? "" } });
    const held = page.highlights.flatMap(({ video_content }) => video_content.hls ?? []);
    expect(held).toHaveLength(2);
    expect(await statuses(held)).toEqual([200]);
    return { athlete, kept, held };
  }

  test("when the page is switched off", async () => {
    const { athlete, held } = await openRecruiting();
    await athlete.call(recruitingRoutes.save, { body: { is_on: false } });
    expect(await statuses(held)).toEqual([404]);
  });

  test("when the page gets a new link", async () => {
    const { athlete, held } = await openRecruiting();
    await athlete.call(recruitingRoutes.renew);
    expect(await statuses(held)).toEqual([404]);
  });

  test("when a video is taken off the page, while the other videos still play", async () => {
    const { athlete, kept, held } = await openRecruiting();
    await athlete.call(recruitingRoutes.save, { body: { highlights: [kept] } });
    expect(await Promise.all(held.map((address) => statusOf(address)))).toEqual([200, 404]);
    await athlete.call(recruitingRoutes.save, { body: { shows_gpa: true } });
    expect(await Promise.all(held.map((address) => statusOf(address)))).toEqual([200, 404]);
  });
});

const leaveTeam = {
  "removing somebody from a team": (club: TestPerson, manager: TestPerson) =>
    club.call(teamRoutes.remove, { params: { id: club.channelId, account: manager.accountId } }),
  "an owner's plan for one person": ({ accountId }: TestPerson) =>
    deps.pool.query("update accounts set plan = 'Individual' where id = $1", [accountId]),
};

test.each(Object.entries(leaveTeam))(
  "%s revokes a member's signed URLs of a private item, while public URLs still work",
  async (way, leave) => {
    const club = await testApp.person(`club${way.length}`, { plan: "Team" });
    const manager = await testApp.person(`manager${way.length}`);
    await deps.sql
      .insertInto("channel_members")
      .values({ channel_id: club.channelId, account_id: manager.accountId, role: "manager" })
      .execute();
    const [secret, open] = [await publish(club, "private"), await publish(club)];
    const [ofSecret, ofOpen] = [addressesIn(await show(manager, secret)), addressesIn(await show(manager, open))];
    expect(await statuses([...ofSecret, ...ofOpen])).toEqual([200]);

    await leave(club, manager);
    expect(await statuses(ofSecret)).toEqual([404]);
    expect(await statuses(ofOpen)).toEqual([200]);
    expect(await statuses(addressesIn(await show(club, secret)))).toEqual([200]);
  },
);
