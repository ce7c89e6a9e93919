import { expect, test } from "vitest";
import { withRecent } from "./search-field.tsx";

test("keeps the eight newest searches, without duplicates", () => {
  expect(withRecent([], "squat")).toEqual(["squat"]);
  expect(withRecent(["squat", "relay"], "Relay")).toEqual(["Relay", "squat"]);
  const many = Array.from({ length: 12 }, (_, n) => `term ${n}`).reduce<string[]>(withRecent, []);
  expect(many).toEqual(["term 11", "term 10", "term 9", "term 8", "term 7", "term 6", "term 5", "term 4"]);
});
