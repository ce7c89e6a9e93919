import { captionRoutes } from "@app/contract/captions";
import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { searchRoutes } from "@app/contract/search";
import { describe, expect, test } from "vitest";
import { sendCaptions } from "#testing/captions.ts";
import { createTestApp } from "#testing/test-app.ts";
import { maintainSearch } from "./maintenance.service.ts";

const testApp = await createTestApp();
const maya = await testApp.person("maya", { plan: "Individual" });
const fan = await testApp.person("fan");

const FILE = [
  "WEBVTT\n",
  "00:01.000 --> 00:02.000\nWelcome, everybody\n",
  "00:12.500 --> 00:14.000\nA spectacular <b>somersault</b>\n",
  "00:20.000 --> 00:22.000\nAnother somersault, and a spectacular landing in the zugzwang\n",
].join("\n");

async function find(search: string) {
  const { contents } = await fan.call(searchRoutes.result, { query: { search } });
  return contents.map(({ title, spoken }) => ({ title, spoken }));
}

async function publishSpoken(title: string): Promise<ContentId> {
  const { id } = await testApp.publishes(maya, title);
  expect((await sendCaptions(maya, id, FILE)).status).toBe(200);
  return id;
}

describe("a video found by what is said in it", () => {
  test("opens at the cue with the most of the words, and comes after one with the word in its title", async () => {
    const id = await publishSpoken("Floor final");
    await testApp.publishes(maya, "How to learn a somersault");
    expect(await find("somersaults")).toEqual([
      { title: "How to learn a somersault", spoken: null },
      { title: "Floor final", spoken: { at: 12.5, text: "A spectacular somersault" } },
    ]);
    expect(await find("somersault landing")).toEqual([
      {
        title: "Floor final",
        spoken: { at: 20, text: "Another somersault, and a spectacular landing in the zugzwang" },
      },
    ]);
    // One word is in the title, the other is only spoken.
    expect(await find("floor welcome")).toEqual([
      { title: "Floor final", spoken: { at: 1, text: "Welcome, everybody" } },
    ]);
    expect(await find("floor final")).toEqual([{ title: "Floor final", spoken: null }]);

    await sendCaptions(maya, id, "WEBVTT\n\n00:01.000 --> 00:02.000\nOther words\n");
    expect(await find("zugzwang")).toEqual([]);
  });

  test("is found after the search maintenance if its captions were saved without triggers", async () => {
    const id = await publishSpoken("Vault final");
    const { pool } = testApp.deps;
    await pool.query("alter table captions disable trigger user");
    await pool.query(
      `update caption_cues set text = 'Yurchenko', words = search_vector('Yurchenko', 'D')
       where captions_id = (select id from captions where content_id = $1)`,
      [id],
    );
    await pool.query("update captions set saved_at = now() where content_id = $1", [id]);
    await pool.query("alter table captions enable trigger user");
    expect(await find("yurchenko")).toEqual([]);
    await maintainSearch(testApp.deps);
    expect((await find("yurchenko")).map(({ title }) => title)).toEqual(["Vault final"]);
    await maya.call(contentRoutes.remove, { params: { id }, body: {} });
  });

  test("is not found by what is said after its end, once it was replaced by a shorter one", async () => {
    const id = await publishSpoken("Rings final");
    await sendCaptions(maya, id, FILE.replace("Another somersault", "Welcome to another somersault"));
    await testApp.deps.pool.query("update contents set length_ms = 15000 where id = $1", [id]);
    expect(await find("zugzwang")).toEqual([]);
    // It opens at a cue that is left, not at the later one that has both words.
    expect(await find("rings welcome somersault")).toMatchObject([{ title: "Rings final", spoken: { at: 1 } }]);
    await testApp.deps.pool.query("update contents set length_ms = 60000 where id = $1", [id]);
    for (const words of ["rings zugzwang", "rings welcome somersault"])
      expect(await find(words)).toMatchObject([{ title: "Rings final", spoken: { at: 20 } }]);
    await maya.call(contentRoutes.remove, { params: { id }, body: {} });
  });

  test("is no longer found without its captions or once private, whatever changes or maintenance follow", async () => {
    const id = await publishSpoken("Beam final");
    await maya.call(contentRoutes.update, { params: { id }, body: { description: "The best of the day" } });
    await maintainSearch(testApp.deps);
    expect(await find("zugzwang")).toHaveLength(1);
    await maya.call(contentRoutes.update, { params: { id }, body: { visibility: "private" } });
    expect(await find("zugzwang")).toEqual([]);
    await maya.call(contentRoutes.update, { params: { id }, body: { visibility: "public" } });
    expect(await find("zugzwang")).toHaveLength(1);
    await maya.call(captionRoutes.remove, { params: { id, language: "en" } });
    expect(await find("zugzwang")).toEqual([]);
    expect(await find("beam")).toHaveLength(1);
  });
});
