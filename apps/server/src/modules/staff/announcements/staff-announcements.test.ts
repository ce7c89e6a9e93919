import { auditRoutes } from "@app/contract/audit";
import { ANNOUNCEMENT_VIDEO, announcementRoutes, staffAnnouncementRoutes } from "@app/contract/staff-announcements";
import { expect, test } from "vitest";
import { hasFfmpeg } from "#modules/catalog/media/pipeline/testing/clips.ts";
import { drawPicture, toForm } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";
import { prepareVideo } from "./prepare-video.service.ts";

const testApp = await createTestApp();
const { pool, storage } = testApp.deps;
const ada = await testApp.person("ada", { staffRole: "admin" });
const mod = await testApp.person("mod", { staffRole: "moderator" });

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const text = { title: "Kick-off", description: "The season begins.", youtube_link: null as string | null };
const always = { starts_at: at(-1), ends_at: null };

const current = () => testApp.visitor.call(announcementRoutes.current);
const list = async () => (await ada.call(staffAnnouncementRoutes.list)).announcements;
const one = async (id: string) => (await list()).find((each) => each.id === id);
const add = async (more: Partial<typeof text & { starts_at: string; ends_at: string | null }> = {}) =>
  (await ada.call(staffAnnouncementRoutes.add, { body: { ...text, ...always, ...more } })).id;
const turn = (id: string, is_on: boolean) =>
  ada.call(staffAnnouncementRoutes.turn, { params: { id }, body: { is_on } });
const sendVideo = (id: string, bytes: Buffer) =>
  ada.send("POST", `/api/v1/admin/announcements/${id}/video`, toForm({}, { field: "video", bytes }));

test("an announcement is off until it is turned on, and shown only within its dates", async () => {
  const id = await add();
  expect([(await one(id))?.state, await current()]).toEqual(["off", null]);
  await turn(id, true);
  expect(await current()).toMatchObject({ title: "Kick-off", video_path: null, youtube_link: null });
  const later = await add({ title: "Later", starts_at: at(2) });
  const over = await add({ title: "Over", starts_at: at(-3), ends_at: at(1) });
  for (const other of [later, over]) await turn(other, true);
  expect((await list()).map(({ title, state }) => [title, state])).toEqual([
    ["Later", "scheduled"],
    ["Kick-off", "shown"],
    ["Over", "covered"],
  ]);
  await pool.query("update announcements set ends_at = now() - interval '1 minute' where id = $1", [over]);
  await pool.query("update announcements set starts_at = now() - interval '1 minute' where id = $1", [later]);
  expect((await current())?.title).toBe("Later");
  expect((await one(over))?.state).toBe("ended");
  await turn(over, false);
  expect((await ada.refused(staffAnnouncementRoutes.turn, { params: { id: over }, body: { is_on: true } })).code).toBe(
    409,
  );
  await turn(later, false);
  expect((await current())?.title).toBe("Kick-off");
  await turn(id, false);
  expect(await current()).toBeNull();
});

test("an end before the start, and a link to anything but a video, are refused on their fields", async () => {
  const body = { ...text, ...always };
  const early = await ada.refused(staffAnnouncementRoutes.add, { body: { ...body, ends_at: at(-2) } });
  expect(early.errors).toEqual({ ends_at: ["The end must be after the start."] });
  for (const youtube_link of ["https://www.youtube.com/@fieldhouse", "https://evil.test/watch?v=dQw4w9WgXcQ", "x"])
    expect(
      Object.keys((await ada.refused(staffAnnouncementRoutes.add, { body: { ...body, youtube_link } })).errors),
    ).toEqual(["youtube_link"]);
  const far = await ada.refused(staffAnnouncementRoutes.add, { body: { ...body, starts_at: "0001-01-01T00:00:00Z" } });
  expect(Object.keys(far.errors)).toEqual(["starts_at"]);
});

test("only admins write announcements for the team, and the log has what changed", async () => {
  const id = await add();
  expect((await mod.refused(staffAnnouncementRoutes.list)).code).toBe(404);
  const link = "https://youtu.be/dQw4w9WgXcQ";
  const changed = { ...text, ...always, title: "Kick-off at nine", youtube_link: link };
  await ada.call(staffAnnouncementRoutes.change, { params: { id }, body: changed });
  await ada.call(staffAnnouncementRoutes.change, { params: { id }, body: changed });
  await turn(id, true);
  expect(await current()).toMatchObject({ title: "Kick-off at nine", youtube_link: link });
  const { entries } = await ada.call(auditRoutes.list, { query: { search: id } });
  expect(entries.map(({ action }) => action)).toEqual([
    "announcement.turned_on",
    "announcement.changed",
    "announcement.added",
  ]);
  expect(entries[1]).toMatchObject({ subject: { kind: "announcement", name: "Kick-off at nine" } });
  expect(entries[1]?.changes).toEqual([
    { field: "title", before: "Kick-off", after: "Kick-off at nine" },
    { field: "youtube_link", before: null, after: link },
  ]);
  await turn(id, false);
});

