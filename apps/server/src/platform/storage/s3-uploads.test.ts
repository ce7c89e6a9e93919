import { expect, test } from "vitest";
import { startFakeS3 } from "#testing/fake-s3/fake-s3.ts";
import { createLruStore, createS3Uploads } from "./s3-storage.ts";

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
