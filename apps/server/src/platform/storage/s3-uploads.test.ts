import { expect, test } from "vitest";
import { createLruStore } from "./s3-uploads.ts";

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
