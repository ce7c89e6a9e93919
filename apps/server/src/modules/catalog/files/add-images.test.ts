import { contentRoutes } from "@app/contract/contents";
import { fileRoutes } from "@app/contract/files";
import { type ContentId, uploadId } from "@app/contract/ids";
import { IMAGE_SET_MESSAGES, IMAGES_MAX, type ImageForm } from "@app/contract/images";
import { STAFF_CONTENT_MESSAGES, staffContentRoutes } from "@app/contract/staff-contents";
import { uploadRoutes } from "@app/contract/uploads";
import { expect, test } from "vitest";
import { failAddedImages } from "#modules/catalog/media/draw-images.service.ts";
import { toImagesForm, uploadImage } from "#testing/images.ts";
import type { TestPerson } from "#testing/people.ts";
import { drawPhoto, drawPicture, toPngChunk } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const nia = await testApp.person("nia", { plan: "Individual" });
const fan = await testApp.person("fan");
const staff = await testApp.person("moderator", { staffRole: "moderator" });
const wide = await drawPhoto(1_600, 800);
const photo = await drawPhoto(400, 200);
const small = await drawPicture(60, 90);

const open = (id: ContentId) => ({ params: { id } });
const shown = (id: ContentId) => fan.call(contentRoutes.one, open(id));
const edited = (id: ContentId) => maya.call(contentRoutes.edit, open(id));
const toForm = (upload: string, more: Partial<ImageForm> = {}): ImageForm => ({
  upload_id: uploadId.parse(upload),
  caption: "",
  alt: "",
  rotation: 0,
  crop: null,
  ...more,
});
const send = (id: ContentId, images: ImageForm[]) => maya.call(fileRoutes.addImages, { ...open(id), body: { images } });
const refuse = (id: ContentId, images: ImageForm[], person: TestPerson = maya) =>
  person.refused(fileRoutes.addImages, { ...open(id), body: { images } });

async function publishSet(...files: Buffer[]): Promise<ContentId> {
  const images = [];
  for (const bytes of files) images.push({ upload_id: await uploadImage(maya, bytes) });
  const { id } = await maya.call(contentRoutes.upload, { body: toImagesForm(testApp.categoryId, images) });
  await testApp.settle();
  return id;
}

test("images are appended to a published set, and viewers see each once it is drawn", async () => {
  const id = await publishSet(photo, small);
  const { revision } = await edited(id);
  const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
  const added = [
    toForm(await uploadImage(maya, wide, "late.jpg"), {
      caption: "The turn",
      alt: "A swimmer turns",
      rotation: 90,
      crop,
    }),
    toForm(await uploadImage(maya, small, "later.png")),
  ];
  const reply = await send(id, added);
  expect(reply.images).toMatchObject([{}, {}, { caption: "The turn", width_px: null, files: [] }, { width_px: null }]);
  expect(reply).toMatchObject({ state: "ready", revision: (revision ?? 0) + 1 });
  expect(reply.frames.map((frame) => frame !== "")).toEqual([true, true, false, false]);
  expect((await shown(id)).images).toHaveLength(2);
  expect(await maya.call(uploadRoutes.open)).toEqual([]);

  await testApp.settle();
  const { images } = await shown(id);
  expect(images).toMatchObject([
    ...[{ width_px: 400 }, { width_px: 60 }],
    ...[{ caption: "The turn", alt: "A swimmer turns", width_px: 400, height_px: 800, fault: null }, { width_px: 60 }],
  ]);
  for (const { files } of images) {
    expect(new Set(files.map(({ format }) => format))).toEqual(new Set(["avif", "webp", "jpeg"]));
    for (const { url } of files) expect((await fetch(testApp.origin + url)).status).toBe(200);
  }
  const originals = (await maya.call(fileRoutes.one, open(id))).images;
  expect(originals.map(({ file_name }) => file_name)).toEqual(["team.jpg", "team.jpg", "late.jpg", "later.png"]);
  expect(Buffer.from(await (await fetch(testApp.origin + originals[2]?.url)).arrayBuffer()).equals(wide)).toBe(true);
  const { rows } = await deps.pool.query("select original_bytes from contents where id = $1", [id]);
  expect(rows).toEqual([{ original_bytes: photo.length + wide.length + 2 * small.length }]);
  // A new image can become the thumbnail.
  const chosen = await maya.call(contentRoutes.update, { ...open(id), body: { thumbnail: { image: 2 } } });
  expect(chosen.thumbnail).toBe(chosen.frames[2]);
  expect((await fetch(testApp.origin + chosen.thumbnail)).status).toBe(200);
});

