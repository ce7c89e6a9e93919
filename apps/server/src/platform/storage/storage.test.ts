import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { startFakeS3 } from "#testing/fake-s3/fake-s3.ts";
import { createFolderStorage } from "./folder-storage.ts";
import { createS3Storage } from "./s3-storage.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-storage-"));
const s3 = await startFakeS3();
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const BYTES = { contentType: "application/octet-stream" };

function fileOf(bytes: string | Buffer): string {
  const file = path.join(mkdtempSync(path.join(folder, "source-")), "file");
  writeFileSync(file, bytes);
  return file;
}

const TUS_ID = "0123456789abcdef0123456789abcdef";

/** Leftovers of a killed process in either storage, and a user's upload in progress. */
async function leaveUnfinished(): Promise<void> {
  mkdirSync(path.join(folder, "media/.incoming"), { recursive: true });
  writeFileSync(path.join(folder, "media/.incoming/0123456789ab"), "half of a fi");
  s3.bucket.uploads.clear();
  for (const key of ["contents/1/original", TUS_ID]) s3.bucket.begin(key, { ...BYTES, metadata: {} });
}

function countUnfinished(): { s3: number; folder: number } {
  const uploads = [...s3.bucket.uploads.values()].filter((upload) => upload.key !== TUS_ID);
  return { s3: uploads.length, folder: readdirSync(path.join(folder, "media/.incoming")).length };
}

