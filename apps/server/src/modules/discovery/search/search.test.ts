import { contentRoutes } from "@app/contract/contents";
import { refusal } from "@app/contract/http";
import { SEARCH_TOTAL_MAX, type SearchResult, type SearchType, searchRoutes } from "@app/contract/search";
import { beforeEach, describe, expect, test } from "vitest";
import { addCategory } from "#modules/catalog/categories/categories.service.ts";
import type { NewItem } from "#testing/publish.ts";
import { createTestApp } from "#testing/test-app.ts";
import { placeDocuments } from "./maintenance.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const nia = await testApp.person("nia", { plan: "Team" });
const fan = await testApp.person("fan");

beforeEach(async () => {
  await deps.pool.query("delete from contents");
});

type Query = { type?: SearchType; sort?: "newest" | "views"; date?: "week"; length?: "short"; category?: number };

function find(search: string, more: Query & { current_page?: number; per_page?: number } = {}): Promise<SearchResult> {
  return fan.call(searchRoutes.result, { query: { search, ...more } });
}

async function titles(search: string, more: Query = {}): Promise<string[]> {
  const { contents, channels } = await find(search, more);
  return [...contents.map(({ title }) => title), ...channels.map(({ name }) => name)];
}

const publish = (title: string, more: NewItem & { by?: typeof maya } = {}) =>
  testApp.publishes(more.by ?? maya, title, more);

async function seen(id: string, views: number): Promise<void> {
  await deps.pool.query("update contents set total_views = $1 where id = $2", [views, id]);
}

describe("a term", () => {
  test("finds items by title, then by tags, then by description, and by the channel's name", async () => {
    await publish("A morning outside", { description: "We practise the javelin." });
    await publish("Throws", { tags: ["javelin"] });
    await publish("The javelin explained");
    await publish("Something else");
    expect(await titles("javelin")).toEqual(["The javelin explained", "Throws", "A morning outside"]);
    expect(await titles("nia")).toEqual([]);
    await publish("Relay", { by: nia });
    expect(await titles("nia channel")).toEqual(["Relay"]);
  });

  test("is found in any case, without accents, and in another form of the word", async () => {
    await publish("Entraînement à la Forêt");
    await publish("Running hills");
    expect(await titles("ENTRAINEMENT foret")).toEqual(["Entraînement à la Forêt"]);
    expect(await titles("entraînement")).toEqual(["Entraînement à la Forêt"]);
    expect(await titles("runs hill")).toEqual(["Running hills"]);
    expect(await titles("the running of the hills")).toEqual(["Running hills"]);
  });

  test("needs all of its words in one item", async () => {
    await publish("Sprint start");
    await publish("Sprint finish");
    await publish("Start of the season");
    expect(await titles("start sprint")).toEqual(["Sprint start"]);
  });

  test("with a typing mistake finds the intended word, and says so", async () => {
    await publish("Basketball drills");
    for (const typed of ["baskteball", "basktball", "basketbll drils", "vasketball", "basket"]) {
      const found = await find(typed);
      expect([typed, found.contents.map(({ title }) => title)]).toEqual([typed, ["Basketball drills"]]);
      expect(found.searched_for).toMatch(/^basketball( drills)?$/);
      expect(found.contents[0]?.title_matches[0]).toEqual([0, 10]);
    }
    expect((await find("basketball")).searched_for).toBeNull();
  });

  test("may be incomplete, but one wrong word beside it is a mistake", async () => {
    await publish("Élan over eleven hurdles");
    expect(await find("ele hurd")).toMatchObject({ searched_for: "eleven hurdles", is_continued: true });
    expect(await find("ÉLE")).toMatchObject({ searched_for: "eleven", is_continued: true });
    expect(await find("ele hurdels")).toMatchObject({ searched_for: "eleven hurdles", is_continued: false });
    expect(await find("ele quixotic")).toMatchObject({ searched_for: "eleven", is_continued: false });
    expect(await find("eleven")).toMatchObject({ searched_for: null, is_continued: false });
  });

  test("is corrected in tags and usernames too", async () => {
    await publish("Legs", { tags: ["plyometrics", "U18 squad"] });
    const jo = await testApp.person("quarterback7", { plan: "Individual" });
    await deps.pool.query("update channels set name = 'Jo' where id = $1", [jo.channelId]);
    expect((await find("plyometrisc")).searched_for).toBe("plyometrics");
    expect(await titles("plyometrisc sqaud")).toEqual(["Legs"]);
    expect(await titles("quartreback7", { type: "channel" })).toEqual(["Jo"]);
  });

  test("with one unknown word finds the known part", async () => {
    await publish("Pole vault");
    const found = await find("pole quixotic");
    expect([found.contents[0]?.title, found.searched_for]).toEqual(["Pole vault", "pole"]);
    expect(await find("quixotic")).toMatchObject({ contents: [], searched_for: null, pagination: { total: 0 } });
  });

  test("marks its words in title and channel", async () => {
    await publish("Maya’s <b>Sprint</b>: sprinting, sprints & rest");
    const [card] = (await find("sprint maya")).contents;
    const marked = card?.title_matches.map(([start, end]) => card.title.slice(start, end));
    expect(marked).toEqual(["Maya’s", "Sprint", "sprinting", "sprints"]);
    expect(card?.channel_matches.map(([start, end]) => card.channel.name.slice(start, end))).toEqual(["maya's"]);
  });
});

