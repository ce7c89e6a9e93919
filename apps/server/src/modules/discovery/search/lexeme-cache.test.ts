import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { createLexemeCache } from "./lexeme-cache.service.ts";

const { deps } = await createTestApp();

test("words are read the same from the database and from the cache", async () => {
  const book = createLexemeCache(deps);
  const sprints = { word: "sprints", stem: "sprint", corrections: [] };
  const cafe = { word: "cafe", stem: "cafe", corrections: [] };
  for (const _ of [1, 2]) expect(await book.read("the Sprints, Café")).toEqual([sprints, cafe]);
  expect(await book.read("the")).toEqual([{ word: "the", stem: null, corrections: [] }]);
});

test("the words of a text that match a search are chosen, whatever was cached before", async () => {
  const book = createLexemeCache(deps);
  const [sprints] = await book.read("sprints");
  const searchWord = { word: "sprints", stem: sprints?.stem ?? null, corrections: ["squat"] };
  const written = ["Sprinting", "SPRINTS", "Squat", "squats", "Élan", "the"];
  for (const _ of [1, 2])
    expect(await book.selectMatching(written, [searchWord])).toEqual(new Set(["Sprinting", "SPRINTS", "Squat"]));
  expect(await book.selectMatching(["Élan", ...written], [{ word: "elan", stem: null, corrections: [] }])).toEqual(
    new Set(["Élan"]),
  );
  expect(await book.selectMatching([], [searchWord])).toEqual(new Set());
});

test("words beyond the cache limit are still read", async () => {
  const book = createLexemeCache(deps);
  const many = Array.from({ length: 6_000 }, (_, n) => `lap${n}`);
  const [lap] = await book.read("lap5999");
  for (const _ of [1, 2]) expect(await book.selectMatching(many, lap ? [lap] : [])).toEqual(new Set(["lap5999"]));
});
