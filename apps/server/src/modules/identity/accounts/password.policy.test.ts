import { expect, test } from "vitest";
import { isCommonPassword } from "./password.policy.ts";

test.each([
  ["password", true],
  ["123456", true],
  ["PassWord", true],
  ["password1!", true],
  ["sunflower7", true],
  ["Sunflower1234!", true],
  ["Sunflower12345!", false],
  ["1sunflower", false],
  ["sunflower1a", false],
  ["a password of my own", false],
])("%j is common: %s", async (password, isCommon) => {
  expect(await isCommonPassword(password)).toBe(isCommon);
});

test("the first 10,000 of the list count as common, and no more", async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const list = dictionary["passwords-common"].map(String);
  expect(await isCommonPassword(list[9_999] ?? "")).toBe(true);
  expect(await isCommonPassword(list[10_000] ?? "")).toBe(false);
});