describe("a list of results", () => {
  test("has one type", async () => {
    await publish("Rowing video");
    await publish("Rowing picture", { type: "image" });
    await publish("Rowing plan", { type: "document" });
    expect(await titles("rowing")).toEqual(["Rowing video"]);
    expect(await titles("rowing", { type: "image" })).toEqual(["Rowing picture"]);
    expect(await titles("rowing", { type: "document" })).toEqual(["Rowing plan"]);
    expect(await titles("rowing", { type: "channel" })).toEqual([]);
    expect(await titles("maya", { type: "channel" })).toEqual(["maya's channel"]);
  });

  test("that is empty says which other types have results", async () => {
    await publish("Rowing picture", { type: "image" });
    await publish("Rowing machine");
    const found = await find("rowing picture");
    expect([found.contents[0]?.title, found.searched_for]).toEqual(["Rowing machine", "rowing"]);
    expect(found.also_in).toEqual(["image"]);
    expect((await find("maya")).also_in).toEqual([]);
    expect((await find("rowing", { type: "channel" })).also_in).toEqual(["video", "image"]);
  });

  test("names matching channels on the first page of every other type", async () => {
    await publish("A day with Zuri");
    const [zuri, coach] = [
      await testApp.person("zuri", { plan: "Individual" }),
      await testApp.person("coach", { plan: "Team" }),
    ];
    await deps.pool.query("update channels set bio = 'Trains with zuri.', subscriber_count = 9 where id = $1", [
      coach.channelId,
    ]);
    const named = async (search: string, more: Parameters<typeof find>[1] = {}) =>
      (await find(search, more)).named_channels.map(({ name }) => name);
    expect(await named("zuri")).toEqual(["zuri's channel"]);
    expect(await named("ZÚRI", { type: "document", length: "short" })).toEqual(["zuri's channel"]);
    expect(await named("zuri", { current_page: 2 })).toEqual([]);
    expect(await named("zuri", { type: "channel" })).toEqual([]);
    expect(await named("day zuri")).toEqual([]);
    await deps.pool.query("update channels set hidden_at = now() where id = $1", [zuri.channelId]);
    expect(await named("zuri")).toEqual([]);
    expect((await find("zuri", { type: "channel" })).channels.map(({ name }) => name)).toEqual(["coach's channel"]);
  });

  test("is ordered by relevance and then views, by date, or by views", async () => {
    const [often, never, body] = [
      await publish("Squat", { publishedAt: new Date("2026-01-01") }),
      await publish("Squat", { publishedAt: new Date("2026-03-01") }),
      await publish("Legs", { description: "squat", publishedAt: new Date("2026-02-01") }),
    ];
    await seen(often.id, 5);
    await seen(body.id, 900);
    await placeDocuments(deps);
    const ids = async (more: Query) => (await find("squat", more)).contents.map(({ id }) => id);
    expect(await ids({})).toEqual([often.id, never.id, body.id]);
    expect(await ids({ sort: "newest" })).toEqual([never.id, body.id, often.id]);
    expect(await ids({ sort: "views" })).toEqual([body.id, often.id, never.id]);
  });

  test("is filtered by category, date and length", async () => {
    const boxing = await addCategory(deps.sql, { name: "Boxing", slug: "boxing", pictureKey: null, position: 2 });
    await publish("Drill in boxing", { categoryId: boxing });
    await publish("Drill long ago", { publishedAt: new Date("2020-01-01") });
    await publish("Drill for an hour", { lengthMs: 3_600_000 });
    expect(await titles("drill", { category: boxing })).toEqual(["Drill in boxing"]);
    expect(await titles("drill", { category: boxing, length: "short" })).toEqual(["Drill in boxing"]);
    const merged = await addCategory(deps.sql, { name: "Savate", slug: "savate", pictureKey: null, position: 92 });
    expect(await titles("drill", { category: merged })).toEqual([]);
    await deps.pool.query("update categories set merged_into = $1, is_listed = false where id = $2", [boxing, merged]);
    expect(await titles("drill", { category: merged })).toEqual(["Drill in boxing"]);
    await placeDocuments(deps);
    expect((await titles("drill", { date: "week" })).toSorted()).toEqual(["Drill for an hour", "Drill in boxing"]);
    expect((await titles("drill", { length: "short" })).toSorted()).toEqual(["Drill in boxing", "Drill long ago"]);
  });

  test("emptied by filters stays empty instead of offering similar words", async () => {
    const cycling = await addCategory(deps.sql, { name: "Cycling", slug: "cycling", pictureKey: null, position: 3 });
    await publish("Sprint start", { lengthMs: 3_600_000 });
    await publish("Sprints, a plan", { type: "document" });
    for (const title of ["Springs", "Springboard"]) await publish(title, { categoryId: cycling, lengthMs: 60_000 });
    const nothing = { contents: [], searched_for: null, pagination: { total: 0 } };
    for (const more of [{ category: cycling }, { length: "short" }] satisfies Query[])
      expect(await find("sprint", more)).toMatchObject(nothing);
    // Only videos have a length, so the filter does not hide the document.
    expect((await find("sprint", { length: "short" })).also_in).toEqual(["document"]);
    expect((await find("sprint", { category: cycling })).also_in).toEqual([]);
    // A word that exists nowhere may be corrected within the filtered results.
    expect(await titles("sprinboard", { category: cycling })).toEqual(["Springboard"]);
  });

  test("is paged without gaps or duplicates, and its total is limited", async () => {
    await deps.pool.query(
      `insert into contents (id, channel_id, type, title, category_id, visibility, state, published_at)
       select uuidv7(), $1, 'image', 'Hurdle ' || n, $2, 'public', 'ready', now() from generate_series(1, $3::int) n`,
      [maya.channelId, testApp.categoryId, SEARCH_TOTAL_MAX + 40],
    );
    await placeDocuments(deps);
    const pages = await Promise.all(
      [1, 2, 7].map((current_page) => find("hurdle", { type: "image", current_page, per_page: 50 })),
    );
    expect(pages.map(({ contents }) => contents.length)).toEqual([50, 50, 0]);
    expect(new Set(pages.flatMap(({ contents }) => contents.map(({ id }) => id))).size).toBe(100);
    expect(pages[1]?.pagination).toEqual({ current_page: 2, per_page: 50, total: SEARCH_TOTAL_MAX, last_page: 6 });
  });
});

