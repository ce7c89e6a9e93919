import { contentRoutes } from "@app/contract/contents";
import { FILE_MESSAGES, fileRoutes } from "@app/contract/files";
import { type ContentId, uploadId } from "@app/contract/ids";
import { staffContentRoutes } from "@app/contract/staff-contents";
import { uploadRoutes } from "@app/contract/uploads";
import { describe, expect, test } from "vitest";
import { failExtras } from "#testing/fail-extras.ts";
import { toImagesForm, uploadImage } from "#testing/images.ts";
import type { TestPerson } from "#testing/people.ts";
import { drawPhoto, drawPicture } from "#testing/pictures.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const nia = await testApp.person("nia", { plan: "Individual" });
const fan = await testApp.person("fan");
const staff = await testApp.person("moderator", { staffRole: "moderator" });
const clip = await testApp.clip();

const open = (id: ContentId) => ({ params: { id } });
const file = (id: ContentId) => maya.call(fileRoutes.one, open(id));
const item = (id: ContentId) => maya.call(contentRoutes.one, open(id));
const replace = (id: ContentId, upload: string) =>
  maya.call(fileRoutes.replace, { ...open(id), body: { upload_id: uploadId.parse(upload) } });
const refuse = (id: ContentId, upload: string, person: TestPerson = maya) =>
  person.refused(fileRoutes.replace, { ...open(id), body: { upload_id: uploadId.parse(upload) } });

async function keysOf(id: ContentId): Promise<string[]> {
  return deps.storage.list(`contents/${id}/`);
}

async function runOf(id: ContentId): Promise<string> {
  const { rows } = await deps.pool.query<{ run: string }>("select run from contents where id = $1", [id]);
  return rows[0]?.run ?? "";
}

/** Runs the jobs scheduled for later now. */
async function runLater(): Promise<void> {
  await deps.pool.query("update graphile_worker._private_jobs set run_at = now()");
  await testApp.settle();
}

