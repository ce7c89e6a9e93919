import { announcementRoutes } from "@app/contract/staff-announcements";
import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { toLoop } from "./announcements.policy.ts";
import { setAnnouncement, withdrawAnnouncement } from "./announcements.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const current = () => testApp.visitor.call(announcementRoutes.current);

const LINK = "https://www.youtube.com/watch?v=abcdefghijk";
const said = { title: "Season opener", description: "Watch it live.", youtubeLink: LINK, video: null, posterKey: null };

test("there is no announcement until one is set", async () => {
  expect(await current()).toBeNull();
});

test("a link has a poster, and an uploaded file wins over it", async () => {
  await setAnnouncement(deps, { ...said, posterKey: "announcements/a/poster.webp" });
  expect(await current()).toEqual({
    title: "Season opener",
    description: "Watch it live.",
    youtube_link: LINK,
    video_path: null,
    poster: "/media/o/announcements/a/poster.webp",
    loop: { from_s: 10, to_s: 15 },
  });
  await deps.storage.put("announcements/b/video.mp4", "a film", { contentType: "video/mp4" });
  await setAnnouncement(deps, {
    ...said,
    title: "Newer",
    video: { key: "announcements/b/video.mp4", lengthMs: 9_000 },
  });
  const shown = await current();
  expect(shown).toMatchObject({ title: "Newer", youtube_link: null, loop: { from_s: 0, to_s: 9 } });
  const file = await testApp.visitor.send("GET", shown?.video_path ?? "");
  expect([file.status, file.headers.get("content-type"), file.text]).toEqual([200, "video/mp4", "a film"]);
});

test("two concurrent changes leave one announcement, which can be withdrawn", async () => {
  await Promise.all(["a", "b", "c"].map((title) => setAnnouncement(deps, { ...said, title })));
  const { rows } = await deps.pool.query("select count(*) as n from announcements where withdrawn_at is null");
  expect(rows[0].n).toBe(1);
  expect(["a", "b", "c"]).toContain((await current())?.title);
  await withdrawAnnouncement(deps);
  expect(await current()).toBeNull();
});

test.each([
  [null, 10, 15],
  [120, 10, 15],
  [15, 10, 15],
  [14.9, 0, 14.9],
  [3, 0, 3],
])("a video of %s seconds loops from %s to %s", (lengthS, from_s, to_s) => {
  expect(toLoop(lengthS)).toEqual({ from_s, to_s });
});
