import { expect, test } from "vitest";
import { rememberLatest } from "./latest-uploads.ts";

test("of more uploads than are kept, the one not looked at for longest is forgotten", async () => {
  const latest = rememberLatest<string>(2);
  await latest.set("one", "1");
  await latest.set("two", "2");
  await latest.get("one");
  await latest.set("three", "3");

  expect(await Promise.all(["one", "two", "three"].map((id) => latest.get(id)))).toEqual(["1", undefined, "3"]);

  await latest.delete("one");
  expect(await latest.get("one")).toBeUndefined();
});
