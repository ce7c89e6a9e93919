import { contentRoutes } from "@app/contract/contents";
import { THUMBNAIL_PART } from "@app/contract/thumbnails";
import { UPLOAD_MESSAGES, uploadRoutes } from "@app/contract/uploads";
import { afterEach, describe, expect, test } from "vitest";
import { createDiskReservations } from "#platform/storage/disk-space.ts";
import { drawPicture, toForm } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";
import { announce, askOffset, BYTES, beginUpload, sendBytes, uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const config = { ...deps.config };
const FULL = { ...config, diskFloorBytes: Number.MAX_SAFE_INTEGER };

afterEach(() => {
  deps.config = config;
});

const refusalOf = (reply: { status: number; text: string }) => [reply.status, JSON.parse(reply.text).message];
const NO_SPACE = [507, UPLOAD_MESSAGES.diskFull];

describe("while the disk is full", () => {
  test("no upload is started, and nothing is left behind", async () => {
    const ada = await testApp.person("ada", { plan: "Individual" });
    deps.config = FULL;
    expect(refusalOf(await announce(ada, { "upload-length": "10" }))).toEqual(NO_SPACE);
    expect(await ada.call(uploadRoutes.open)).toEqual([]);
  });

  test("an upload in progress keeps what has arrived, and continues once there is space again", async () => {
    const bo = await testApp.person("bo_", { plan: "Individual" });
    const id = await beginUpload(bo, 20);
    await sendBytes(bo, id, 0, Buffer.from("0123456789"));
    deps.config = FULL;
    expect(refusalOf(await sendBytes(bo, id, 10, Buffer.from("0123456789")))).toEqual(NO_SPACE);
    expect(await askOffset(bo, id)).toBe(10);
    deps.config = config;
    expect((await sendBytes(bo, id, 10, Buffer.from("0123456789"))).status).toBe(204);
  });

  test("bytes sent along with the creation of an upload are refused too", async () => {
    const cy = await testApp.person("cy_", { plan: "Individual" });
    deps.config = FULL;
    const reply = await announce(cy, { ...BYTES, "upload-length": "10" }, Buffer.from("0123456789"));
    expect(refusalOf(reply)).toEqual(NO_SPACE);
  });

  test("pictures are refused", async () => {
    const di = await testApp.person("di_", { plan: "Individual" });
    deps.config = FULL;
    const form = toForm({}, { field: THUMBNAIL_PART.field, bytes: await drawPicture(64, 36) });
    expect(refusalOf(await di.send("POST", `/api/v1${contentRoutes.sendPicture.path}`, form))).toEqual(NO_SPACE);
  });

  test("a video that has arrived still becomes an item", async () => {
    const ed = await testApp.person("ed_", { plan: "Individual" });
    const id = await uploadBytes(ed, await testApp.clip());
    deps.config = FULL;
    await testApp.settle();
    expect((await ed.call(uploadRoutes.one, { params: { id } })).check?.ok).toBe(true);
  });
});

test("two bodies received at the same time need space for both", async () => {
  const store = { freeBytes: async () => 100 };
  const small = { config: { diskFloorBytes: 50 }, uploads: store, storage: store };
  const reserve = createDiskReservations({ ...deps, ...small } as unknown as typeof deps);
  const [first, second] = await Promise.allSettled([reserve(30), reserve(30)]);
  expect([first?.status, second?.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  for (const reserved of [first, second]) if (reserved?.status === "fulfilled") reserved.value();
  await reserve(50);
  await expect(reserve(1)).rejects.toMatchObject({ kind: "storage_full" });
});
