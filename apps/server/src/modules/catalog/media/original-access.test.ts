import { contentRoutes } from "@app/contract/contents";
import { cutRoutes } from "@app/contract/cuts";
import { fileRoutes } from "@app/contract/files";
import type { ContentId } from "@app/contract/ids";
import { teamRoutes } from "@app/contract/teams";
import { beforeEach, expect, test } from "vitest";
import { addMember } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const WHOLE_RUN = "0198c0de-0000-7000-8000-000000000001";
let people = 0;
let [club, manager, reader] = [{} as TestPerson, {} as TestPerson, {} as TestPerson];

beforeEach(async () => {
  people += 1;
  club = await testApp.person(`club${people}`, { plan: "Team" });
  manager = await testApp.person(`manager${people}`);
  reader = await testApp.person(`reader${people}`);
  const person = { id: club.channelId, account: manager.accountId };
  await inTransaction(deps.sql, (tx) => addMember(tx, person, "manager"));
});

const put = (key: string) => deps.storage.put(key, "bytes", { contentType: "" });

/** A public, trimmed video of the club with its original. */
async function publishTrimmed(): Promise<ContentId> {
  const { id, run } = await testApp.publishes(club, "Regatta");
  for (const folder of [run, WHOLE_RUN]) await put(`contents/${id}/${folder}/hls/master.m3u8`);
  await put(`contents/${id}/original`);
  await deps.sql
    .updateTable("contents")
    .set({ original_key: `contents/${id}/original`, has_storyboard: true, has_preview: true })
    .where("id", "=", id)
    .execute();
  const whole = { run: WHOLE_RUN, length_ms: 60_000, width_px: 640, height_px: 360, frame_keys: [] };
  await deps.sql
    .insertInto("trims")
    .values({ content_id: id, token: WHOLE_RUN, from_ms: 0, to_ms: 10_000, whole: JSON.stringify(whole) })
    .execute();
  return id;
}

/** What only those who may edit the video get. */
async function editUrls(person: TestPerson, id: ContentId): Promise<string[]> {
  const { url } = await person.call(fileRoutes.one, { params: { id } });
  const { hls } = await person.call(cutRoutes.trim, { params: { id } });
  return [url ?? "", hls];
}

async function publicUrl(id: ContentId): Promise<string> {
  const { hls } = (await reader.call(contentRoutes.one, { params: { id } })).video_content;
  return hls ?? "";
}

const statusesOf = (urls: readonly string[]) =>
  Promise.all(urls.map(async (url) => (await fetch(testApp.origin + url)).status));

test("a manager who is removed loses the original and the untrimmed video at once, and viewers go on watching", async () => {
  const id = await publishTrimmed();
  const held = await editUrls(manager, id);
  const watched = await publicUrl(id);
  expect(await statusesOf([...held, watched])).toEqual([200, 200, 200]);
  // The token of a public URL does not give access either.
  const [, token = ""] = /contents\/[^/]+\/([^/]+)\//.exec(watched) ?? [];
  const guessed = ["original", `${WHOLE_RUN}/hls/master.m3u8`].map((end) => `/media/o/contents/${id}/${token}/${end}`);
  expect(await statusesOf(guessed)).toEqual([404, 404]);

  await club.call(teamRoutes.remove, { params: { id: club.channelId, account: manager.accountId } });
  expect(await statusesOf([...held, watched])).toEqual([404, 404, 200]);
  expect(await publicUrl(id)).toBe(watched);
  expect(await statusesOf(await editUrls(club, id))).toEqual([200, 200]);
});

test("a manager who becomes an uploader loses the originals of others; promoting an uploader to manager revokes no URL", async () => {
  const id = await publishTrimmed();
  const held = await editUrls(manager, id);
  const watched = await publicUrl(id);
  const params = { id: club.channelId, account: manager.accountId };
  await club.call(teamRoutes.changeRole, { params, body: { role: "uploader" } });
  expect(await statusesOf([...held, watched])).toEqual([404, 404, 200]);
  expect((await manager.refused(fileRoutes.one, { params: { id } })).kind).toBe("not_found");

  const ofOwner = await editUrls(club, id);
  await club.call(teamRoutes.changeRole, { params, body: { role: "manager" } });
  expect(await statusesOf(ofOwner)).toEqual([200, 200]);
});

test("making an item private revokes the URLs of its original, and its editors get new ones", async () => {
  const id = await publishTrimmed();
  const held = await editUrls(manager, id);
  await club.call(contentRoutes.update, { params: { id }, body: { visibility: "private" } });
  expect(await statusesOf(held)).toEqual([404, 404]);
  expect(await statusesOf(await editUrls(manager, id))).toEqual([200, 200]);
});
