import { contentRoutes } from "@app/contract/contents";
import { uploadRoutes } from "@app/contract/uploads";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { purgeContent } from "#modules/catalog/contents/contents-maintenance.service.ts";
import { toImagesForm, uploadImage } from "#testing/images.ts";
import { mediaPath } from "#testing/media-path.ts";
import { drawPhoto, drawPicture, toPngChunk } from "#testing/pictures.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { announce, beginUpload, sendBytes, uploadBytes } from "#testing/tus.ts";
import { drawImages } from "./draw-images.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const jpeg = await drawPhoto(160, 80);
const png = await drawPicture(60, 90);
const form = (...images: Parameters<typeof toImagesForm>[1]) => toImagesForm(testApp.categoryId, images);
const earner = (name: string) => testApp.person(name, { plan: "Individual" });

async function publishSet(owner: Awaited<ReturnType<typeof earner>>, files = [jpeg, png] as const) {
  const [first, second] = [await uploadImage(owner, files[0]), await uploadImage(owner, files[1], "lap.png")];
  const body = form(
    { upload_id: first, caption: "The start", alt: "Eight swimmers dive in" },
    { upload_id: second, rotation: 90, crop: { x: 0, y: 0, width: 0.5, height: 1 } },
  );
  const { id } = await owner.call(contentRoutes.upload, { body: { ...body, downloads_open: true } });
  await testApp.settle();
  return { id, first, second, body, item: await owner.call(contentRoutes.one, { params: { id } }) };
}

