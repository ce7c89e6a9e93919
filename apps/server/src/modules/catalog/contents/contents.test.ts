import { contentRoutes, DESCRIPTION_MAX_CHARS, TITLE_MAX_CHARS } from "@app/contract/contents";
import { discoveryRoutes } from "@app/contract/discovery";
import type { ContentId } from "@app/contract/ids";
import { viewRoutes } from "@app/contract/views";
import { describe, expect, test } from "vitest";
import type { Caller } from "#testing/caller.ts";
import { mediaPath } from "#testing/media-path.ts";
import { drawPicture } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();

const open = (id: ContentId) => ({ params: { id } });
const videos = { params: { contentType: "video" } } as const;

async function statusOf(person: Caller, id: ContentId): Promise<number> {
  return (await person.send("GET", `/api/v1/content/${id}`)).status;
}

describe("opening an item", () => {
  test("every member may open a public item, without the fields that only its owner sees", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const fan = await testApp.person("fan");
    const { id, run } = await testApp.publishes(maya, "Regatta", {
      tags: ["row"],
      frameKeys: ["contents/x/y/frame-0.webp"],
    });
    const own = await maya.call(contentRoutes.one, open(id));
    expect(own).toMatchObject({
      progress: 0,
      can: { edit: true, remove: true, retry: false },
      frames: [expect.any(String)],
    });
    const seen = await fan.call(contentRoutes.one, open(id));
    expect(seen).toMatchObject({
      title: "Regatta",
      tags: ["row"],
      progress: null,
      fault: null,
      frames: [],
      can: { edit: false, remove: false, retry: false },
      channel: { id: maya.channelId, name: "maya's channel", username: "maya" },
      video_content: { hls: `/media/o/${await mediaPath(testApp.deps, `contents/${id}/${run}/hls/master.m3u8`)}` },
    });
    expect(await statusOf(testApp.visitor, id)).toBe(401);
  });

  test.each([
    // owner, staff, another earner, a General User
    ["public and ready", {}, [200, 200, 200, 200]],
    ["unlisted", { visibility: "unlisted" }, [200, 200, 200, 200]],
    ["private", { visibility: "private" }, [200, 200, 404, 404]],
    ["public, before its first segments", { state: "processing" }, [200, 200, 404, 404]],
    ["public, from its first segments on", { state: "processing", isPlayable: true }, [200, 200, 200, 200]],
    [
      "private, from its first segments on",
      { state: "processing", isPlayable: true, visibility: "private" },
      [200, 200, 404, 404],
    ],
    ["failed", { state: "failed" }, [200, 200, 404, 404]],
  ] as const)("%s", async (_, item, expected) => {
    const name = Math.random().toString(36).slice(2, 12);
    const owner = await testApp.person(`o${name}`, { plan: "Team" });
    const staff = await testApp.person(`s${name}`, { staffRole: "moderator" });
    const earner = await testApp.person(`e${name}`, { plan: "Individual" });
    const general = await testApp.person(`g${name}`);
    const { id } = await testApp.publishes(owner, "An item", item);
    const statuses = await Promise.all([owner, staff, earner, general].map((person) => statusOf(person, id)));
    expect(statuses).toEqual(expected);
    expect(await statusOf(testApp.visitor, id)).toBe(401);
    const listed = await general.call(contentRoutes.ofChannel, {
      ...videos,
      query: { channel_id: owner.channelId },
    });
    expect(listed.contents).toHaveLength(_ === "public and ready" ? 1 : 0);
    expect((await owner.call(contentRoutes.mine, videos)).contents).toHaveLength(1);
  });

  test("an item that is not public has signed URLs only, even for its owner", async () => {
    const nia = await testApp.person("nia", { plan: "Individual" });
    const { id } = await testApp.publishes(nia, "Tactics", { visibility: "private" });
    const item = await nia.call(contentRoutes.one, open(id));
    expect(item.video_content.hls).toMatch(/^\/media\/s\/\d+\/[\w-]{22}\/contents\//);
  });

  test("only the owner and staff see why processing failed", async () => {
    const ola = await testApp.person("ola", { plan: "Individual" });
    const staff = await testApp.person("staff", { staffRole: "admin" });
    const { id } = await testApp.publishes(ola, "Broken", { state: "failed", fault: "The file is not a video." });
    for (const person of [ola, staff]) {
      const item = await person.call(contentRoutes.one, open(id));
      expect(item).toMatchObject({ state: "failed", fault: "The file is not a video.", can: { retry: true } });
    }
  });
});

