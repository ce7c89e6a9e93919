import { createHash } from "node:crypto";
import { CHANNEL_MESSAGES } from "@app/contract/channels";
import { contentRoutes } from "@app/contract/contents";
import { uploadRoutes } from "@app/contract/uploads";
import { describe, expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { countWaiting } from "#testing/count-waiting.ts";
import { mediaPath } from "#testing/media-path.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { announce, askOffset, beginUpload, sendBytes, uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const clip = await testApp.clip();

const form = (uploadId: string) => toUploadForm(testApp.categoryId, uploadId);

describe("uploading a video", () => {
  test("it is sent, checked, finished and processed, and can be watched; its original stays byte for byte", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const id = await uploadBytes(maya, clip, "Regatta final.mp4");
    const arrived = await maya.call(uploadRoutes.one, { params: { id } });
    expect(arrived).toMatchObject({
      file_name: "Regatta final.mp4",
      size_bytes: clip.length,
      offset_bytes: clip.length,
    });
    expect(arrived.check).toBeNull();

    await testApp.settle();
    const checked = await maya.call(uploadRoutes.one, { params: { id } });
    expect(checked.check).toMatchObject({ ok: true, message: null });
    expect(checked.check?.length).toBeCloseTo(2, 1);
    expect(checked.frames).toHaveLength(3);
    for (const frame of checked.frames) expect((await testApp.visitor.send("GET", frame)).status).toBe(200);

    const begun = await maya.call(contentRoutes.upload, { body: { ...form(id), title: "Regatta final" } });
    // Its ladder was made before it was published.
    expect(begun).toMatchObject({ title: "Regatta final", state: "ready", progress: 100 });
    await testApp.settle();

    const item = await maya.call(contentRoutes.one, { params: { id: begun.id } });
    expect(item).toMatchObject({ state: "ready", fault: null, progress: 100, visibility: "public" });
    expect(item.frames).toHaveLength(3);
    const playlist = await testApp.visitor.send("GET", item.video_content.hls ?? "");
    expect(playlist.text).toContain("#EXT-X-STREAM-INF");
    expect(await maya.call(uploadRoutes.open)).toEqual([]);

    const kept = await testApp.deps.storage.read(`contents/${begun.id}/original`);
    expect(hash(await toBytes(kept))).toBe(hash(clip));
    expect(await testApp.deps.uploads.offsetOf(id)).toBeNull();
  });

  test("finished twice, or twice at once, it becomes one item", async () => {
    const nia = await testApp.person("nia", { plan: "Team" });
    const id = await uploadBytes(nia, clip);
    const items = await Promise.all(
      [1, 2, 3].map((n) => nia.call(contentRoutes.upload, { body: { ...form(id), title: `Try ${n}` } })),
    );
    const later = await nia.call(contentRoutes.upload, { body: form(id) });
    expect(new Set([...items, later].map((item) => item.id)).size).toBe(1);
    const { contents } = await nia.call(contentRoutes.mine, { params: { contentType: "video" } });
    expect(contents).toHaveLength(1);
  });

  test("finished before the last byte, it is refused on its field and can continue", async () => {
    const ola = await testApp.person("ola", { plan: "Individual" });
    const id = await beginUpload(ola, clip.length);
    await sendBytes(ola, id, 0, clip.subarray(0, 1000));
    const refusal = await ola.refused(contentRoutes.upload, { body: form(id) });
    expect(refusal).toMatchObject({
      code: 422,
      errors: { upload_id: ["The file has not been uploaded completely yet."] },
    });
    expect((await sendBytes(ola, id, 1000, clip.subarray(1000))).status).toBe(204);
    await ola.call(contentRoutes.upload, { body: form(id) });
  });

  test("a file that is not a video is reported, at the check and at the end", async () => {
    const pam = await testApp.person("pam", { plan: "Individual" });
    const id = await uploadBytes(pam, Buffer.from("this is a shopping list\n".repeat(100)), "holiday.mp4");
    await testApp.settle();
    const { check, frames } = await pam.call(uploadRoutes.one, { params: { id } });
    expect(check?.ok).toBe(false);
    expect(check?.message).toMatch(/^[A-Z].*\.$/);
    expect(frames).toEqual([]);
    const refusal = await pam.refused(contentRoutes.upload, { body: form(id) });
    expect(refusal).toMatchObject({ code: 422, errors: { upload_id: [check?.message] } });
  });

  test("finished before the check, a file that is not a video fails with a reason its owner can read", async () => {
    const quin = await testApp.person("quin", { plan: "Individual" });
    const id = await uploadBytes(quin, Buffer.from("%PDF-1.7 not a video"));
    const { id: item } = await quin.call(contentRoutes.upload, { body: form(id) });
    await testApp.settle();
    const failed = await quin.call(contentRoutes.one, { params: { id: item } });
    expect(failed).toMatchObject({ state: "failed", can: { retry: true } });
    expect(failed.fault).toMatch(/^[A-Z].*\.$/);
  });

  test("a wrong type, an unknown category and a picture that was never sent are each refused on their field", async () => {
    const ray = await testApp.person("ray", { plan: "Individual" });
    const id = await uploadBytes(ray, clip);
    const wrong = [
      [{ ...form(id), type: "document" as const }, "type"],
      [{ ...form(id), category_id: 999_999 }, "category_id"],
      [{ ...form(id), category_id: 88 }, "category_id"],
      [{ ...form(id), thumbnail: { picture: "a".repeat(32) } }, "thumbnail"],
      [{ ...form("f".repeat(31)) }, "upload_id"],
      [{ ...form(id), title: " " }, "title"],
    ] as const;
    for (const [body, field] of wrong) {
      const refusal = await ray.refused(contentRoutes.upload, { body: { ...body, tags: [] } });
      expect(refusal.code).toBe(422);
      expect(Object.keys(refusal.errors)).toEqual([field]);
    }
    expect((await ray.call(contentRoutes.mine, { params: { contentType: "video" } })).contents).toEqual([]);
  });
});