describe("a set of images", () => {
  test("is uploaded, checked, published as one item and shown in every width and format", async () => {
    const maya = await earner("maya");
    const files = [await drawPicture(1_000, 500, "jpeg"), await drawPicture(600, 900)] as const;
    const checked = await uploadImage(maya, jpeg);
    await testApp.settle();
    expect(await maya.call(uploadRoutes.one, { params: { id: checked } })).toMatchObject({
      type: "image",
      check: { ok: true, message: null },
      awaits_frames: false,
      processing: null,
    });
    const { id, item } = await publishSet(maya, files);
    expect(item).toMatchObject({
      type: "image",
      state: "ready",
      fault: null,
      downloads_open: true,
    });
    expect(item.images).toMatchObject([
      { caption: "The start", alt: "Eight swimmers dive in", width_px: 1_000, height_px: 500 },
      // 600 × 900 rotated is 900 × 600, and the crop keeps half of it.
      { caption: "", alt: "", width_px: 450, height_px: 600 },
    ]);
    expect(item.images[0]?.files.map(({ format, width_px }) => `${format} ${width_px}`)).toEqual(
      ["avif", "webp", "jpeg"].flatMap((format) => [320, 640, 1_000].map((width) => `${format} ${width}`)),
    );
    // A few pixels of the picture itself, as it is cut.
    const blurs = item.images.map(({ placeholder }) => Buffer.from(placeholder?.split(";base64,")[1] ?? "", "base64"));
    const sizes = await Promise.all(blurs.map((blur) => sharp(blur).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [16, 8],
      [12, 16],
    ]);
    for (const { placeholder } of item.images) expect(placeholder).toMatch(/^data:image\/webp;base64,.{40,400}$/);
    for (const { url, format } of item.images.flatMap(({ files }) => files)) {
      const { status, headers } = await testApp.visitor.send("GET", url);
      expect([status, headers.get("content-type")]).toEqual([200, `image/${format}`]);
    }
    expect(item.thumbnail).not.toBeNull();
    expect((await testApp.visitor.send("GET", item.thumbnail_small ?? "")).status).toBe(200);
    const listed = await testApp.visitor.call(contentRoutes.ofChannel, { params: { contentType: "image" } });
    expect(listed.contents.map((card) => card.id)).toEqual([id]);
    // The other upload is still open; those of the set count as the item's storage.
    expect((await maya.call(uploadRoutes.open)).map((open) => open.id)).toEqual([checked]);
    expect(await maya.call(uploadRoutes.storage)).toMatchObject({
      open_bytes: jpeg.length,
      kept_bytes: Buffer.concat(files).length,
    });
  });

  test("is shown before its largest size is drawn", async () => {
    const kim = await earner("kim");
    const first = await uploadImage(kim, await drawPicture(1_600, 900, "jpeg"));
    const item = await kim.call(contentRoutes.upload, { body: form({ upload_id: first }) });
    await drawImages(deps, item.id, new AbortController().signal);
    const widths = async () => {
      const { state, images } = await kim.call(contentRoutes.one, { params: { id: item.id } });
      return [state, ...(images[0]?.files ?? []).map(({ format, width_px }) => `${format} ${width_px}`)];
    };
    const drawn = (formats: string[], of: number[]) =>
      formats.flatMap((format) => of.map((width) => `${format} ${width}`));
    expect(await widths()).toEqual(["ready", ...drawn(["webp", "jpeg"], [320, 640, 1_280])]);
    await testApp.settle();
    expect(await widths()).toEqual(["ready", ...drawn(["avif", "webp", "jpeg"], [320, 640, 1_280, 1_600])]);
    const { images } = await kim.call(contentRoutes.one, { params: { id: item.id } });
    for (const { url } of images[0]?.files ?? []) expect((await testApp.visitor.send("GET", url)).status).toBe(200);
  });

  test("never gives access to its originals by a public URL, and is purged with every file", async () => {
    const nia = await earner("nia");
    const { id, first, second } = await publishSet(nia);
    const originals = await deps.storage.list(`contents/${id}/original/`);
    expect(originals).toHaveLength(2);
    for (const key of originals)
      expect((await testApp.visitor.send("GET", `/media/o/${await mediaPath(deps, key)}`)).status).toBe(404);
    for (const upload of [first, second]) expect(await deps.uploads.offsetOf(upload)).toBeNull();
    await nia.call(contentRoutes.remove, { params: { id }, body: {} });
    expect((await nia.refused(contentRoutes.one, { params: { id } })).code).toBe(404);
    await purgeContent(deps, id);
    expect(await deps.storage.list(`contents/${id}/`)).toEqual([]);
    const { rows } = await deps.pool.query("select from content_images where content_id = $1", [id]);
    expect(rows).toEqual([]);
  });

  test("that becomes private loses its public URLs, and its owner gets signed ones", async () => {
    const [ola, fan] = [await earner("ola"), await testApp.person("fan")];
    const { id, item } = await publishSet(ola);
    const url = item.images[0]?.files[0]?.url ?? "";
    const hidden = await ola.call(contentRoutes.update, { params: { id }, body: { visibility: "private" } });
    expect((await testApp.visitor.send("GET", url)).status).toBe(404);
    const own = hidden.images[0]?.files[0]?.url ?? "";
    expect(own).toContain("/media/s/");
    expect((await testApp.visitor.send("GET", own)).status).toBe(200);
    expect((await fan.refused(contentRoutes.one, { params: { id } })).code).toBe(404);
  });

  test("published twice, or twice at once, is one item, and no image is in two", async () => {
    const pam = await earner("pam");
    const [a, b, c] = [await uploadImage(pam, jpeg), await uploadImage(pam, png), await uploadImage(pam, png)];
    const body = form({ upload_id: a }, { upload_id: b });
    const items = await Promise.all([1, 2, 3].map(() => pam.call(contentRoutes.upload, { body })));
    expect(new Set(items.map((item) => item.id)).size).toBe(1);
    const late = await pam.refused(contentRoutes.upload, { body: form({ upload_id: c }, { upload_id: b }) });
    expect(late).toMatchObject({
      code: 422,
      errors: { "images.1.upload_id": ["This image is already part of another item."] },
    });
    expect((await pam.refused(contentRoutes.upload, { body: form({ upload_id: b }) })).code).toBe(422);
    expect((await pam.refused(uploadRoutes.cancel, { params: { id: b } })).code).toBe(409);
    await testApp.settle();
    const [one] = (await pam.call(contentRoutes.mine, { params: { contentType: "image" } })).contents;
    expect(one?.images).toHaveLength(2);
  });

  test("uses the thumbnail that its owner chooses, when publishing or later", async () => {
    const quin = await earner("quin");
    const [a, b] = [await uploadImage(quin, jpeg), await uploadImage(quin, png)];
    const body = { ...form({ upload_id: a }, { upload_id: b }), thumbnail: { image: 1 } };
    const { id } = await quin.call(contentRoutes.upload, { body });
    await testApp.settle();
    const item = await quin.call(contentRoutes.one, { params: { id } });
    expect(item.thumbnail).toBe(item.frames[1]);
    const changed = await quin.call(contentRoutes.update, { params: { id }, body: { thumbnail: { image: 0 } } });
    expect(changed.thumbnail).toBe(item.frames[0]);
    for (const thumbnail of [{ image: 2 }, { frame: 0 }]) {
      const upload = await uploadImage(quin, jpeg);
      const refusal = await quin.refused(contentRoutes.upload, { body: { ...form({ upload_id: upload }), thumbnail } });
      expect(refusal.errors.thumbnail).toEqual(["There is no such picture."]);
    }
  });
});

