import { expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { createLexemeCache } from "./lexeme-cache.service.ts";

const { deps } = await createTestApp();

test("words are read as they are searched for, the first time as the second", async () => {
  const book = createLexemeCache(deps);
  const sprints = { word: "sprints", stem: "sprint", others: [] };
  const cafe = { word: "cafe", stem: "cafe", others: [] };
  for (const _ of [1, 2]) expect(await book.read("the Sprints, Café")).toEqual([sprints, cafe]);
  expect(await book.read("the")).toEqual([{ word: "the", stem: null, others: [] }]);
});

test("of a text's words those are chosen that a search finds, whatever was asked before", async () => {
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

test("more words than are kept are read all the same", async () => {
  const book = createLexemeCache(deps);
  const many = Array.from({ length: 6_000 }, (_, n) => `lap${n}`);
  const [lap] = await book.read("lap5999");
  for (const _ of [1, 2]) expect(await book.choose(many, lap ? [lap] : [])).toEqual(new Set(["lap5999"]));
});