describe("changing an item", () => {
  test("the owner and staff may; for everybody else the item does not exist", async () => {
    const pam = await testApp.person("pam", { plan: "Individual" });
    const rival = await testApp.person("rival", { plan: "Individual" });
    const general = await testApp.person("general");
    const moderator = await testApp.person("moderator", { staffRole: "moderator" });
    const { id } = await testApp.publishes(pam, "Before");
    const title = (name: string) => ({ ...open(id), body: { title: name } });
    expect((await pam.call(contentRoutes.update, title("By pam"))).title).toBe("By pam");
    expect((await moderator.call(contentRoutes.update, title("By staff"))).title).toBe("By staff");
    expect((await rival.refused(contentRoutes.update, title("By rival"))).code).toBe(404);
    expect((await general.refused(contentRoutes.update, title("By general"))).code).toBe(404);
    expect((await testApp.visitor.refused(contentRoutes.update, title("By nobody"))).code).toBe(401);
    expect((await pam.call(contentRoutes.one, open(id))).title).toBe("By staff");
  });

  test("each field reports its own limits and keeps its text exactly as typed", async () => {
    const quin = await testApp.person("quin", { plan: "Individual" });
    const { id } = await testApp.publishes(quin, "Fields");
    const full = {
      title: `  ${"ü".repeat(TITLE_MAX_CHARS)}  `,
      description: "d".repeat(DESCRIPTION_MAX_CHARS),
      tags: Array.from({ length: 10 }, (_, n) => `tag ${n}`),
      visibility: "unlisted",
      comments_open: false,
    } as const;
    const changed = await quin.call(contentRoutes.update, { ...open(id), body: { ...full, tags: [...full.tags] } });
    expect(changed).toMatchObject({ ...full, title: "ü".repeat(TITLE_MAX_CHARS) });

    const wrong: [string, unknown][] = [
      ["title", ""],
      ["title", "   "],
      ["title", "x".repeat(TITLE_MAX_CHARS + 1)],
      ["title", null],
      ["title", 5],
      ["description", "d".repeat(DESCRIPTION_MAX_CHARS + 1)],
      ["category_id", 999_999],
      ["category_id", 88],
      ["category_id", 0],
      ["category_id", 2 ** 31],
      ["category_id", "1"],
      ["tags", Array.from({ length: 11 }, (_, n) => `${n}`)],
      ["tags.0", [" "]],
      ["tags.0", ["t".repeat(41)]],
      ["visibility", "secret"],
      ["comments_open", "yes"],
      ["thumbnail", { frame: 0 }],
      ["thumbnail", { frame: 3 }],
      ["thumbnail", { picture: "a".repeat(32) }],
      ["thumbnail", { frame: 0, picture: "a".repeat(32) }],
      ["state", "ready"],
      ["channel_id", quin.channelId],
      ["total_views", 1_000_000],
      ["id", id],
    ];
    for (const [field, value] of wrong) {
      const body = { [field.split(".")[0] ?? ""]: value };
      const reply = await quin.send("PUT", `/api/v1/update-content/${id}`, { body });
      expect([field, value, reply.status]).toEqual([field, value, 422]);
      expect(Object.keys(JSON.parse(reply.text).errors)[0]).toMatch(new RegExp(`^${field.split(".")[0]}`));
    }
    expect(await quin.call(contentRoutes.one, open(id))).toEqual(changed);
  });

  test("two concurrent saves of different fields are both kept", async () => {
    const ray = await testApp.person("ray", { plan: "Individual" });
    const tablet = await ray.onAnotherDevice();
    const { id } = await testApp.publishes(ray, "Race");
    await Promise.all([
      ray.call(contentRoutes.update, { ...open(id), body: { title: "Race day" } }),
      tablet.call(contentRoutes.update, { ...open(id), body: { description: "Lane four" } }),
    ]);
    expect(await ray.call(contentRoutes.one, open(id))).toMatchObject({ title: "Race day", description: "Lane four" });
  });

  test("one of the frames can be the thumbnail", async () => {
    const sue = await testApp.person("sue", { plan: "Individual" });
    const { id } = await testApp.publishes(sue, "Frames", { frameKeys: ["contents/a/b/frame-0.webp"] });
    const webp = { contentType: "image/webp" };
    await testApp.deps.storage.put("contents/a/b/frame-0.webp", await drawPicture(64, 36), webp);
    const changed = await sue.call(contentRoutes.update, { ...open(id), body: { thumbnail: { frame: 0 } } });
    expect(changed.thumbnail).toMatch(/^\/media\/o\/contents\/a\/\w+\/b\/frame-0.webp$/);
    const none = { ...open(id), body: { thumbnail: { frame: 1 } } } as const;
    expect((await sue.refused(contentRoutes.update, none)).errors).toEqual({
      thumbnail: ["There is no such picture."],
    });
  });
});

