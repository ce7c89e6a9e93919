import { contentRoutes } from "@app/contract/contents";
import { IMAGE_SET_MESSAGES } from "@app/contract/images";
import { describe, expect, test } from "vitest";
import { toImagesForm, uploadImage } from "#testing/images.ts";
import { drawPhoto, drawPicture } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const jpeg = await drawPhoto(1_000, 500);
const png = await drawPicture(450, 600);
const earner = (name: string) => testApp.person(name, { plan: "Individual" });

async function publishSet(owner: Awaited<ReturnType<typeof earner>>) {
  const images = [
    { upload_id: await uploadImage(owner, jpeg) },
    { upload_id: await uploadImage(owner, png, "lap.png") },
  ];
  const { id } = await owner.call(contentRoutes.upload, { body: toImagesForm(testApp.categoryId, images) });
  await testApp.settle();
  return { id, item: await owner.call(contentRoutes.one, { params: { id } }) };
}

describe("a published set", () => {
  const keysOf = (id: string) => deps.storage.list(`contents/${id}/`);

  test("can be reordered, captioned and reduced, and its thumbnail and storage follow", async () => {
    const owner = await earner("curator");
    const { id, item } = await publishSet(owner);
    const [first, second] = item.images;
    const params = { id };
    const [a, b] = [first?.id ?? "", second?.id ?? ""];
    const swapped = await owner.call(contentRoutes.update, {
      params,
      body: {
        images: [
          { id: b, caption: "The lap", alt: "Turned" },
          { id: a, caption: "", alt: "Dive" },
        ],
      },
    });
    expect(swapped.images).toMatchObject([
      { id: b, caption: "The lap", alt: "Turned", width_px: 450 },
      { id: a, caption: "", alt: "Dive", width_px: 1_000 },
    ]);
    expect(swapped.revision).toBe((item.revision ?? 0) + 1);
    // The thumbnail is still the same picture.
    expect(swapped.thumbnail).toBe(item.thumbnail);
    expect(swapped.frames).toEqual([item.frames[1], item.frames[0]]);

    const smaller = await owner.call(contentRoutes.update, {
      params,
      body: { images: [{ id: b, caption: "Alone", alt: "" }] },
    });
    expect(smaller.images).toMatchObject([{ id: b, caption: "Alone" }]);
    expect(smaller.thumbnail).not.toBe(item.thumbnail);
    expect((await testApp.visitor.send("GET", smaller.thumbnail ?? "")).status).toBe(200);
    for (const { url } of smaller.images[0]?.files ?? [])
      expect((await testApp.visitor.send("GET", url)).status).toBe(200);
    for (const { url } of first?.files ?? []) expect((await testApp.visitor.send("GET", url)).status).toBe(404);
    expect((await keysOf(id)).filter((key) => key.includes(a))).toEqual([]);
    const { rows } = await deps.pool.query("select original_bytes, width_px from contents where id = $1", [id]);
    expect(rows).toEqual([{ original_bytes: png.length, width_px: 450 }]);
  });

  test("keeps nothing of an image that is removed while its larger files are drawn, and the others get theirs", async () => {
    const owner = await earner("remover");
    const large = await drawPhoto(2_100, 90);
    const images = [{ upload_id: await uploadImage(owner, large) }, { upload_id: await uploadImage(owner, large) }];
    const { id } = await owner.call(contentRoutes.upload, { body: toImagesForm(testApp.categoryId, images) });
    const { put } = deps.storage;
    let removed = "";
    deps.storage.put = async (key, ...rest) => {
      if (removed === "" && key.endsWith("-2048.webp")) {
        const [first, second] = (await owner.call(contentRoutes.one, { params: { id } })).images;
        removed = first?.id ?? "";
        const kept = [{ id: second?.id ?? "", caption: "", alt: "" }];
        await owner.call(contentRoutes.update, { params: { id }, body: { images: kept } });
      }
      return put(key, ...rest);
    };
    await testApp.settle();
    deps.storage.put = put;
    expect(removed).not.toBe("");
    expect((await keysOf(id)).filter((key) => key.includes(removed))).toEqual([]);
    const { images: left } = await owner.call(contentRoutes.one, { params: { id } });
    expect(left[0]?.files.filter(({ width_px }) => width_px === 2_048).map(({ format }) => format)).toEqual(
      expect.arrayContaining(["avif", "webp", "jpeg"]),
    );
  });

  test("keeps the chosen thumbnail when the images are reordered", async () => {
    const owner = await earner("chooser");
    const { id, item } = await publishSet(owner);
    const images = item.images.map((image) => ({ id: image.id, caption: "", alt: "" })).toReversed();
    const params = { id };
    const changed = await owner.call(contentRoutes.update, { params, body: { images, thumbnail: { image: 1 } } });
    expect(changed.frames[0]).toBe(item.frames[1]);
    const { rows } = await deps.pool.query("select thumbnail_frame from contents where id = $1", [id]);
    expect(rows).toEqual([{ thumbnail_frame: 0 }]);
  });

  test("reports a conflict if what an old revision names has been removed since", async () => {
    const owner = await earner("second.tab");
    const { id, item } = await publishSet(owner);
    const params = { id };
    const images = item.images.map((image) => ({ id: image.id, caption: "", alt: "" }));
    const revision = item.revision ?? 0;
    await owner.call(contentRoutes.update, { params, body: { images: images.slice(0, 1), revision } });
    for (const change of [{ images }, { thumbnail: { image: 1 } }]) {
      const refused = await owner.refused(contentRoutes.update, { params, body: { ...change, revision } });
      expect([refused.code, Object.keys(refused.errors)]).toEqual([409, Object.keys(change)]);
    }
  });

  test("is changed once it is processed: until then, and after a failure, a sentence says so", async () => {
    const owner = await earner("early.bird");
    const images = [{ upload_id: await uploadImage(owner, jpeg) }];
    const { id } = await owner.call(contentRoutes.upload, { body: toImagesForm(testApp.categoryId, images) });
    const item = await owner.call(contentRoutes.one, { params: { id } });
    const change = {
      images: item.images.map((image) => ({ id: image.id, caption: "Start", alt: "" })),
      title: "Heats",
    };
    const refusal = async () => {
      const { code, message, errors } = await owner.refused(contentRoutes.update, { params: { id }, body: change });
      return [code, message, errors];
    };
    expect(await refusal()).toEqual([409, IMAGE_SET_MESSAGES.processing, {}]);
    await deps.pool.query("update contents set state = 'failed', fault = 'Damaged.' where id = $1", [id]);
    expect(await refusal()).toEqual([409, IMAGE_SET_MESSAGES.failed, {}]);
  });

  test("refuses an image not in the set, an empty list, duplicates and an old revision; other items have no images", async () => {
    const owner = await earner("mistaken");
    const { id, item } = await publishSet(owner);
    const params = { id };
    const one = { id: item.images[0]?.id ?? "", caption: "", alt: "" };
    const fault = async (images: object[]) =>
      (await owner.refused(contentRoutes.update, { params, body: { images } as never })).errors;
    expect(await fault([{ ...one, id: "0".repeat(16) }])).toEqual({ images: [IMAGE_SET_MESSAGES.unknown] });
    expect(await fault([one, one])).toEqual({ images: [IMAGE_SET_MESSAGES.twice] });
    expect(await fault([])).toEqual({ images: ["Please keep at least one image."] });
    expect(Object.keys(await fault([{ ...one, alt: "x".repeat(251) }]))).toEqual(["images.0.alt"]);
    await owner.call(contentRoutes.update, { params, body: { title: "Newer" } });
    const old = await owner.refused(contentRoutes.update, {
      params,
      body: { images: [one], revision: item.revision ?? 0 },
    });
    expect([old.code, Object.keys(old.errors)]).toEqual([409, ["images"]]);
    // The same change may arrive twice.
    const twice = { params, body: { images: [{ ...one, alt: "Dive" }], revision: (item.revision ?? 0) + 1 } };
    await owner.call(contentRoutes.update, twice);
    expect((await owner.call(contentRoutes.update, twice)).images).toMatchObject([{ alt: "Dive" }]);
    const video = await testApp.publishes(owner, "A video");
    const other = await owner.refused(contentRoutes.update, { params: { id: video.id }, body: { images: [one] } });
    expect([other.code, other.message]).toEqual([409, IMAGE_SET_MESSAGES.notImages]);
  });
});