describe("publishing images is refused", () => {
  test("if the form does not fit, on the field that is wrong", async () => {
    const ray = await earner("ray");
    const [a, b] = [await uploadImage(ray, jpeg), await uploadImage(ray, png)];
    const clip = await uploadBytes(ray, await testApp.clip());
    const video = toUploadForm(testApp.categoryId, clip);
    const good = form({ upload_id: a }, { upload_id: b });
    const crop = { x: 0.5, y: 0, width: 0.6, height: 1 };
    const half = await beginUpload(ray, jpeg.length, "half.jpg", "image");
    await sendBytes(ray, half, 0, jpeg.subarray(0, 100));
    const cases: [body: object, field: string][] = [
      [{ ...good, images: undefined }, "images"],
      [{ ...good, images: [] }, "images"],
      [{ ...good, images: Array(21).fill(good.images[0]) }, "images"],
      [{ ...good, upload_id: b }, "upload_id"],
      [form({ upload_id: a }, { upload_id: a }), "images.1.upload_id"],
      [form({ upload_id: a }, { upload_id: half }), "images.1.upload_id"],
      [form({ upload_id: a, caption: "x".repeat(501) }), "images.0.caption"],
      [form({ upload_id: a, alt: "x".repeat(251) }), "images.0.alt"],
      [form({ upload_id: a, rotation: 45 as 90 }), "images.0.rotation"],
      [form({ upload_id: a, crop }), "images.0.crop"],
      [form({ upload_id: clip }), "type"],
      [{ ...video, upload_id: a }, "type"],
      [{ ...video, images: good.images }, "images"],
    ];
    for (const [body, field] of cases) {
      const refusal = await ray.refused(contentRoutes.upload, { body: body as typeof good });
      expect([refusal.code, Object.keys(refusal.errors)], JSON.stringify(body)).toEqual([422, [field]]);
    }
    expect((await ray.call(contentRoutes.mine, { params: { contentType: "image" } })).contents).toEqual([]);
    await ray.call(contentRoutes.upload, { body: good });
  });

  test("with another person's image, without an account and as a General User", async () => {
    const [sue, thief, fan] = [await earner("sue"), await earner("thief"), await testApp.person("tom")];
    const [own, other] = [await uploadImage(thief, jpeg), await uploadImage(sue, jpeg)];
    const body = form({ upload_id: own }, { upload_id: other });
    expect((await thief.refused(contentRoutes.upload, { body })).code).toBe(404);
    expect((await fan.refused(contentRoutes.upload, { body })).code).toBe(403);
    expect((await testApp.visitor.refused(contentRoutes.upload, { body })).code).toBe(401);
    await sue.call(contentRoutes.upload, { body: form({ upload_id: other }) });
  });
});

const FORMAT = "This file is not a JPEG or PNG image.";
const DAMAGED = "This image is damaged or incomplete. Please save it again and upload that.";
const PIXELS = "This image has more than 50 million pixels. Please make it smaller and upload it again.";
const HEIC = "This is a HEIC image, which browsers cannot show. Please save it as JPEG and upload that.";

/** A PNG whose header claims this size. */
function claim(sidePx: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(sidePx, 0);
  header.writeUInt32BE(sidePx, 4);
  return Buffer.concat([png.subarray(0, 8), toPngChunk("IHDR", header), png.subarray(33)]);
}