test("the owner, and nobody else, reads which images are animated after they are added, moved and removed", async () => {
  const chunk = toPngChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  const animated = Buffer.concat([small.subarray(0, 33), chunk, small.subarray(33)]);
  const id = await publishSet(photo);
  const [first, second] = [await uploadImage(maya, animated), await uploadImage(maya, animated)];
  await send(id, [toForm(first), toForm(second)]);
  await testApp.settle();
  const warning = async () => (await edited(id)).warning;
  expect(await warning()).toMatch(/^These images are animated, .*: 2, 3\.$/);
  expect((await shown(id)).warning).toBeNull();
  const [still, moving] = (await edited(id)).images.map((image) => ({ id: image.id, caption: "", alt: "" }));
  if (!still || !moving) throw new Error("the images were not added");
  const update = (images: (typeof still)[]) => maya.call(contentRoutes.update, { ...open(id), body: { images } });
  expect((await update([moving, still])).warning).toBe("Image 1 is animated. Only its first frame is shown.");
  await staff.call(staffContentRoutes.reprocess, { ...open(id), body: { reason: "A better encoder" } });
  await testApp.settle();
  expect(await warning()).toBe("Image 1 is animated. Only its first frame is shown.");
  expect((await update([still])).warning).toBeNull();
});

test("until they are drawn, new images can be moved, described and removed, but not be alone or the thumbnail", async () => {
  const id = await publishSet(photo, photo);
  const images = [toForm(await uploadImage(maya, small)), toForm(await uploadImage(maya, small))];
  const [left, old, first, second] = (await send(id, images)).images.map((image) => ({
    id: image.id,
    caption: "",
    alt: "",
  }));
  if (!left || !old || !first || !second) throw new Error("the images were not added");
  const update = (kept: object[]) => ({ ...open(id), body: { images: kept } as never });
  const alone = await maya.refused(contentRoutes.update, update([first, second]));
  expect(alone.errors).toEqual({ images: [IMAGE_SET_MESSAGES.undrawn] });
  const thumbnail = await maya.refused(contentRoutes.update, { ...open(id), body: { thumbnail: { image: 2 } } });
  expect(thumbnail.errors).toEqual({ thumbnail: ["There is no such picture."] });
  const moved = await maya.call(contentRoutes.update, update([{ ...first, alt: "Before the race" }, old]));
  // The image of the thumbnail is left out, and the first of the others cannot be shown yet.
  expect(moved.thumbnail).toBe(moved.frames[1]);
  expect((await shown(id)).images.map((image) => image.id)).toEqual([old.id]);
  // The upload of the removed one is not left to be published.
  expect(await maya.call(uploadRoutes.open)).toEqual([]);

  await testApp.settle();
  const drawn = await shown(id);
  expect(drawn.images).toMatchObject([{ id: first.id, alt: "Before the race", width_px: 60 }, { id: old.id }]);
  expect(drawn.video_content).toMatchObject({ width_px: 60, height_px: 90, hls: null });
  expect((await edited(id)).frames.every((frame) => frame !== "")).toBe(true);
  expect(drawn.thumbnail).toBe(moved.thumbnail);
  expect((await deps.storage.list(`contents/${id}/`)).filter((key) => key.includes(second.id))).toEqual([]);
});

test("an image removed while it is drawn leaves no files, and one removed later is no unfinished upload", async () => {
  const id = await publishSet(photo);
  const { images } = await send(id, [toForm(await uploadImage(maya, small))]);
  const [old, added] = images.map((image) => ({ id: image.id, caption: "", alt: "" }));
  const read = deps.storage.putFile;
  deps.storage.putFile = async (...file) => {
    deps.storage.putFile = read;
    await maya.call(contentRoutes.update, { ...open(id), body: { images: [old] } as never });
    return read.apply(deps.storage, file);
  };
  await testApp.settle();
  expect((await shown(id)).images).toHaveLength(1);
  expect((await deps.storage.list(`contents/${id}/`)).filter((key) => key.includes(added?.id ?? ""))).toEqual([]);
  expect(await maya.call(uploadRoutes.open)).toEqual([]);
});

test("the same request twice, also at once, adds an image once", async () => {
  const id = await publishSet(photo);
  const images = [toForm(await uploadImage(maya, small))];
  await Promise.all([send(id, images), send(id, images)]);
  await testApp.settle();
  expect((await send(id, images)).images).toHaveLength(2);
  await testApp.settle();
  expect((await shown(id)).images).toHaveLength(2);
});

test("an image that cannot be drawn says why to its owner only, and can be removed", async () => {
  const id = await publishSet(photo);
  const upload = await uploadImage(maya, small);
  await send(id, [toForm(upload), toForm(await uploadImage(maya, small))]);
  await deps.uploads.remove(upload);
  await testApp.settle();
  const { images } = await edited(id);
  expect(images.map(({ fault, width_px }) => [fault, width_px])).toEqual([
    ...[
      [null, 400],
      ["The file is no longer there. Please upload it again.", null],
    ],
    [null, 60],
  ]);
  expect((await shown(id)).images.map(({ fault, width_px }) => [fault, width_px])).toEqual([
    [null, 400],
    [null, 60],
  ]);
  const kept = [images[0], images[2]].map((image) => ({ id: image?.id ?? "", caption: "", alt: "" }));
  await maya.call(contentRoutes.update, { ...open(id), body: { images: kept } });
  expect((await edited(id)).images.map(({ fault }) => fault)).toEqual([null, null]);
});