describe("who may upload", () => {
  test("a visitor is asked to sign in, a General User is not allowed", async () => {
    const fan = await testApp.person("fan");
    for (const [person, code] of [
      [testApp.visitor, 401],
      [fan, 403],
    ] as const) {
      expect((await announce(person, { "upload-length": "10" })).status).toBe(code);
      expect((await person.refused(contentRoutes.upload, { body: form("a".repeat(32)) })).code).toBe(code);
      expect((await person.refused(uploadRoutes.open)).code).toBe(code);
    }
  });

  test("another person's upload cannot be seen, finished or canceled", async () => {
    const sue = await testApp.person("sue", { plan: "Individual" });
    const thief = await testApp.person("thief", { plan: "Individual" });
    const id = await uploadBytes(sue, clip);
    expect((await thief.refused(uploadRoutes.one, { params: { id } })).code).toBe(404);
    expect((await thief.refused(uploadRoutes.cancel, { params: { id } })).code).toBe(404);
    expect((await thief.refused(contentRoutes.upload, { body: form(id) })).code).toBe(404);
    expect(await thief.call(uploadRoutes.open)).toEqual([]);
    expect(await sue.call(uploadRoutes.open)).toHaveLength(1);
    await sue.call(contentRoutes.upload, { body: form(id) });
    expect((await thief.refused(contentRoutes.upload, { body: form(id) })).code).toBe(404);
  });
});