describe("downloading the original", () => {
  test("returns the same bytes under the original name, from a signed URL", async () => {
    const { id } = await testApp.video(maya, "Mine");
    await deps.pool.query("update contents set original_name = $1 where id = $2", ['Finale "größe".mp4', id]);
    const { url, file_name, size_bytes } = await file(id);
    expect({ file_name, size_bytes }).toEqual({ file_name: 'Finale "größe".mp4', size_bytes: clip.length });
    expect(url).toMatch(/^\/media\/s\/\d+\/[\w-]{22}\/contents\//);
    const reply = await fetch(testApp.origin + url);
    expect(reply.headers.get("content-disposition")).toBe(
      `attachment; filename="Finale _gr__e_.mp4"; filename*=UTF-8''Finale%20%22gr%C3%B6%C3%9Fe%22.mp4`,
    );
    expect(reply.headers.get("cache-control")).toBe("private, no-cache");
    expect(Buffer.from(await reply.arrayBuffer()).equals(clip)).toBe(true);
    expect((await staff.call(fileRoutes.one, open(id))).url).not.toBeNull();
  });

  test("is for the owner and staff only, and its URL expires", async () => {
    const { id } = await testApp.video(maya, "Not yours");
    for (const person of [nia, fan]) expect((await person.refused(fileRoutes.one, open(id))).code).toBe(404);
    expect((await testApp.visitor.refused(fileRoutes.one, open(id))).code).toBe(401);
    const url = (await file(id)).url ?? "";
    expect((await fetch(testApp.origin + url.replace("/s/", "/s/9"))).status).toBe(404);
    deps.now = () => new Date(Date.now() + 13 * 3_600_000);
    expect((await fetch(testApp.origin + url)).status).toBe(404);
    deps.now = () => new Date();
  });
});

test("the originals of a set can be downloaded one by one under their own names, until removed from it", async () => {
  const files = [await drawPhoto(160, 80), await drawPicture(60, 90)] as const;
  const uploads = [await uploadImage(maya, files[0], "start.jpg"), await uploadImage(maya, files[1], "lap.png")];
  const body = toImagesForm(
    testApp.categoryId,
    uploads.map((upload_id) => ({ upload_id })),
  );
  const { id } = await maya.call(contentRoutes.upload, { body });
  expect((await file(id)).images.map(({ url }) => url)).toEqual([null, null]);
  await testApp.settle();
  const shown = await file(id);
  expect(shown).toMatchObject({ file_name: null, url: null, replacement: null });
  expect(shown.images.map(({ file_name, size_bytes }) => `${file_name} ${size_bytes}`)).toEqual([
    `start.jpg ${files[0].length}`,
    `lap.png ${files[1].length}`,
  ]);
  for (const [at, { url, file_name }] of shown.images.entries()) {
    const reply = await fetch(testApp.origin + url);
    expect(reply.headers.get("content-disposition")).toContain(`filename="${file_name}"`);
    expect(Buffer.from(await reply.arrayBuffer()).equals(files[at] ?? Buffer.of())).toBe(true);
  }
  expect((await staff.call(fileRoutes.one, open(id))).images).toHaveLength(2);
  expect((await fan.refused(fileRoutes.one, open(id))).code).toBe(404);
  expect((await file((await testApp.video(maya, "No set")).id)).images).toEqual([]);

  const [, lap] = shown.images;
  const kept = [{ id: lap?.id ?? "", caption: "", alt: "" }];
  await maya.call(contentRoutes.update, { ...open(id), body: { images: kept } });
  await testApp.settle();
  expect((await file(id)).images.map(({ file_name }) => file_name)).toEqual(["lap.png"]);
  expect((await fetch(testApp.origin + shown.images[0]?.url)).status).toBe(404);
});

describe("replacing the file", () => {
  test("keeps the item's URL and counts, and plays the old file until the new one is complete", async () => {
    const { id } = await testApp.video(maya, "Replaced");
    await deps.pool.query("update contents set total_views = 12, timeline_run = run where id = $1", [id]);
    const sums = (curve: string) => `array_fill(${curve}, array[100])`;
    await deps.pool.query(
      `insert into content_retention (content_id, viewers, reached, played_ms) values ($1, 5, ${sums("5")}, ${sums("9")})`,
      [id],
    );
    const before = await item(id);
    const old = await runOf(id);
    const upload = await uploadBytes(maya, clip);
    const { replacement } = await replace(id, upload);
    expect(replacement).toMatchObject({ upload_id: upload, state: "checking", message: null });
    expect((await item(id)).video_content).toEqual(before.video_content);
    expect(await maya.call(uploadRoutes.open)).toMatchObject([{ id: upload, replaces: id }]);

    await testApp.settle();
    expect(await maya.call(uploadRoutes.open)).toEqual([]);
    const after = await item(id);
    expect(after).toMatchObject({ id, total_views: 12, state: "ready", published_at: before.published_at });
    expect(await runOf(id)).not.toBe(old);
    // The retention curve is dropped: its hundredths would be other seconds of the new file.
    expect((await deps.pool.query("select from content_retention where content_id = $1", [id])).rows).toEqual([]);
    const { rows } = await deps.pool.query("select timeline_run from contents where id = $1", [id]);
    expect(rows).toEqual([{ timeline_run: null }]);
    for (const url of [after.video_content.hls, after.video_content.storyboard, after.thumbnail])
      expect([url, (await fetch(testApp.origin + url)).status]).toEqual([url, 200]);
    expect(await file(id)).toMatchObject({ size_bytes: clip.length, replacement: null });
    expect(await deps.uploads.offsetOf(upload)).toBeNull();

    // Somebody who is watching may still fetch the old segments.
    expect((await fetch(testApp.origin + before.video_content.hls)).status).toBe(200);
    await runLater();
    expect((await keysOf(id)).filter((key) => key.includes(old))).toEqual([]);
    expect((await fetch(testApp.origin + after.video_content.hls)).status).toBe(200);
    expect((await fetch(testApp.origin + (await file(id)).url)).status).toBe(200);
  });

  test("also works with an upload that is already checked and processed", async () => {
    const { id } = await testApp.video(maya, "Replaced late");
    const upload = await uploadBytes(maya, clip);
    await testApp.settle();
    const old = await runOf(id);
    expect((await replace(id, upload)).replacement).toMatchObject({ state: "processing" });
    await testApp.settle();
    expect(await runOf(id)).not.toBe(old);
    const { rows } = await deps.pool.query("select 1 from unpublished_media");
    expect(rows).toEqual([]);
  });

  test("keeps the old file and gives the reason if the new one cannot be used; another one can be tried", async () => {
    const { id } = await testApp.video(maya, "Kept");
    const before = await item(id);
    const broken = await uploadBytes(maya, Buffer.from("not a video at all"));
    await replace(id, broken);
    await testApp.settle();
    expect((await file(id)).replacement).toMatchObject({ state: "failed", message: expect.stringMatching(/\.$/) });
    expect(await item(id)).toEqual(before);
    expect((await fetch(testApp.origin + before.video_content.hls)).status).toBe(200);

    const old = await runOf(id);
    await replace(id, await uploadBytes(maya, clip));
    await testApp.settle();
    expect(await runOf(id)).not.toBe(old);
    expect((await file(id)).replacement).toBeNull();
  });

  test("says so if the new one has a complete ladder but the rest cannot be made, and another one can be tried", async () => {
    const { id } = await testApp.video(maya, "Nearly");
    const before = await item(id);
    const upload = await uploadBytes(maya, clip);
    await testApp.settle();
    await replace(id, upload);
    await failExtras(testApp);
    expect((await file(id)).replacement).toMatchObject({ state: "failed", message: FILE_MESSAGES.ourFault });
    expect(await item(id)).toEqual(before);
    const kept = await keysOf(id);
    await replace(id, await uploadBytes(maya, Buffer.from("not a video at all")));
    await testApp.settle();
    expect(await keysOf(id)).toEqual(kept);
  });

  test("lists a video that failed, once the new file is processed", async () => {
    const broken = await uploadBytes(maya, Buffer.from("not a video at all"));
    // The check could not run, so the upload was let through.
    await deps.pool.query("update uploads set is_valid = true, completed_at = now() where id = $1", [broken]);
    const { id } = await maya.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, broken) });
    await testApp.settle();
    expect((await item(id)).state).toBe("failed");
    expect((await fan.refused(contentRoutes.one, open(id))).code).toBe(404);
    await replace(id, await uploadBytes(maya, clip));
    await testApp.settle();
    const { state, fault, length, video_content, thumbnail } = await fan.call(contentRoutes.one, open(id));
    expect({ state, fault, length }).toEqual({ state: "ready", fault: null, length: 2 });
    for (const url of [video_content.hls, video_content.storyboard, thumbnail])
      expect([url, (await fetch(testApp.origin + url)).status]).toEqual([url, 200]);
    expect((await fetch(testApp.origin + (await file(id)).url)).status).toBe(200);
  });

  test("of a failed video: it cannot be processed again until the new file has failed too", async () => {
    const letThrough = async () => {
      const broken = await uploadBytes(maya, Buffer.from("not a video at all"));
      await deps.pool.query("update uploads set is_valid = true, completed_at = now() where id = $1", [broken]);
      return broken;
    };
    const { id } = await maya.call(contentRoutes.upload, {
      body: toUploadForm(testApp.categoryId, await letThrough()),
    });
    await testApp.settle();
    await replace(id, await letThrough());
    const refused = { code: 409, message: FILE_MESSAGES.replacing };
    expect(await maya.refused(contentRoutes.retry, open(id))).toMatchObject(refused);
    const reprocess = { ...open(id), body: { reason: "They asked for it" } };
    expect((await staff.refused(staffContentRoutes.reprocess, reprocess)).code).toBe(409);
    await testApp.settle();
    expect((await file(id)).replacement).toMatchObject({ state: "failed" });
    for (const again of [
      () => maya.call(contentRoutes.retry, open(id)),
      () => staff.call(staffContentRoutes.reprocess, reprocess),
    ]) {
      await again();
      expect((await item(id)).state).toBe("processing");
      await testApp.settle();
      expect((await item(id)).state).toBe("failed");
    }
    await replace(id, await uploadBytes(maya, clip));
    await testApp.settle();
    expect((await item(id)).state).toBe("ready");
  });

  test("can be canceled, which leaves the item unchanged", async () => {
    const { id } = await testApp.video(maya, "Canceled");
    const kept = await keysOf(id);
    const upload = uploadId.parse(await uploadBytes(maya, clip));
    await testApp.settle();
    await replace(id, upload);
    await maya.call(uploadRoutes.cancel, { params: { id: upload } });
    await testApp.settle();
    expect((await file(id)).replacement).toBeNull();
    expect(await keysOf(id)).toEqual(kept);
  });

  test("is refused if the item or the file is somebody else's, a set of images, or already used", async () => {
    const { id } = await testApp.video(maya, "Mine alone");
    const own = await uploadBytes(maya, clip);
    const foreign = await uploadBytes(nia, clip);
    expect((await refuse(id, foreign, nia)).code).toBe(404);
    expect((await refuse(id, foreign)).code).toBe(404);
    expect((await refuse(id, "0".repeat(32))).code).toBe(404);
    const image = await testApp.publishes(maya, "Photos", { type: "image" });
    expect((await refuse(image.id, own)).errors).toEqual({ upload_id: [FILE_MESSAGES.notImages] });
    await maya.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, own) });
    expect((await refuse(id, own)).errors).toEqual({ upload_id: [FILE_MESSAGES.used] });
    const busy = await testApp.publishes(maya, "Busy", { state: "processing" });
    expect(await refuse(busy.id, await uploadBytes(maya, clip))).toMatchObject({
      code: 409,
      message: FILE_MESSAGES.processing,
    });
    await testApp.settle();
  });

  test("takes one file at a time, which cannot also be published", async () => {
    const { id } = await testApp.video(maya, "One at a time");
    const [first, second] = [await uploadBytes(maya, clip), await uploadBytes(maya, clip)];
    const statuses = await Promise.all(
      [first, second].map(
        async (upload_id) => (await maya.send("POST", `/api/v1/content/${id}/file`, { body: { upload_id } })).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 409]);
    const [taken = first, left = second] = statuses[0] === 200 ? [first, second] : [second, first];
    expect(await refuse(id, left)).toMatchObject({ code: 409, message: FILE_MESSAGES.another });
    expect((await replace(id, taken)).replacement?.upload_id).toBe(taken);
    const refused = await maya.refused(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, taken) });
    expect(Object.keys(refused.errors)).toEqual(["upload_id"]);
    await testApp.settle();
    expect((await file(id)).replacement).toBeNull();
  });
});
