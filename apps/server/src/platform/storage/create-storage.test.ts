import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { Upload } from "@tus/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFakeS3 } from "#testing/fake-s3/fake-s3.ts";
import { createUploadStore } from "./create-storage.ts";
import type { Uploads } from "./storage.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-uploads-"));
const s3 = await startFakeS3();
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const MB = 1024 * 1024;

describe.each([
  { name: "a folder", open: () => createUploadStore({ dataDir: folder, s3: null }) },
  { name: "S3", open: () => createUploadStore({ dataDir: folder, s3: s3.config }) },
])("uploads in $name", ({ name, open }) => {
  let store: Uploads;
  beforeAll(async () => {
    store = await open();
  });
  let count = 0;
  const newUploadId = () => `${name === "S3" ? "b" : "a"}${String(count++).padStart(31, "0")}`;

  async function begin(bytes: Buffer): Promise<string> {
    const id = newUploadId();
    await store.tus.create(new Upload({ id, size: bytes.length, offset: 0, metadata: { filename: "clip.mp4" } }));
    return id;
  }

  test("accept chunks of any size, and return the same bytes", async () => {
    const bytes = Buffer.from(Array.from({ length: 11 * MB }, (_, index) => index % 251));
    const id = await begin(bytes);
    expect(await store.offsetOf(id)).toBe(0);
    let offset = 0;
    for (const end of [3 * MB, 3 * MB + 17, 9 * MB, bytes.length]) {
      offset = await store.tus.write(Readable.from([bytes.subarray(offset, end)]), id, offset);
      expect(offset).toBe(end);
      expect(await store.offsetOf(id)).toBe(end);
    }
    const target = path.join(folder, `whole-${name}`);
    expect(await store.copyTo(id, target)).toBe(true);
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });

  test("can be resumed by another process", async () => {
    const bytes = Buffer.alloc(2 * MB, "tus");
    const id = await begin(bytes);
    await store.tus.write(Readable.from([bytes.subarray(0, MB)]), id, 0);
    const other = await open();
    expect(await other.offsetOf(id)).toBe(MB);
    await other.tus.write(Readable.from([bytes.subarray(MB)]), id, MB);
    const target = path.join(folder, `resumed-${name}`);
    expect(await other.copyTo(id, target)).toBe(true);
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });

  test("leave nothing behind when removed, and can be removed twice", async () => {
    const bytes = Buffer.alloc(MB, 1);
    const id = await begin(bytes);
    await store.tus.write(Readable.from([bytes.subarray(0, 1000)]), id, 0);
    await store.remove(id);
    await store.remove(id);
    expect(await store.offsetOf(id)).toBeNull();
    expect(await store.copyTo(id, path.join(folder, "never"))).toBe(false);
    expect([...s3.bucket.objects.keys()].filter((key) => key.includes(id))).toEqual([]);
    expect([...s3.bucket.uploads.values()].filter((upload) => upload.key.includes(id))).toEqual([]);
  });

  test("can be removed when finished", async () => {
    const bytes = Buffer.alloc(6 * MB, 2);
    const id = await begin(bytes);
    await store.tus.write(Readable.from([bytes]), id, 0);
    expect(await store.offsetOf(id)).toBe(bytes.length);
    await store.remove(id);
    expect(await store.offsetOf(id)).toBeNull();
    expect([...s3.bucket.objects.keys()].filter((key) => key.includes(id))).toEqual([]);
  });

  test("are null if they never started", async () => {
    expect(await store.offsetOf("c".repeat(32))).toBeNull();
    expect(await store.copyTo("c".repeat(32), path.join(folder, "never"))).toBe(false);
  });
});

describe("a store that does not respond", () => {
  test("throws instead of reporting a missing upload, so that jobs retry", async () => {
    const gone = await startFakeS3();
    const store = await createUploadStore({ dataDir: folder, s3: gone.config });
    await gone.stop();
    await expect(store.offsetOf("d".repeat(32))).rejects.toThrow("ECONNREFUSED");
    await expect(store.copyTo("d".repeat(32), path.join(folder, "never"))).rejects.toThrow("ECONNREFUSED");
    await expect(store.remove("d".repeat(32))).rejects.toThrow("ECONNREFUSED");
  });
});