describe("deleting an item", () => {
  test("removes it everywhere at once, and only for those who may delete it", async () => {
    const tia = await testApp.person("tia", { plan: "Individual" });
    const rival = await testApp.person("rival2", { plan: "Individual" });
    const { id } = await testApp.publishes(tia, "Gone");
    const { id: other } = await testApp.publishes(tia, "Stays");
    await testApp.deps.pool.query("select graphile_worker.add_job('discovery:refresh', '{}')");
    await testApp.settle();
    expect((await rival.refused(contentRoutes.remove, open(id))).code).toBe(404);
    expect((await testApp.visitor.refused(contentRoutes.remove, open(id))).code).toBe(401);
    const wrongId = await tia.refused(contentRoutes.remove, { ...open(id), body: { id: other } });
    expect(wrongId).toMatchObject({ code: 422, errors: { id: [expect.any(String)] } });
    expect(await isListedAnywhere(tia, id, other)).toBe(true);

    await tia.call(contentRoutes.remove, { ...open(id), body: { id } });

    expect(await isListedAnywhere(tia, id, other)).toBe(false);
    for (const [route, body] of [
      [contentRoutes.one, {}],
      [contentRoutes.related, {}],
      [contentRoutes.retry, {}],
      [contentRoutes.remove, {}],
      [contentRoutes.update, { body: { title: "Back" } }],
      [viewRoutes.add, { body: { watched_s: 60 } }],
    ] as const)
      expect([route.name, (await tia.refused(route, { ...open(id), ...body })).code]).toEqual([route.name, 404]);
    expect((await tia.call(contentRoutes.one, open(other))).title).toBe("Stays");
  });

  test("and hiding it both lower the channel's count", async () => {
    const uma = await testApp.person("uma", { plan: "Individual" });
    const [one, two] = [await testApp.publishes(uma, "One"), await testApp.publishes(uma, "Two")];
    await uma.call(contentRoutes.update, { ...open(one.id), body: { visibility: "unlisted" } });
    expect(await contentCount(uma.channelId)).toBe(1);
    await uma.call(contentRoutes.update, { ...open(one.id), body: { visibility: "public" } });
    expect(await contentCount(uma.channelId)).toBe(2);
    await uma.call(contentRoutes.remove, open(two.id));
    expect(await contentCount(uma.channelId)).toBe(1);
  });

  async function isListedAnywhere(owner: Caller, id: ContentId, other: ContentId): Promise<boolean> {
    const lists = await Promise.all([
      owner.call(contentRoutes.mine, videos).then(({ contents }) => contents),
      testApp.visitor
        .call(contentRoutes.ofChannel, { ...videos, query: { per_page: 50 } })
        .then(({ contents }) => contents),
      owner.call(contentRoutes.related, open(other)),
      testApp.visitor.call(discoveryRoutes.trending),
      testApp.visitor.call(discoveryRoutes.topVideos).then(({ content }) => content),
    ]);
    const found = lists.map((list) => list.some((item) => item.id === id));
    expect(new Set(found).size).toBe(1);
    return found[0] ?? false;
  }

  async function contentCount(channelId: string): Promise<number> {
    const { rows } = await testApp.deps.pool.query("select content_count from channels where id = $1", [channelId]);
    return rows[0].content_count;
  }
});
