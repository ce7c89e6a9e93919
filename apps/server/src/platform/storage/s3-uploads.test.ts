import { expect, test } from "vitest";
import { rememberLatest } from "./s3-uploads.ts";

test("of more uploads than are kept, the one not looked at for longest is forgotten", async () => {
  const latest = rememberLatest<{ name: string }>(2);
  await latest.set("one", { name: "one" });
  await latest.set("two", { name: "two" });
  await latest.get("one");
  await latest.set("three", { name: "three" });

  expect(await Promise.all(["one", "two", "three"].map((id) => latest.get(id)))).toEqual([
    { name: "one" },
    undefined,
    { name: "three" },
  ]);

  await latest.delete("one");
  expect(await latest.get("one")).toBeUndefined();
});