describe.each([
  { name: "a folder", storage: createFolderStorage(path.join(folder, "media")) },
  { name: "S3", storage: createS3Storage(s3.config) },
])("files in $name", ({ storage }) => {
  async function textOf(key: string, range?: { startByte: number; endByte: number }): Promise<string | null> {
    const stream = await storage.read(key, range);
    return stream && (await buffer(stream)).toString("utf8");
  }

  test("a stored file can be read, completely and by range", async () => {
    await storage.put("contents/1/a.txt", "0123456789", BYTES);
    expect(await textOf("contents/1/a.txt")).toBe("0123456789");
    expect(await textOf("contents/1/a.txt", { startByte: 0, endByte: 0 })).toBe("0");
    expect(await textOf("contents/1/a.txt", { startByte: 3, endByte: 5 })).toBe("345");
    expect(await textOf("contents/1/a.txt", { startByte: 8, endByte: 9 })).toBe("89");
    await storage.put("contents/1/empty.bin", Buffer.alloc(0), BYTES);
    expect(await textOf("contents/1/empty.bin")).toBe("");
  });

  test("a second put replaces the first, with another etag", async () => {
    await storage.put("contents/2/a.jpg", "one", { contentType: "image/jpeg" });
    const before = await storage.head("contents/2/a.jpg");
    await storage.put("contents/2/a.jpg", "three", { contentType: "image/jpeg" });
    const after = await storage.head("contents/2/a.jpg");
    expect(await textOf("contents/2/a.jpg")).toBe("three");
    expect(after).toMatchObject({ key: "contents/2/a.jpg", sizeBytes: 5, contentType: "image/jpeg" });
    expect(after?.etag).toMatch(/^"[^"]+"$/);
    expect(after?.etag).not.toBe(before?.etag);
    expect(Math.abs(Date.now() - (after?.lastModified.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test("a killed process's leftovers are removed, but no current or complete files", async () => {
    await storage.put("contents/0/a.txt", "whole", BYTES);
    await leaveUnfinished();
    await storage.removeUnfinished(new Date(Date.now() - 60_000));
    expect(countUnfinished()).toEqual({ s3: 1, folder: 1 });
    await storage.removeUnfinished(new Date(Date.now() + 60_000));
    expect(countUnfinished()[storage.kind]).toBe(0);
    expect(await textOf("contents/0/a.txt")).toBe("whole");
    // Users' multipart uploads stay open for days; the upload store removes them.
    expect([...s3.bucket.uploads.values()].map((upload) => upload.key)).toContain(TUS_ID);
  });

  test("a file of several megabytes is stored and read back", async () => {
    const bytes = Buffer.alloc(12 * 1024 * 1024, "media");
    await storage.putFile("contents/3/large.mp4", fileOf(bytes), { contentType: "video/mp4" });
    expect((await storage.head("contents/3/large.mp4"))?.sizeBytes).toBe(bytes.length);
    const target = path.join(folder, `back-${storage.kind}`);
    expect(await storage.readToFile("contents/3/large.mp4", target)).toBe(true);
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });

  test("a missing file is null, false or nothing, and never an error", async () => {
    expect(await storage.read("contents/404/a")).toBeNull();
    expect(await storage.head("contents/404/a")).toBeNull();
    expect(await storage.readToFile("contents/404/a", path.join(folder, "nothing"))).toBe(false);
    expect(await storage.list("contents/404/")).toEqual([]);
    await storage.remove("contents/404/a");
    await storage.removePrefix("contents/404/");
  });

  test("a folder of keys is not a file", async () => {
    await storage.put("contents/5/run/a", "a", BYTES);
    expect(await storage.head("contents/5/run")).toBeNull();
    expect(await storage.read("contents/5")).toBeNull();
  });

  test("a prefix lists its keys in order, and removes those only", async () => {
    for (const key of ["lists/1/b", "lists/1/a/2", "lists/1/a/10", "lists/10/a"]) await storage.put(key, key, BYTES);
    expect(await storage.list("lists/1/")).toEqual(["lists/1/a/10", "lists/1/a/2", "lists/1/b"]);
    await storage.remove("lists/1/b");
    expect(await storage.list("lists/1/")).toEqual(["lists/1/a/10", "lists/1/a/2"]);
    const etags = new Map<string, string>();
    for await (const { key, etag } of storage.walk()) if (key.startsWith("lists/1/")) etags.set(key, etag);
    expect([...etags.keys()].sort()).toEqual(["lists/1/a/10", "lists/1/a/2"]);
    for (const [key, etag] of etags) expect(etag).toBe((await storage.head(key))?.etag);
    await storage.removePrefix("lists/1/");
    expect(await storage.list("lists/1/")).toEqual([]);
    expect(await storage.list("lists/10/")).toEqual(["lists/10/a"]);
  });

  test("a walk goes on when folders are removed meanwhile", async () => {
    const names = Array.from({ length: 50 }, (_, at) => String(at));
    for (const name of names) {
      await storage.put(`walked/${name}/run/a`, name, BYTES);
      await storage.put(`walked/${name}/b`, name, BYTES);
    }
    let seen = 0;
    for await (const { key } of storage.walk()) {
      seen += key.startsWith("walked/") ? 1 : 0;
      if (seen === 20) for (const name of names) await storage.removePrefix(`walked/${name}/`);
    }
    expect(seen).toBeGreaterThanOrEqual(20);
  });

  test.each([
    "",
    "/",
    "/etc/passwd",
    "../outside",
    "contents/../../outside",
    "contents/./a",
    "contents//a",
    "contents/",
    "contents/.hidden",
    "contents\\a",
    "contents/a\0b",
    "contents/a b",
    "contents/%2e%2e/a",
    "contents/ä",
    "a".repeat(501),
  ])("a key that could climb out is refused by every call: %j", async (key) => {
    const calls = [
      () => storage.put(key, "x", BYTES),
      () => storage.putFile(key, fileOf("x"), BYTES),
      () => storage.read(key),
      () => storage.readToFile(key, path.join(folder, "never")),
      () => storage.head(key),
      () => storage.remove(key),
      () => storage.removePrefix(`${key}/`),
      () => storage.list(`${key}/`),
    ];
    for (const call of calls) await expect(async () => call()).rejects.toThrow(RangeError);
  });

  test("a prefix must end with a slash, so that 1 does not match 10", async () => {
    await expect(async () => storage.removePrefix("lists/1")).rejects.toThrow("ends with a slash");
    await expect(async () => storage.list("lists")).rejects.toThrow("ends with a slash");
  });

  test("a reader during a replacement gets the complete old or new file", async () => {
    const [old, fresh] = ["o".repeat(200_000), "n".repeat(200_000)];
    await storage.put("contents/6/a", old, BYTES);
    const reads = Promise.all(Array.from({ length: 8 }, () => textOf("contents/6/a")));
    await storage.put("contents/6/a", fresh, BYTES);
    for (const text of await reads) expect([old, fresh]).toContain(text);
    expect(await textOf("contents/6/a")).toBe(fresh);
  });

  test("the check reports whether it is writable", async () => {
    await storage.check();
    expect(await textOf("health")).toBe("ok");
  });
});

describe("a folder", () => {
  const storage = createFolderStorage(path.join(folder, "alone"));

  test("a failed put leaves nothing behind", async () => {
    await storage.put("contents/1/a", "a", BYTES);
    await expect(storage.putFile("contents/1/b", path.join(folder, "is-not-there"), BYTES)).rejects.toThrow("ENOENT");
    await expect(storage.put("contents/1/a/below-a-file", "x", BYTES)).rejects.toThrow();
    expect(await readdir(path.join(folder, "alone/.incoming"))).toEqual([]);
    expect(await storage.list("contents/1/")).toEqual(["contents/1/a"]);
  });

  test("a stored file survives the removal of its source", async () => {
    const source = fileOf("kept");
    await storage.putFile("contents/2/a", source, BYTES);
    rmSync(source);
    expect(await readFile(path.join(folder, "alone/contents/2/a"), "utf8")).toBe("kept");
  });
});
