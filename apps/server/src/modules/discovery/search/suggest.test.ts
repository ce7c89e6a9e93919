import { contentRoutes } from "@app/contract/contents";
import { SUGGESTIONS_MAX, searchRoutes } from "@app/contract/search";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { maintainSearch, placeDocuments } from "./maintenance.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const fan = await testApp.person("fan");

beforeEach(async () => {
  await deps.pool.query("delete from contents");
});

function suggest(search: string): Promise<string[]> {
  return fan.call(searchRoutes.suggest, { query: { search } });
}

describe("suggestions", () => {
  test("start with what was typed, at the beginning of the title first, then at any of its words", async () => {
    await testApp.publishes(maya, "How to squat");
    await testApp.publishes(maya, "Squat in the gym");
    await testApp.publishes(maya, "Nothing of the kind", { tags: ["squat"], description: "squat" });
    expect(await suggest("squ")).toEqual(["Squat in the gym", "How to squat"]);
    expect(await suggest("squat in t")).toEqual(["Squat in the gym"]);
    expect(await suggest("quat")).toEqual([]);
  });

  test("ignore case, accents and punctuation, but show the title as written", async () => {
    await testApp.publishes(maya, "Élan! – Café-Racing");
    for (const typed of ["elan", "ÉLAN", "cafe r", "café-r", "  racing "])
      expect([typed, await suggest(typed)]).toEqual([typed, ["Élan! – Café-Racing"]]);
  });

  test("name channels of earners only", async () => {
    expect(await suggest("maya")).toEqual(["maya's channel"]);
    expect(await suggest("fan")).toEqual([]);
  });

  test("list each title once and ten at most, the most viewed first", async () => {
    for (let n = 0; n < 5; n++) await testApp.publishes(maya, "Relay day");
    for (let n = 0; n < 15; n++) await testApp.publishes(maya, `Relay number ${n}`);
    await deps.pool.query("update contents set total_views = 9 where title = 'Relay number 12'");
    await placeDocuments(deps);
    const said = await suggest("relay");
    expect(said).toHaveLength(SUGGESTIONS_MAX);
    expect(new Set(said).size).toBe(SUGGESTIONS_MAX);
    expect(said[0]).toBe("Relay number 12");
  });

  test("stop at once when the title is changed, hidden or deleted, even if a list contains it", async () => {
    const { id } = await testApp.publishes(maya, "Hurdles");
    await placeDocuments(deps);
    expect(await suggest("hur")).toEqual(["Hurdles"]);
    await maya.call(contentRoutes.update, { params: { id }, body: { title: "Fences" } });
    expect([await suggest("hur"), await suggest("fen")]).toEqual([[], ["Fences"]]);
    await maya.call(contentRoutes.update, { params: { id }, body: { visibility: "unlisted" } });
    expect(await suggest("fen")).toEqual([]);
  });

  test("are deleted for good once no item has them", async () => {
    const { id } = await testApp.publishes(maya, "Quarterstaff");
    await maya.call(contentRoutes.remove, { params: { id } });
    await maintainSearch(deps);
    const { rows } = await deps.pool.query(
      "select phrase from search_suggestions where phrase like 'quarter%' union select word from search_words where word like 'quarter%'",
    );
    expect(rows).toEqual([]);
    expect(await suggest("maya")).toEqual(["maya's channel"]);
  });
});

describe("unusual input", () => {
  const ODD: [string, string][] = [
    ["nothing", ""],
    ["spaces", " \t\n "],
    ["punctuation only", "!!! --- ??? ((( %%% ___ ***"],
    ["emoji", "🏀🏈👩‍👩‍👧‍👦"],
    ["half an emoji", "run \ud83c"],
    ["SQL", "'; drop table accounts; --"],
    ["quotes", `"run' O''Brien\\`],
    ["wildcards", "%_%"],
    ["operators of tsquery", "run & !walk | (jump <-> far):*A"],
    ["markup", "<script>alert(1)</script>"],
    ["right to left", "‏כדורסל مرحبا"],
    ["Chinese", "篮球 训练"],
    ["combining marks", "e\u0301\u0301\u0301lan"],
    ["ten thousand letters", "a".repeat(10_000)],
    ["ten thousand words", "run ".repeat(2_500)],
    ["a long number", "9".repeat(400)],
    ["a path, an email address and a URL", "/etc/passwd run@field.test https://a.test/?q=1"],
  ];
  test.each(ODD)("%s gets a reply", async (_, search) => {
    await testApp.publishes(maya, "A quiet day");
    const { contents, pagination } = await fan.call(searchRoutes.result, { query: { search } });
    expect([contents, pagination.total]).toEqual([[], 0]);
    expect(await suggest(search)).toEqual([]);
  });

  test("names in any script and Unicode form are found by typing them exactly", async () => {
    for (const title of [
      "篮球 训练",
      "מאמן כדורסל",
      "مرحبا بكم",
      "Ünïcödé",
      "100m in 9.58",
      "7-on-7",
      "O'Brien’s",
      "C++ & %_",
    ]) {
      await testApp.publishes(maya, title);
      const { contents } = await fan.call(searchRoutes.result, { query: { search: title } });
      expect(contents.map((card) => card.title)).toContain(title);
      expect(await suggest(title)).toContain(title);
    }
  });

  test("a character PostgreSQL cannot store is refused with a message", async () => {
    const refused = await fan.refused(searchRoutes.result, { query: { search: "run\u0000" } });
    expect(refused.errors.search).toEqual(["This field has a character that cannot be kept."]);
  });
});