describe("into a channel hidden by staff", () => {
  test("no new upload can start; one in progress is hidden with the channel and comes back with it", async () => {
    const wim = await testApp.person("wim", { plan: "Individual" });
    const fan = await testApp.person("wims_fan");
    const id = await uploadBytes(wim, clip);
    await hideChannelOf(testApp.deps.sql, wim.accountId, "staff");
    const refused = await announce(wim, { "upload-length": "10" });
    expect([refused.status, JSON.parse(refused.text).message]).toEqual([403, CHANNEL_MESSAGES.noUploads]);

    const item = await wim.call(contentRoutes.upload, { body: form(id) });
    const seen = async () => {
      const query = { channel_id: wim.channelId };
      const { contents } = await fan.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query });
      const page = await fan.send("GET", `/api/v1/content/${item.id}`);
      const [key = `contents/${item.id}/none/yet`] = await testApp.deps.storage.list(`contents/${item.id}/`);
      const media = await fan.send("GET", `/media/o/${await mediaPath(testApp.deps, key)}`);
      return [contents.length, page.status, media.status];
    };
    expect(await seen()).toEqual([0, 404, 404]);
    await testApp.settle();
    expect((await wim.call(contentRoutes.one, { params: { id: item.id } })).state).toBe("ready");
    expect(await seen()).toEqual([0, 404, 404]);

    await showChannelOf(testApp.deps.sql, wim.accountId, "staff");
    expect(await seen()).toEqual([1, 200, 200]);
    expect((await announce(wim, { "upload-length": "10" })).status).toBe(201);
  });

  test("an upload finished while its channel is being hidden is hidden too", async () => {
    const xan = await testApp.person("xan", { plan: "Individual" });
    const fan = await testApp.person("xans_fan");
    const [first, second] = [await uploadBytes(xan, clip), await uploadBytes(xan, clip)];
    const finish = (id: string) => xan.call(contentRoutes.upload, { body: form(id) });
    const early = await finish(first);
    const late = await inTransaction(testApp.deps.sql, async (tx) => {
      await hideChannelOf(tx, xan.accountId, "staff");
      const answer = finish(second);
      await expect.poll(() => countWaiting(testApp.deps.pool)).toBe(1);
      return { answer };
    });
    for (const { id } of [early, await late.answer])
      expect((await fan.refused(contentRoutes.one, { params: { id } })).code).toBe(404);
    await showChannelOf(testApp.deps.sql, xan.accountId, "staff");
    await testApp.settle();
    for (const { id } of [early, await late.answer]) await fan.call(contentRoutes.one, { params: { id } });
  });
});

describe("an interrupted upload", () => {
  test("resumes at its offset after the server restarts", async () => {
    const tia = await testApp.person("tia", { plan: "Individual" });
    const half = Math.floor(clip.length / 2);
    const id = await beginUpload(tia, clip.length, "long.mp4");
    await sendBytes(tia, id, 0, clip.subarray(0, half));
    await testApp.restart();
    const [open] = await tia.call(uploadRoutes.open);
    expect(open).toMatchObject({ id, file_name: "long.mp4", offset_bytes: half });
    expect(await askOffset(tia, id)).toBe(half);
    expect((await sendBytes(tia, id, half, clip.subarray(half))).status).toBe(204);
    const { id: item } = await tia.call(contentRoutes.upload, { body: form(id) });
    await testApp.settle();
    expect((await tia.call(contentRoutes.one, { params: { id: item } })).state).toBe("ready");
    const kept = await testApp.deps.storage.read(`contents/${item}/original`);
    expect(hash(await toBytes(kept))).toBe(hash(clip));
  });

  test("is complete if the server stopped after the last byte and before it recorded that", async () => {
    const uma = await testApp.person("uma", { plan: "Individual" });
    const id = await uploadBytes(uma, clip);
    await testApp.deps.pool.query("update uploads set completed_at = null where id = $1", [id]);
    await testApp.deps.pool.query("select graphile_worker.remove_job($1)", [`check:${id}`]);
    // A returning tus client asks for the offset; all bytes are there, so it sends nothing.
    expect(await askOffset(uma, id)).toBe(clip.length);
    await uma.call(uploadRoutes.one, { params: { id } });
    await testApp.settle();
    expect((await uma.call(uploadRoutes.one, { params: { id } })).check?.ok).toBe(true);
    await uma.call(contentRoutes.upload, { body: form(id) });
  });

  test("loses its bytes and frames when it is canceled, unless an item needs them", async () => {
    const vic = await testApp.person("vic", { plan: "Individual" });
    const id = await uploadBytes(vic, clip);
    await testApp.settle();
    expect(await testApp.deps.storage.list(`uploads/${id}/`)).toHaveLength(3);
    await vic.call(uploadRoutes.cancel, { params: { id } });
    expect(await testApp.deps.uploads.offsetOf(id)).toBeNull();
    expect(await testApp.deps.storage.list(`uploads/${id}/`)).toEqual([]);
    expect((await vic.refused(uploadRoutes.cancel, { params: { id } })).code).toBe(404);

    const used = await uploadBytes(vic, clip);
    const { id: item } = await vic.call(contentRoutes.upload, { body: form(used) });
    expect((await vic.refused(uploadRoutes.cancel, { params: { id: used } })).code).toBe(409);
    await testApp.settle();
    expect((await vic.call(contentRoutes.one, { params: { id: item } })).state).toBe("ready");
  });
});

async function toBytes(stream: AsyncIterable<Buffer> | null): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream ?? []) parts.push(part);
  return Buffer.concat(parts);
}

function hash(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
