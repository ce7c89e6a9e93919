import { contentRoutes } from "@app/contract/contents";
import type { ContentId, PictureId } from "@app/contract/ids";
import { THUMBNAIL_PART } from "@app/contract/thumbnails";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import { drawPicture, toForm } from "#testing/pictures.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const videos = { params: { contentType: "video" } } as const;

async function sendPicture(owner: TestPerson, widthPx: number, heightPx: number): Promise<PictureId> {
  const form = toForm({}, { field: THUMBNAIL_PART.field, bytes: await drawPicture(widthPx, heightPx) });
  const reply = await owner.send("POST", `/api/v1${contentRoutes.sendPicture.path}`, form);
  return contentRoutes.sendPicture.data.parse(JSON.parse(reply.text).data).id;
}

async function cardOf(id: ContentId) {
  const { contents } = await testApp.visitor.call(contentRoutes.ofChannel, videos);
  const card = contents.find((one) => one.id === id);
  if (!card) throw new Error(`There is no card of ${id}`);
  return card;
}

async function look(address: string | null) {
  const shown = await fetch(testApp.origin + address);
  if (shown.status !== 200) return shown.status;
  const { format, width, height } = await sharp(await shown.bytes()).metadata();
  return { format, width, height };
}

/** As if the machine had crashed halfway. */
async function fail(id: ContentId): Promise<void> {
  await testApp.deps.pool.query(
    "update contents set state = 'failed', fault = 'The disk was full.', has_storyboard = false, has_preview = false where id = $1",
    [id],
  );
}

describe("the card of a video", () => {
  test("shows a small picture of its frame, and of another frame once the owner chooses it", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const { id } = await testApp.video(maya, "Cup final");
    const first = await cardOf(id);
    expect(first.thumbnail_small).toBe(first.thumbnail?.replace("frame-1.webp", "frame-1-small.webp"));
    // The video is no larger than this.
    expect(await look(first.thumbnail_small)).toEqual({ format: "webp", width: 320, height: 180 });

    const changed = await maya.call(contentRoutes.update, { params: { id }, body: { thumbnail: { frame: 0 } } });
    expect(changed.thumbnail_small).toBe(first.thumbnail?.replace("frame-1.webp", "frame-0-small.webp"));
    expect(await look((await cardOf(id)).thumbnail_small)).toMatchObject({ width: 320 });
  });

  test.each([
    ["wide", 3000, 1500, { width: 1280, height: 640 }],
    ["tall", 1500, 3000, { width: 640, height: 1280 }],
  ])("crops a sent %s picture to 640 × 360", async (name, widthPx, heightPx, large) => {
    const owner = await testApp.person(`sent${name}`, { plan: "Team" });
    const { id } = await testApp.video(owner, name);
    const picture = await sendPicture(owner, widthPx, heightPx);
    await owner.call(contentRoutes.update, { params: { id }, body: { thumbnail: { picture } } });
    const { thumbnail, thumbnail_small } = await cardOf(id);
    expect(await look(thumbnail)).toEqual({ format: "webp", ...large });
    expect(await look(thumbnail_small)).toEqual({ format: "webp", width: 640, height: 360 });
    const tall = thumbnail?.replace(".webp", "-tall.webp") ?? null;
    expect(await look(tall)).toEqual({ format: "webp", width: 576, height: Math.min(720, large.height) });
  });

  test("shows a picture that a moderator sent, who has no channel to publish on", async () => {
    const owner = await testApp.person("moderated", { plan: "Individual" });
    const moderator = await testApp.person("mod", { staffRole: "moderator" });
    const { id } = await testApp.video(owner, "Moderated");
    const picture = await sendPicture(moderator, 1600, 900);
    await moderator.call(contentRoutes.update, { params: { id }, body: { thumbnail: { picture } } });
    const { thumbnail_small } = await cardOf(id);
    expect(thumbnail_small).toContain(picture);
    expect(await look(thumbnail_small)).toMatchObject({ width: 640, height: 360 });
  });

  test("keeps a picture chosen before the video was processed", async () => {
    const ola = await testApp.person("ola", { plan: "Individual" });
    const picture = await sendPicture(ola, 1600, 900);
    const form = toUploadForm(testApp.categoryId, await uploadBytes(ola, await testApp.clip()));
    const { id } = await ola.call(contentRoutes.upload, { body: { ...form, thumbnail: { picture } } });
    await testApp.settle();
    const { thumbnail_small } = await cardOf(id);
    expect(thumbnail_small).toContain(picture);
    expect(await look(thumbnail_small)).toMatchObject({ width: 640, height: 360 });
  });

  test.each([
    ["with the upload", { frame: 2 } as const, null, "frame-2.webp"],
    ["afterwards", { frame: 2 } as const, { frame: 0 } as const, "frame-0.webp"],
    ["by default", undefined, null, "frame-1.webp"],
  ])("keeps the frame that was chosen %s when failed processing is retried", async (how, first, then, file) => {
    const owner = await testApp.person(`kept_${how.replaceAll(" ", "_")}`, { plan: "Individual" });
    const form = toUploadForm(testApp.categoryId, await uploadBytes(owner, await testApp.clip()));
    const { id } = await owner.call(contentRoutes.upload, { body: { ...form, ...(first && { thumbnail: first }) } });
    await testApp.settle();
    if (then) await owner.call(contentRoutes.update, { params: { id }, body: { thumbnail: then } });
    await fail(id);
    await owner.call(contentRoutes.retry, { params: { id } });
    await testApp.settle();
    expect((await cardOf(id)).thumbnail).toContain(file);
  });

  test("keeps the owner's picture when failed processing is retried", async () => {
    const owner = await testApp.person("kept_picture", { plan: "Individual" });
    const { id } = await testApp.video(owner, "Own picture");
    const picture = await sendPicture(owner, 1280, 720);
    await owner.call(contentRoutes.update, { params: { id }, body: { thumbnail: { frame: 2 } } });
    await owner.call(contentRoutes.update, { params: { id }, body: { thumbnail: { picture } } });
    await fail(id);
    await owner.call(contentRoutes.retry, { params: { id } });
    await testApp.settle();
    expect((await cardOf(id)).thumbnail).toContain(picture);
  });

  test("falls back to the large picture if there is no small one", async () => {
    const pam = await testApp.person("pam", { plan: "Individual" });
    const { id } = await testApp.video(pam, "From before");
    await testApp.deps.pool.query("update contents set thumbnail_small_key = null where id = $1", [id]);
    const card = await cardOf(id);
    expect(card.thumbnail_small).toBeNull();
    expect(await look(card.thumbnail)).toMatchObject({ width: 320 });
  });
});