test("staff have an image drawn that failed because of our own error, but not one that is waiting", async () => {
  const id = await publishSet(photo);
  await send(id, [toForm(await uploadImage(maya, small))]);
  const again = { ...open(id), body: { reason: "The disk was full" } };
  const early = await staff.refused(staffContentRoutes.reprocess, again);
  expect([early.code, early.message]).toEqual([409, STAFF_CONTENT_MESSAGES.processing]);
  await failAddedImages(deps, id);
  await testApp.settle();
  expect((await edited(id)).images.map(({ fault }) => fault)).toEqual([null, IMAGE_SET_MESSAGES.ourFault]);
  await staff.call(staffContentRoutes.reprocess, again);
  await testApp.settle();
  expect((await shown(id)).images.map(({ width_px }) => width_px)).toEqual([400, 60]);
  expect((await edited(id)).images.map(({ fault }) => fault)).toEqual([null, null]);
  expect((await edited(id)).frames.every((frame) => frame !== "")).toBe(true);
});

test("is refused while the set is being processed; a reprocessed set keeps the order of today", async () => {
  const id = await publishSet(photo, small);
  const image = toForm(await uploadImage(maya, small));
  await staff.call(staffContentRoutes.reprocess, { ...open(id), body: { reason: "A better encoder" } });
  const refused = await refuse(id, [image]);
  expect([refused.code, refused.message]).toEqual([409, IMAGE_SET_MESSAGES.processing]);
  const { images, frames } = await edited(id);
  const turned = images.map((one) => ({ id: one.id, caption: "", alt: "" })).toReversed();
  const publish = deps.events.publish;
  // Between the drawing and the exchange.
  deps.events.publish = async (...event) => {
    deps.events.publish = publish;
    await maya.call(contentRoutes.update, { ...open(id), body: { images: turned } });
    return publish.apply(deps.events, event);
  };
  await testApp.settle();
  const after = await edited(id);
  expect(after.images.map(({ width_px }) => width_px)).toEqual([60, 400]);
  expect(after.frames).not.toEqual(frames);
  expect(after.frames.map((frame, at) => frame.includes(after.images[at]?.id ?? "none"))).toEqual([true, true]);
  expect(after.thumbnail).toBe(after.frames[1]);
  expect((await send(id, [image])).images).toHaveLength(3);
});

test("is refused for somebody else's item or upload, for another type, a full set, and an image that is used", async () => {
  const id = await publishSet(photo);
  const own = toForm(await uploadImage(maya, small));
  const foreign = toForm(await uploadImage(nia, small));
  expect((await refuse(id, [foreign], nia)).code).toBe(404);
  expect((await refuse(id, [foreign])).code).toBe(404);
  expect((await refuse(id, [own], staff)).code).toBe(404);
  expect((await testApp.visitor.refused(fileRoutes.addImages, { ...open(id), body: { images: [own] } })).code).toBe(
    401,
  );
  expect((await refuse(id, [own, own])).errors).toEqual({ "images.1.upload_id": ["This image is in the set twice."] });
  expect((await refuse(id, [])).errors).toEqual({ images: ["Please add an image."] });
  const clip = toForm(await uploadBytes(maya, await testApp.clip()));
  expect((await refuse(id, [clip])).errors).toEqual({ type: ["This file was uploaded as a video."] });
  const text = toForm(await uploadImage(maya, Buffer.from("not an image")));
  await testApp.settle();
  expect(Object.keys((await refuse(id, [text])).errors)).toEqual(["images.0.upload_id"]);
  const video = await testApp.publishes(maya, "A video");
  expect((await refuse(video.id, [own])).message).toBe(IMAGE_SET_MESSAGES.notImages);

  const other = await publishSet(small);
  const { rows } = await deps.pool.query<{ upload_id: string }>(
    "select upload_id from content_images where content_id = $1",
    [other],
  );
  const used = await refuse(id, [toForm(rows[0]?.upload_id ?? "")]);
  expect(used.errors).toEqual({ "images.0.upload_id": ["This image is already part of another item."] });

  const many = [];
  for (let at = 0; at < IMAGES_MAX; at += 1) many.push(toForm(await uploadImage(maya, small)));
  expect((await refuse(id, many)).errors).toEqual({ images: [IMAGE_SET_MESSAGES.full] });
  expect((await send(id, many.slice(1))).images).toHaveLength(IMAGES_MAX);
});
