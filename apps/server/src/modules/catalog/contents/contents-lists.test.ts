import { contentRoutes } from "@app/contract/contents";
import { describe, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();

const videos = { params: { contentType: "video" } } as const;

describe("lists", () => {
  test("an earner's own list has every state and every page, newest first", async () => {
    const vic = await testApp.person("vic", { plan: "Individual" });
    const states = ["ready", "processing", "failed"] as const;
    for (let n = 0; n < 14; n++) {
      const state = states[n % 3] ?? "ready";
      await testApp.publishes(vic, `Item ${n}`, { state, visibility: n % 2 ? "private" : "public" });
    }
    await testApp.publishes(vic, "A picture", { type: "image" });
    const first = await vic.call(contentRoutes.mine, videos);
    expect(first.contents.map((item) => item.title)).toEqual(Array.from({ length: 12 }, (_, n) => `Item ${13 - n}`));
    expect(first.pagination).toMatchObject({ current_page: 1, per_page: 12, total: 14, last_page: 2 });
    const second = await vic.call(contentRoutes.mine, { ...videos, query: { current_page: 2 } });
    expect(second.contents.map((item) => item.title)).toEqual(["Item 1", "Item 0"]);
    const beyond = await vic.call(contentRoutes.mine, { ...videos, query: { current_page: 9 } });
    expect(beyond).toMatchObject({ contents: [], pagination: { total: 14, last_page: 2 } });

    expect((await testApp.visitor.refused(contentRoutes.mine, videos)).code).toBe(401);
    expect((await (await testApp.person("wes")).refused(contentRoutes.mine, videos)).code).toBe(403);
  });

  test("both spellings of the page parameter work, within its limits", async () => {
    const xia = await testApp.person("xia", { plan: "Individual" });
    for (let n = 0; n < 5; n++) await testApp.publishes(xia, `Item ${n}`);
    const list = async (search: string) => {
      const reply = await xia.send("GET", `/api/v1/get-contents/video?channel_id=${xia.channelId}&${search}`);
      return { status: reply.status, data: JSON.parse(reply.text).data, errors: JSON.parse(reply.text).errors };
    };
    for (const search of [
      "current_page=2&per_page=2",
      "page=2&perPage=2",
      "page=2&per_page=2",
      "currentPage=2&perPage=2",
    ]) {
      const { status, data } = await list(search);
      expect([search, status]).toEqual([search, 200]);
      expect(data.contents.map((item: { title: string }) => item.title)).toEqual(["Item 2", "Item 1"]);
      expect(data.pagination).toMatchObject({ current_page: 2, per_page: 2, total: 5, last_page: 3 });
    }
    expect((await list("per_page=50")).data.contents).toHaveLength(5);
    const wrong = ["per_page=0", "per_page=51", "per_page=1000000", "per_page=-1", "per_page=1.5", "per_page=all"];
    wrong.push("per_page=", "page=0", "page=100001", "page=1&page=2", "per_page=NaN", "per_page=Infinity", "sort=id");
    for (const search of wrong) {
      const { status, errors } = await list(search);
      expect([search, status, Object.keys(errors)]).toEqual([search, 422, [expect.any(String)]]);
    }
  });

  test("a channel's list holds public, ready items of the requested type and category", async () => {
    const yan = await testApp.person("yan", { plan: "Individual" });
    await testApp.publishes(yan, "Video");
    await testApp.publishes(yan, "Picture", { type: "image" });
    const of = async (contentType: "video" | "image" | "document", query = {}) => {
      const input = { params: { contentType }, query: { channel_id: yan.channelId, ...query } };
      return (await yan.call(contentRoutes.ofChannel, input)).contents.map((item) => item.title);
    };
    expect(await of("video")).toEqual(["Video"]);
    expect(await of("image")).toEqual(["Picture"]);
    expect(await of("document")).toEqual([]);
    expect(await of("video", { category_id: testApp.categoryId })).toEqual(["Video"]);
    expect(await of("video", { category_id: 88 })).toEqual([]);
    expect((await testApp.visitor.send("GET", "/api/v1/get-contents/song")).status).toBe(422);
    expect((await testApp.visitor.send("GET", "/api/v1/get-contents/video?channel_id=1")).status).toBe(422);
  });

  test("only members may list one channel, everybody may list all channels", async () => {
    const yve = await testApp.person("yve", { plan: "Individual" });
    await testApp.publishes(yve, "Seen");
    const ofChannel = { ...videos, query: { channel_id: yve.channelId } };
    expect((await testApp.visitor.refused(contentRoutes.ofChannel, ofChannel)).code).toBe(401);
    expect((await (await testApp.person("ymir")).call(contentRoutes.ofChannel, ofChannel)).contents).toHaveLength(1);
    const all = await testApp.visitor.call(contentRoutes.ofChannel, { ...videos, query: { per_page: 1 } });
    expect(all.contents.map((item) => item.title)).toEqual(["Seen"]);
  });

  test("related items start with the same channel and leave out the item itself and hidden ones", async () => {
    const zoe = await testApp.person("zoe", { plan: "Individual" });
    const other = await testApp.person("other", { plan: "Individual" });
    const { id } = await testApp.publishes(zoe, "This");
    await testApp.publishes(zoe, "Older of the same channel");
    await testApp.publishes(zoe, "Private", { visibility: "private" });
    await testApp.publishes(zoe, "Unlisted", { visibility: "unlisted" });
    await testApp.publishes(other, "Of another channel");
    await testApp.publishes(zoe, "Newer of the same channel");
    const fan = await testApp.person("fan2");
    const titles = (await fan.call(contentRoutes.related, { params: { id } })).map((item) => item.title);
    expect(titles.slice(0, 3)).toEqual([
      "Newer of the same channel",
      "Older of the same channel",
      "Of another channel",
    ]);
    expect(titles).not.toContain("This");
    expect(titles).not.toContain("Private");
    expect(titles).not.toContain("Unlisted");
    const hidden = await testApp.publishes(zoe, "Hidden", { visibility: "private" });
    expect((await fan.refused(contentRoutes.related, { params: { id: hidden.id } })).code).toBe(404);
    expect((await testApp.visitor.refused(contentRoutes.related, { params: { id } })).code).toBe(401);
  });
});
