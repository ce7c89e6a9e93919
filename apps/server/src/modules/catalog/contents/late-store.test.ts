import { contentRoutes } from "@app/contract/contents";
import type { ContentId, PictureId } from "@app/contract/ids";
import { THUMBNAIL_PART } from "@app/contract/thumbnails";
import { afterEach, expect, test } from "vitest";
import { checkUpload } from "#modules/catalog/uploads/check-upload.service.ts";
import type { TestPerson } from "#testing/people.ts";
import { drawPicture, toForm } from "#testing/pictures.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const { storage } = testApp.deps;
const { read, put } = storage;
afterEach(() => void Object.assign(storage, { read, put }));

/** From here on, storage answers only when the test lets it, like a slow bucket. */
function holdStore() {
  let asked = 0;
  const gate = Promise.withResolvers<void>();
  const late = async () => {
    asked++;
    await gate.promise;
  };
  Object.assign(storage, {
    read: (...given: Parameters<typeof read>) => late().then(() => read(...given)),
    put: (...given: Parameters<typeof put>) => late().then(() => put(...given)),
  });
  return { asked: () => asked, release: () => gate.resolve() };
}

async function openTransactions(): Promise<number> {
  const { rows } = await testApp.deps.pool.query<{ open: number }>(
    "select count(*) as open from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
  );
  return rows[0]?.open ?? 0;
}

async function sendPicture(owner: TestPerson): Promise<PictureId> {
  const form = toForm({}, { field: THUMBNAIL_PART.field, bytes: await drawPicture(640, 360) });
  const reply = await owner.send("POST", `/api/v1${contentRoutes.sendPicture.path}`, form);
  return contentRoutes.sendPicture.data.parse(JSON.parse(reply.text).data).id;
}

/** No transaction may wait for storage: others would wait for its locks, and it may be retried. */
async function expectNoTransactionWaits<T>(request: () => Promise<T>): Promise<T> {
  const store = holdStore();
  const reply = request();
  try {
    await expect.poll(store.asked).toBeGreaterThan(0);
    expect(await openTransactions()).toBe(0);
  } finally {
    store.release();
  }
  return reply;
}

test("a frame can be chosen while storage is slow", async () => {
  const owner = await testApp.person("maya", { plan: "Individual" });
  const { id } = await testApp.video(owner, "Cup final");
  const item = await expectNoTransactionWaits(() =>
    owner.call(contentRoutes.update, { params: { id }, body: { thumbnail: { frame: 0 } } }),
  );
  expect(item.thumbnail).toContain("frame-0.webp");
});

test("a picture the owner sent can be chosen while storage is slow, for an item and for an upload", async () => {
  const owner = await testApp.person("nia", { plan: "Individual" });
  const picture = await sendPicture(owner);
  const { id } = await testApp.publishes(owner, "Second");
  const item = await expectNoTransactionWaits(() =>
    owner.call(contentRoutes.update, { params: { id }, body: { thumbnail: { picture } } }),
  );
  expect(item.thumbnail).toContain(picture);

  const body = {
    ...toUploadForm(testApp.categoryId, await uploadBytes(owner, await testApp.clip())),
    thumbnail: { picture },
  };
  const made = await expectNoTransactionWaits(() => owner.call(contentRoutes.upload, { body }));
  expect((await fetch(testApp.origin + made.thumbnail)).status).toBe(200);
  // Repeated and concurrent requests return the same item and store nothing extra.
  const again = await Promise.all([1, 2, 3].map(() => owner.call(contentRoutes.upload, { body })));
  expect(again.map((one) => one.id)).toEqual([made.id, made.id, made.id]);
});

test("the owner's picture is used even if processing starts while it is being stored", async () => {
  const owner = await testApp.person("quin", { plan: "Individual" });
  const picture = await sendPicture(owner);
  const upload = await uploadBytes(owner, await testApp.clip());
  const before = await storage.list("contents/");
  const store = holdStore();
  const body = { ...toUploadForm(testApp.categoryId, upload), thumbnail: { picture } };
  const reply = owner.call(contentRoutes.upload, { body });
  await expect.poll(store.asked).toBeGreaterThan(0);
  const look = checkUpload(testApp.deps, upload, new AbortController().signal);
  const begun = () =>
    testApp.deps.pool.query("select content_id from unpublished_media where upload_id = $1", [upload]);
  await expect.poll(async () => (await begun()).rowCount).toBe(1);
  const id = (await begun()).rows[0].content_id;
  store.release();
  const item = await reply;
  await look;
  expect(item.id).toBe(id);
  expect((await fetch(testApp.origin + item.thumbnail)).status).toBe(200);
  const made = (await storage.list("contents/")).filter((key) => !before.includes(key));
  expect(new Set(made.map(itemOf))).toEqual(new Set([id]));
});

test("a picture stored for an item that is not created is removed again", async () => {
  const owner = await testApp.person("ola", { plan: "Individual" });
  const picture = await sendPicture(owner);
  const upload = await uploadBytes(owner, await testApp.clip());
  const before = await storage.list("contents/");
  const body = { ...toUploadForm(testApp.categoryId, upload), category_id: 999_999, thumbnail: { picture } };
  expect((await owner.refused(contentRoutes.upload, { body })).errors).toHaveProperty("category_id");
  expect(await storage.list("contents/")).toEqual(before);

  const good = { ...body, category_id: testApp.categoryId };
  const twice = await Promise.all([1, 2].map(() => owner.call(contentRoutes.upload, { body: good })));
  const items = new Set((await storage.list("contents/")).filter((key) => !before.includes(key)).map(itemOf));
  expect(items).toEqual(new Set(twice.map((item) => item.id)));
  expect(items.size).toBe(1);
});

function itemOf(key: string): ContentId {
  return key.split("/")[1] as ContentId;
}

test("choosing a frame is refused if another run has replaced it meanwhile", async () => {
  const owner = await testApp.person("pam", { plan: "Individual" });
  const { id } = await testApp.video(owner, "Replaced");
  const store = holdStore();
  const reply = owner.refused(contentRoutes.update, { params: { id }, body: { thumbnail: { frame: 2 } } });
  await expect.poll(store.asked).toBeGreaterThan(0);
  await testApp.deps.pool.query(
    "update contents set frame_keys = array(select replace(unnest(frame_keys), run, 'fedcba9876543210')) where id = $1",
    [id],
  );
  store.release();
  expect((await reply).errors).toEqual({ thumbnail: ["There is no such picture."] });
});