test("two admins who change different fields of an announcement keep each other's change", async () => {
  const params = { id: await add() };
  await ada.call(staffAnnouncementRoutes.change, { params, body: { title: "Kick-off at nine" } });
  await ada.call(staffAnnouncementRoutes.change, { params, body: { ends_at: at(1) } });
  expect(await one(params.id)).toMatchObject({ title: "Kick-off at nine", description: text.description });
  const early = await ada.refused(staffAnnouncementRoutes.change, { params, body: { starts_at: at(2) } });
  expect(early.errors).toEqual({ ends_at: ["The end must be after the start."] });
});

test("a new picture replaces the file of the one before", async () => {
  const id = await add();
  const path = `/api/v1/admin/announcements/${id}/poster`;
  const pictures = await Promise.all([drawPicture(1600, 900), drawPicture(1280, 720)]);
  for (const bytes of pictures)
    expect((await ada.send("POST", path, toForm({}, { field: "picture", bytes }))).status).toBe(200);
  expect(await testApp.deps.storage.list(`announcements/${id}/`)).toHaveLength(1);
});

test.skipIf(!hasFfmpeg)("an uploaded video is prepared by a job, wins over the link, and can be removed", async () => {
  const id = await add({ youtube_link: "https://youtu.be/dQw4w9WgXcQ" });
  expect((await sendVideo(id, await testApp.clip())).status).toBe(200);
  expect((await one(id))?.video).toEqual({ has_video: false, is_preparing: true, fault: null });
  const early = await ada.refused(staffAnnouncementRoutes.turn, { params: { id }, body: { is_on: true } });
  expect(early.message).toBe("Its video is still being prepared. Try again in a moment.");
  await testApp.settle();
  await turn(id, true);
  const shown = await current();
  expect(shown).toMatchObject({ youtube_link: null, loop: { from_s: 0, to_s: 2 } });
  for (const [url, type] of [
    [shown?.video_path, "video/mp4"],
    [shown?.poster, "image/webp"],
  ]) {
    const file = await testApp.visitor.send("GET", url ?? "");
    expect([file.status, file.headers.get("content-type")]).toEqual([200, type]);
  }
  // The uploaded original is not kept.
  expect(await storage.list("announcement-uploads/")).toEqual([]);
  const before = await storage.list(`announcements/${id}/`);

  expect((await sendVideo(id, Buffer.from("not a film"))).status).toBe(200);
  await testApp.settle();
  const failed = await one(id);
  expect([failed?.video.has_video, failed?.video.is_preparing]).toEqual([true, false]);
  expect(failed?.video.fault).toMatch(/video/i);
  expect(await storage.list(`announcements/${id}/`)).toEqual(before);

  await ada.call(staffAnnouncementRoutes.removeVideo, { params: { id } });
  expect(await current()).toMatchObject({ video_path: null, youtube_link: "https://youtu.be/dQw4w9WgXcQ" });
  await turn(id, false);
});

test.skipIf(!hasFfmpeg)("a picture chosen while a video is prepared stays, and no unused file does", async () => {
  const id = await add();
  const files = () => storage.list(`announcements/${id}/`);
  await sendVideo(id, await testApp.clip());
  const picture = toForm({}, { field: "picture", bytes: await drawPicture(1280, 720) });
  await ada.send("POST", `/api/v1/admin/announcements/${id}/poster`, picture);
  const [chosen] = await files();
  await testApp.settle();
  expect((await one(id))?.video.has_video).toBe(true);
  expect(await files()).toEqual([chosen, expect.stringMatching(/video\.mp4$/)]);

  // The next video brings its own.
  await sendVideo(id, await testApp.clip());
  await testApp.settle();
  const kept = await files();
  expect(kept.map((key) => key.split("/").at(-1)).toSorted()).toEqual(["poster.webp", "video.mp4"]);

  // Removed at the last moment.
  await sendVideo(id, await testApp.clip());
  const { rows } = await pool.query("select upload_key from announcements where id = $1", [id]);
  const put: typeof storage.put = async (...file) => {
    await ada.call(staffAnnouncementRoutes.removeVideo, { params: { id } });
    await storage.put(...file);
  };
  const deps = { ...testApp.deps, storage: { ...storage, put } };
  await prepareVideo(deps, { id, upload_key: rows[0].upload_key }, new AbortController().signal);
  expect(await files()).toEqual(kept.filter((key) => key.endsWith("poster.webp")));
  await testApp.settle();
});

test("of two files sent at once, one is prepared, and no upload is left behind", async () => {
  const id = await add();
  await Promise.all([sendVideo(id, Buffer.from("one")), sendVideo(id, Buffer.from("other"))]);
  await testApp.settle();
  expect((await one(id))?.video.is_preparing).toBe(false);
  expect(await storage.list("announcement-uploads/")).toEqual([]);
});

test("a file that is too large, or empty, is refused before anything is kept", async () => {
  const id = await add();
  const large = await sendVideo(id, Buffer.alloc(ANNOUNCEMENT_VIDEO.maxBytes + 1));
  expect([large.status, large.text]).toEqual([413, expect.stringContaining("The file is larger than 60 MB.")]);
  expect((await sendVideo(id, Buffer.alloc(0))).status).toBe(422);
  expect(await storage.list("announcement-uploads/")).toEqual([]);
});