describe("what cannot be seen cannot be found", () => {
  test("private, unlisted and unfinished items are never found", async () => {
    await publish("Secret one", { visibility: "private" });
    await publish("Secret two", { visibility: "unlisted" });
    await publish("Secret three", { state: "processing" });
    await publish("Secret four", { state: "failed" });
    expect(await titles("secret")).toEqual([]);
    expect(await fan.call(searchRoutes.suggest, { query: { search: "secret" } })).toEqual([]);
  });

  test("renaming, hiding, showing and deleting affect the next search", async () => {
    const { id } = await publish("Old name");
    await maya.call(contentRoutes.update, { params: { id }, body: { title: "New name", tags: ["fresh"] } });
    expect([await titles("old"), await titles("new"), await titles("fresh")]).toEqual([[], ["New name"], ["New name"]]);
    await maya.call(contentRoutes.update, { params: { id }, body: { visibility: "private" } });
    expect(await titles("new")).toEqual([]);
    await maya.call(contentRoutes.update, { params: { id }, body: { visibility: "public" } });
    expect(await titles("new")).toEqual(["New name"]);
    await deps.pool.query("update contents set hidden_at = now() where id = $1", [id]);
    expect(await titles("new")).toEqual([]);
    await deps.pool.query("update contents set hidden_at = null where id = $1", [id]);
    await maya.call(contentRoutes.remove, { params: { id } });
    expect(await titles("new")).toEqual([]);
  });
});

describe("who may search", () => {
  test("visitors may not, and unknown parameters are refused", async () => {
    const refused = await testApp.visitor.refused(searchRoutes.result, { query: { search: "run" } });
    expect(refused.code).toBe(401);
    expect((await testApp.visitor.refused(searchRoutes.suggest, { query: { search: "run" } })).code).toBe(401);
    const wrong = await fan.send("GET", "/api/v1/search-result?search=run&type=song&per_page=51&who=me");
    expect(wrong.status).toBe(422);
    expect(Object.keys(refusal.parse(JSON.parse(wrong.text)).errors).toSorted()).toEqual(["per_page", "type", "who"]);
  });
});
