import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { createLexemeCache } from "./lexeme-cache.service.ts";

const { deps } = await createTestApp();

test("words are read the same from the database and from the cache", async () => {
  const book = createLexemeCache(deps);
  const sprints = { word: "sprints", stem: "sprint", others: [] };
  const cafe = { word: "cafe", stem: "cafe", others: [] };
  for (const _ of [1, 2]) expect(await book.read("the Sprints, Café")).toEqual([sprints, cafe]);
  expect(await book.read("the")).toEqual([{ word: "the", stem: null, others: [] }]);
});

test("the words of a text that match a search are chosen, whatever was cached before", async () => {
  const book = createLexemeCache(deps);
  const [sprints] = await book.read("sprints");
  const meaning = { word: "sprints", stem: sprints?.stem ?? null, others: ["squat"] };
  const written = ["Sprinting", "SPRINTS", "Squat", "squats", "Élan", "the"];
  for (const _ of [1, 2])
    expect(await book.choose(written, [meaning])).toEqual(new Set(["Sprinting", "SPRINTS", "Squat"]));
  expect(await book.choose(["Élan", ...written], [{ word: "elan", stem: null, others: [] }])).toEqual(
    new Set(["Élan"]),
  );
  expect(await book.choose([], [meaning])).toEqual(new Set());
});

test("words beyond the cache limit are still read", async () => {
  const book = createLexemeCache(deps);
  const many = Array.from({ length: 6_000 }, (_, n) => `lap${n}`);
  const [lap] = await book.read("lap5999");
  for (const _ of [1, 2]) expect(await book.choose(many, lap ? [lap] : [])).toEqual(new Set(["lap5999"]));
});
