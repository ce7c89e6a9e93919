import { auditRoutes } from "@app/contract/audit";
import { COMMENT_RULES_MESSAGES, commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import { notificationRoutes } from "@app/contract/notifications";
import { STAFF_COMMENT_MESSAGES, staffCommentRoutes } from "@app/contract/staff-comments";
import { describe, expect, test } from "vitest";
import { purgeDeleted } from "#modules/engagement/comments/write-comments.sql.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mod = await testApp.person("mod", { staffRole: "moderator" });
const ada = await testApp.person("ada", { staffRole: "admin" });
const maya = await testApp.person("maya", { plan: "Team" });
const fan = await testApp.person("fan");

const list = async (search = "") => (await mod.call(staffCommentRoutes.list, { query: { search } })).comments;

test("staff see what is held on any channel, decide it, and find the comments of a person, item or channel", async () => {
  const item = await testApp.publishes(maya, "Regatta");
  const say = (text: string) => fan.call(commentRoutes.add, { params: { id: item.id }, body: { text } });
  await say("Well rowed");
  await mod.call(commentRuleRoutes.chooseStaffWords, { body: { words: ["bets"] } });
  const held = await say("Place your bets");
  await say("More bets here");
  expect(await list()).toMatchObject([
    { text: "More bets here", held_for: "word", is_held: true, author: { username: "fan" } },
    { text: "Place your bets", content: { title: "Regatta" }, channel: { is_forced: false } },
  ]);
  for (const search of ["@fan", fan.accountId, item.id, maya.channelId]) expect(await list(search)).toHaveLength(3);
  expect(await list("@nobody_here")).toEqual([]);
  await mod.call(commentRuleRoutes.decide, { params: { id: held.id }, body: { decision: "approve" } });
  expect(await list()).toHaveLength(1);
  const [well] = (await list("@fan")).filter(({ text }) => text === "Well rowed");
  await mod.call(commentRoutes.remove, { params: { id: well?.id ?? held.id } });
  await mod.call(commentRuleRoutes.force, { params: { id: maya.channelId }, body: { forced: true } });
  expect((await list())[0]?.channel.is_forced).toBe(true);
  await mod.call(commentRuleRoutes.force, { params: { id: maya.channelId }, body: { forced: false } });
  const { entries } = await ada.call(auditRoutes.list);
  expect(entries.map(({ action }) => action)).toEqual([
    "comments.released",
    "comments.forced",
    "comment.deleted",
    "comment.approved",
    "held_words.changed",
  ]);
});

test("a held comment on a deleted item is found, but waits for nobody", async () => {
  const item = await testApp.publishes(maya, "Withdrawn");
  await mod.call(commentRuleRoutes.chooseStaffWords, { body: { words: ["bets", "wager"] } });
  await fan.call(commentRoutes.add, { params: { id: item.id }, body: { text: "A wager on lane four" } });
  const waiting = async () => (await mod.call(staffCommentRoutes.list, { query: { search: "" } })).pagination.total;
  const before = await waiting();
  await maya.call(contentRoutes.remove, { params: { id: item.id } });
  expect(await waiting()).toBe((before ?? 0) - 1);
  expect((await list()).filter(({ content }) => content.id === item.id)).toEqual([]);
  expect(await list(item.id)).toMatchObject([{ is_held: true, can: { approve: false, hide: true } }]);
});

describe("comments that staff find by their words", async () => {
  const item = await testApp.publishes(maya, "Heats");
  const write = async (text: string, by = fan) =>
    (await by.call(commentRoutes.add, { params: { id: item.id }, body: { text } })).id;
  const texts = async (search: string) => (await list(search)).map(({ text }) => text);
  const act = (route: "hide" | "remove" | "restore", id: Awaited<ReturnType<typeof write>>, reason = "Insults") =>
    mod.call(staffCommentRoutes[route], { params: { id }, body: { reason } });
  const seen = async (by = maya) =>
    (await by.call(commentRoutes.list, { params: { id: item.id }, query: {} })).comments.map(({ text }) => text);

  test("match all words in any order or a quoted phrase, optionally of one person and item", async () => {
    await write("You swim like a STONE");
    await write("A stone would swim faster", maya);
    await write("Nobody sinks");
    expect(await texts("stone swim")).toEqual(["A stone would swim faster", "You swim like a STONE"]);
    expect(await texts('"like a stone"')).toEqual(["You swim like a STONE"]);
    expect(await texts("stone @maya")).toEqual(["A stone would swim faster"]);
    expect(await texts(`swim ${item.id} @fan`)).toEqual(["You swim like a STONE"]);
    // Prefixes of three or more characters match, also several and in quotes; an excluded term is a whole word.
    expect(await texts("ston SWI")).toEqual(["A stone would swim faster", "You swim like a STONE"]);
    expect(await texts('"lik a sto"')).toEqual(["You swim like a STONE"]);
    expect(await texts("ston -swi")).toHaveLength(2);
    await write("It's o'clock, 'really'");
    for (const search of ["it's o'clo", "'rea"]) expect([search, await texts(search)]).toHaveProperty("1.length", 1);
    for (const search of ["st", "tone", "stone @nobody_here", `stone ${ada.accountId}`, "!!!", "stone -swim"])
      expect([search, await texts(search)]).toEqual([search, []]);
    // Paging by cursor returns each match once.
    const one = await mod.call(staffCommentRoutes.list, { query: { search: "swim", per_page: 1 } });
    const cursor = one.pagination.next ?? "";
    const two = await mod.call(staffCommentRoutes.list, { query: { search: "swim", per_page: 1, cursor } });
    expect([...one.comments, ...two.comments].map(({ text }) => text)).toEqual(await texts("swim"));
    const client = await testApp.deps.pool.connect();
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query(
      "explain select id from comments m where to_tsvector('simple', m.body) @@ $$'stone':*$$::tsquery",
    );
    client.release(true);
    expect(JSON.stringify(rows)).toContain("comments_words");
  });

  test("are hidden from everybody but their author, and the channel cannot show them", async () => {
    const id = await write("A plain insult");
    await act("hide", id);
    expect(await seen()).not.toContain("A plain insult");
    expect(await seen(fan)).toContain("A plain insult");
    const { comments } = await maya.call(commentRuleRoutes.held, { query: {} });
    expect(comments.filter(({ comment }) => comment.id === id)).toEqual([]);
    const approval = { params: { id }, body: { decision: "approve" as const } };
    expect(await maya.refused(commentRuleRoutes.decide, approval)).toMatchObject({
      code: 409,
      message: COMMENT_RULES_MESSAGES.decided,
    });
    await fan.call(commentRoutes.edit, { params: { id }, body: { text: "A plain insult, edited" } });
    expect(await seen()).not.toContain("A plain insult, edited");
    expect(await list("insult edited")).toMatchObject([
      {
        id,
        is_held: false,
        held_for: "staff",
        reason: "Insults",
        can: { approve: false, hide: false, remove: true, restore: true },
      },
    ]);
    expect((await mod.refused(staffCommentRoutes.hide, { params: { id }, body: { reason: "Again" } })).code).toBe(409);
    await act("restore", id, "A quotation");
    expect(await seen()).toContain("A plain insult, edited");
    const told = JSON.stringify((await fan.call(notificationRoutes.list, { query: {} })).notifications);
    expect(told).toContain("Insults");
    const { entries } = await ada.call(auditRoutes.list, { query: { search: id } });
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ["comment.restored", "A quotation"],
      ["comment.hidden", "Insults"],
    ]);
  });

  test("are deleted with a reason, and restored for as long as their text is kept", async () => {
    const id = await write("Deleted by staff");
    await act("remove", id);
    expect(await list("deleted by staff")).toMatchObject([
      { is_deleted: true, reason: "Insults", can: { restore: true } },
    ]);
    await act("restore", id);
    expect(await seen()).toContain("Deleted by staff");
    await act("remove", id);
    await testApp.deps.pool.query("update comments set deleted_at = now() - interval '31 days' where id = $1", [id]);
    await purgeDeleted(testApp.deps.sql, 10);
    expect(await list("deleted by staff")).toEqual([]);
    expect((await mod.refused(staffCommentRoutes.restore, { params: { id }, body: { reason: "Late" } })).code).toBe(
      404,
    );
  });

  test("wait for the owner again if they did before staff hid or deleted them", async () => {
    const rules = { opens_comments: true, holds_links: false, holds_first: false, slow_mode_s: 0 as const, words: [] };
    await maya.call(commentRuleRoutes.choose, { body: { ...rules, holds_everything: true } });
    const guest = await testApp.person("guest");
    const [hidden, deleted] = [await write("Hidden while it waits", guest), await write("Deleted meanwhile", guest)];
    await act("hide", hidden);
    await act("remove", deleted);
    const both = await write("Hidden, then deleted", guest);
    await act("hide", both);
    await act("remove", both);
    const edited = await write("Hidden, then edited", guest);
    await act("hide", edited);
    await guest.call(commentRoutes.edit, { params: { id: edited }, body: { text: "Hidden, edited" } });
    const waiting = async () =>
      (await maya.call(commentRuleRoutes.held, { query: {} })).comments.filter(
        ({ comment }) => comment.author?.username === "guest",
      );
    expect(await waiting()).toEqual([]);
    for (const id of [hidden, deleted, both, edited]) await act("restore", id);
    expect(await waiting()).toMatchObject(
      [hidden, deleted, both, edited].map((id) => ({ reason: "everything", comment: { id } })),
    );
    const texts = await seen(fan);
    for (const text of ["Hidden while it waits", "Deleted meanwhile", "Hidden, then deleted", "Hidden, edited"])
      expect(texts).not.toContain(text);
    const { entries } = await ada.call(auditRoutes.list, { query: { search: hidden } });
    expect(entries[0]).toMatchObject({ changes: [{ field: "status", before: "hidden", after: "held" }] });
    const told = JSON.stringify((await guest.call(notificationRoutes.list, { query: {} })).notifications);
    expect(told).toContain("removed by our team");
    expect(told).not.toContain("visible again");
    await maya.call(commentRuleRoutes.choose, { body: { ...rules, holds_everything: false } });
    await maya.call(commentRuleRoutes.decide, { params: { id: hidden }, body: { decision: "approve" } });
    expect(await seen(fan)).toContain("Hidden while it waits");
  });

  test("stay deleted if their author or the channel deleted them", async () => {
    const own = await write("Regretted at once");
    await fan.call(commentRoutes.remove, { params: { id: own } });
    const cleared = await write("Cleared by the channel");
    await maya.call(commentRoutes.remove, { params: { id: cleared } });
    expect(await list("regretted at once")).toEqual([]);
    expect(await list("cleared by the channel")).toMatchObject([{ is_deleted: true, can: { restore: false } }]);
    // The channel's own held comment, which a moderator decides too late.
    const held = await write("No more bets");
    for (const by of [maya, mod])
      await by.call(commentRuleRoutes.decide, { params: { id: held }, body: { decision: "remove" } });
    expect((await ada.call(auditRoutes.list, { query: { search: held } })).entries).toEqual([]);
    // Staff restored it once; the channel deleted it later.
    const disputed = await write("Restored and then cleared");
    await act("remove", disputed);
    await act("restore", disputed);
    await maya.call(commentRoutes.remove, { params: { id: disputed } });
    expect(await list("restored and then cleared")).toMatchObject([{ is_deleted: true, can: { restore: false } }]);
    for (const id of [own, cleared, held, disputed])
      expect(await mod.refused(staffCommentRoutes.restore, { params: { id }, body: { reason: "Why" } })).toMatchObject({
        code: 409,
        message: STAFF_COMMENT_MESSAGES.changed,
      });
  });
});