const BAD: [what: string, bytes: Buffer, fault: string][] = [
  ["a text named jpg", Buffer.from("a shopping list"), FORMAT],
  ["an SVG as JPEG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), FORMAT],
  ["a GIF", await drawPicture(9, 9, "gif"), FORMAT],
  ["a HEIC photo", Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic"), HEIC],
  ["a PNG of 50,000 × 50,000 pixels", claim(50_000), PIXELS],
  ["a PNG that unpacks to more than it holds", claim(7_000), DAMAGED],
  ["a JPEG that is cut off", jpeg.subarray(0, jpeg.length / 2), DAMAGED],
  ["a PNG that is cut off", png.subarray(0, png.length - 20), DAMAGED],
];

describe("a file that cannot be shown", () => {
  test.each(BAD)("%s is reported by the check, and cannot be published", async (what, bytes, fault) => {
    const owner = await earner(`bad${BAD.findIndex(([name]) => name === what)}`);
    const [good, bad] = [await uploadImage(owner, jpeg), await uploadImage(owner, bytes)];
    await testApp.settle();
    expect((await owner.call(uploadRoutes.one, { params: { id: bad } })).check).toMatchObject({
      ok: false,
      message: fault,
    });
    const refusal = await owner.refused(contentRoutes.upload, { body: form({ upload_id: good }, { upload_id: bad }) });
    expect(refusal).toMatchObject({ code: 422, errors: { "images.1.upload_id": [fault] } });
    await owner.call(contentRoutes.upload, { body: form({ upload_id: good }) });
  });

  test("published before the check, makes the item fail with a message that names it, and nothing is listed", async () => {
    const [uma, fan] = [await earner("uma"), await testApp.person("vic")];
    const uploads = [
      await uploadImage(uma, jpeg),
      await uploadImage(uma, jpeg.subarray(0, jpeg.length / 2), "finish.jpg"),
    ];
    const { id } = await uma.call(contentRoutes.upload, { body: form(...uploads.map((upload_id) => ({ upload_id }))) });
    await testApp.settle();
    const item = await uma.call(contentRoutes.one, { params: { id } });
    expect(item).toMatchObject({ state: "failed", fault: `Image 2 (finish.jpg): ${DAMAGED}`, can: { retry: true } });
    expect((await fan.refused(contentRoutes.one, { params: { id } })).code).toBe(404);
    expect((await fan.refused(contentRoutes.retry, { params: { id } })).code).toBe(404);
    const { contents } = await uma.call(contentRoutes.ofChannel, {
      params: { contentType: "image" },
      query: { channel_id: uma.channelId },
    });
    expect(contents).toEqual([]);
    // The retry succeeds once the file in storage is readable.
    await deps.storage.put(`contents/${id}/original/${(await names(id))[1]}`, jpeg, { contentType: "image/jpeg" });
    await uma.call(contentRoutes.retry, { params: { id } });
    await testApp.settle();
    expect((await uma.call(contentRoutes.one, { params: { id } })).state).toBe("ready");
  });

  test("of 0 bytes or above 20 MB is refused before the first byte", async () => {
    const wes = await earner("wes");
    const meta = { "upload-metadata": `type ${Buffer.from("image").toString("base64")}` };
    expect((await announce(wes, { ...meta, "upload-length": "0" })).status).toBe(422);
    const large = await announce(wes, { ...meta, "upload-length": String(20 * 1024 ** 2 + 1) });
    expect([large.status, large.text.includes("The file is larger than 20 MB.")]).toEqual([413, true]);
    await beginUpload(wes, 20 * 1024 ** 2, "a.jpg", "image");
  });

  test("an animated PNG is shown as its first frame, and its owner is told", async () => {
    const xia = await earner("xia");
    const frames = toPngChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    const animated = Buffer.concat([png.subarray(0, 33), frames, png.subarray(33)]);
    const { id } = await xia.call(contentRoutes.upload, {
      body: form({ upload_id: await uploadImage(xia, animated) }),
    });
    await testApp.settle();
    const { images, warning } = await xia.call(contentRoutes.one, { params: { id } });
    expect(warning).toBe("This image is animated. Only its first frame is shown.");
    const [image] = images;
    const stored = await fetch(testApp.origin + (image?.files.find(({ format }) => format === "webp")?.url ?? ""));
    expect((await sharp(Buffer.from(await stored.arrayBuffer())).metadata()).pages).toBeUndefined();
  });
});

async function names(id: string): Promise<string[]> {
  const { rows } = await deps.pool.query("select name from content_images where content_id = $1 order by position", [
    id,
  ]);
  return rows.map((row) => row.name);
}
