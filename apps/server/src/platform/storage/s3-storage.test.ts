import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startFakeS3 } from "#testing/fake-s3/fake-s3.ts";
import { createLruStore, createS3Storage, createS3Uploads } from "./s3-storage.ts";

const s3 = await startFakeS3();
const storage = createS3Storage(s3.config);
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-s3-"));
const SEGMENT = { contentType: "video/iso.segment", metadata: {} };
const BYTES = { contentType: "video/mp4" };
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  s3.seen.length = 0;
});

describe("S3 with wrong access", () => {
  test.each([
    ["a wrong secret", { secretAccessKey: "not the secret" }, "SignatureDoesNotMatch"],
    ["a key nobody knows", { accessKeyId: "AKIANOBODY" }, "InvalidAccessKeyId"],
    ["another region", { region: "eu-central-1" }, "AuthorizationHeaderMalformed"],
  ])("%s is a fault on every call, and never 'there is no such file'", async (_, wrong, code) => {
    await storage.put("contents/1/a", "a", BYTES);
    const stranger = createS3Storage({ ...s3.config, ...wrong });
    await expect(stranger.put("contents/1/b", "b", BYTES)).rejects.toMatchObject({ name: code });
    await expect(stranger.read("contents/1/a")).rejects.toMatchObject({ name: code });
    await expect(stranger.list("contents/")).rejects.toMatchObject({ name: code });
    await expect(stranger.removePrefix("contents/")).rejects.toMatchObject({ name: code });
    await expect(stranger.check()).rejects.toMatchObject({ name: code });
    // A reply to HEAD has no body with an error code.
    await expect(stranger.head("contents/1/a")).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    expect([...s3.bucket.objects.keys()]).toEqual(["contents/1/a"]);
  });

  test("a missing bucket has no files, and refuses writes", async () => {
    const elsewhere = createS3Storage({ ...s3.config, bucket: "elsewhere" });
    await expect(elsewhere.put("contents/1/a", "a", BYTES)).rejects.toMatchObject({ name: "NoSuchBucket" });
    await expect(elsewhere.check()).rejects.toMatchObject({ name: "NoSuchBucket" });
  });

  test("refuses missing, altered and expired signatures", async () => {
    await storage.put("contents/1/a", "secret", BYTES);
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.config;
    const client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    });
    const sign = (signingDate: Date) =>
      getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: "contents/1/a" }), {
        expiresIn: 60,
        signingDate,
      });
    const statusOf = async (url: string) => (await fetch(url)).status;
    const signed = await sign(new Date());
    expect(await (await fetch(signed)).text()).toBe("secret");
    expect(await statusOf(`${endpoint}/${bucket}/contents/1/a`)).toBe(403);
    expect(await statusOf(signed.replace("contents/1/a", "contents/1/b"))).toBe(403);
    expect(await statusOf(signed.replace("X-Amz-Expires=60", "X-Amz-Expires=6000"))).toBe(403);
    expect(await statusOf(await sign(new Date(Date.now() - 61_000)))).toBe(403);
  });
});

describe("large files and long lists", () => {
  test("uploads a large file in parts, and a small one in a single call", async () => {
    const file = path.join(folder, "large.mp4");
    writeFileSync(file, Buffer.alloc(11 * 1024 * 1024, 7));
    await storage.putFile("contents/2/large.mp4", file, BYTES);
    expect(s3.seen.filter((line) => line.includes("partNumber="))).toHaveLength(3);
    expect(s3.bucket.objects.get("contents/2/large.mp4")).toMatchObject({ contentType: "video/mp4" });
    expect(s3.bucket.objects.get("contents/2/large.mp4")?.etag).toMatch(/-3"$/);

    writeFileSync(file, "small");
    s3.seen.length = 0;
    await storage.putFile("contents/2/small.mp4", file, BYTES);
    expect(s3.seen).toHaveLength(1);
  });

  test("a broken upload stores nothing, and its parts are aborted", async () => {
    const before = s3.bucket.objects.size;
    await expect(storage.putFile("contents/2/never.mp4", path.join(folder, "missing"), BYTES)).rejects.toThrow(
      "ENOENT",
    );
    expect(s3.bucket.objects.size).toBe(before);
    expect(s3.bucket.uploads.size).toBe(0);
  });

  test("lists and deletes more than a thousand keys", async () => {
    const keys = Array.from({ length: 2_300 }, (_, index) => `contents/3/run/${String(index).padStart(5, "0")}.m4s`);
    for (const key of keys) s3.bucket.put(key, Buffer.from("x"), SEGMENT);
    s3.bucket.put("contents/30/run/a", Buffer.from("x"), SEGMENT);
    expect(await storage.list("contents/3/")).toEqual(keys);
    expect(s3.seen.filter((line) => line.includes("list-type=2"))).toHaveLength(3);

    await storage.removePrefix("contents/3/");
    expect(s3.seen.filter((line) => line.startsWith("POST ?delete"))).toHaveLength(3);
    expect(s3.bucket.keys("contents/3", "")).toEqual(["contents/30/run/a"]);
  });

  test("a refused deletion is a fault, and is not tried without an end", async () => {
    for (const name of ["a", "b"]) s3.bucket.put(`contents/5/${name}`, Buffer.from("x"), SEGMENT);
    s3.bucket.undeletable.add("contents/5/b");
    await expect(storage.removePrefix("contents/5/")).rejects.toThrow("refused to delete 1 files: AccessDenied");
    expect(s3.bucket.keys("contents/5/", "")).toEqual(["contents/5/b"]);
    s3.bucket.undeletable.clear();
    await storage.removePrefix("contents/5/");
    expect(s3.bucket.keys("contents/5/", "")).toEqual([]);
  });

  test("requests only the bytes of a range", async () => {
    await storage.put("contents/4/a", Buffer.alloc(1_000_000, 1), BYTES);
    const stream = await storage.read("contents/4/a", { startByte: 999_990, endByte: 999_999 });
    let count = 0;
    for await (const chunk of stream ?? []) count += (chunk as Buffer).length;
    expect(count).toBe(10);
  });
});

test("an upload is missing only if the store says so, not while the store is away", async () => {
  const s3 = await startFakeS3();
  const { tus } = createS3Uploads(s3.config);
  await expect(tus.getUpload("0123456789abcdef")).rejects.toMatchObject({ status_code: 404 });
  await s3.stop();
  await expect(tus.getUpload("0123456789abcdef")).rejects.not.toHaveProperty("status_code");
});

test("the cache evicts the least recently used upload", async () => {
  const cache = createLruStore<{ name: string }>(2);
  await cache.set("one", { name: "one" });
  await cache.set("two", { name: "two" });
  await cache.get("one");
  await cache.set("three", { name: "three" });

  expect(await Promise.all(["one", "two", "three"].map((id) => cache.get(id)))).toEqual([
    { name: "one" },
    undefined,
    { name: "three" },
  ]);

  await cache.delete("one");
  expect(await cache.get("one")).toBeUndefined();
});