test("a picture that is no longer an item's thumbnail, or never was, is removed an hour later", async () => {
  const ruth = await testApp.person("ruth", { plan: "Individual" });
  const { id } = await testApp.video(ruth, "Own pictures");
  const [first, second, refused] = [
    await sendPicture(ruth, 640, 360),
    await sendPicture(ruth, 640, 360),
    await sendPicture(ruth, 640, 360),
  ];
  const choose = (body: object) => ruth.call(contentRoutes.update, { params: { id }, body });
  const runLater = async () => {
    await testApp.deps.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await testApp.settle();
  };
  const stored = () => testApp.deps.storage.list(`contents/${id}/thumbnail/`);
  await choose({ thumbnail: { picture: first } });
  const { thumbnail, revision } = await choose({ thumbnail: { picture: second } });
  const { code } = await ruth.refused(contentRoutes.update, {
    params: { id },
    body: { thumbnail: { picture: refused }, revision: (revision ?? 0) - 1 },
  });
  expect(code).toBe(409);
  const { thumbnail_small: old } = await choose({ thumbnail: { picture: first } });
  await testApp.settle();
  // Pages may still show it.
  expect(await look(thumbnail)).toMatchObject({ width: 640 });
  await runLater();
  expect(await look(thumbnail)).toBe(404);
  expect(await look(old)).toMatchObject({ width: 640 });
  expect((await stored()).every((key) => key.includes(first))).toBe(true);
  expect(await stored()).toHaveLength(3);
  await choose({ thumbnail: { frame: 0 } });
  await runLater();
  expect(await stored()).toEqual([]);
});

test("the small picture of a private item needs a signature, like the large one", async () => {
  const quin = await testApp.person("quin", { plan: "Individual" });
  const { id } = await testApp.video(quin, "Tactics", { visibility: "private" });
  const { thumbnail_small } = await quin.call(contentRoutes.one, { params: { id } });
  expect(thumbnail_small).toMatch(/^\/media\/s\//);
  expect(await look(thumbnail_small)).toMatchObject({ width: 320 });
  const [, path] = /(contents\/.*)$/.exec(thumbnail_small ?? "") ?? [];
  expect(await look(`/media/o/${path}`)).toBe(404);
});
