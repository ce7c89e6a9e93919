import { COMMENT_MESSAGES } from "@app/contract/comment-limits";
import { commentRoutes } from "@app/contract/comments";
import { type CommentId, type ContentId, commentId, contentId } from "@app/contract/ids";
import { toItemRoom } from "@app/contract/live";
import { notificationRoutes } from "@app/contract/notifications";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Member } from "#platform/viewer.ts";
import { countWaiting } from "#testing/count-waiting.ts";
import { follow } from "#testing/follow.ts";
import { joinLive } from "#testing/live-client.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createCommentWriter } from "./add-comments.service.ts";
import { eraseComments, flushCommentCounts } from "./comment-counts.service.ts";
import { insertCommentLike } from "./comment-counts.sql.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
/** New for each test, since a person can write only so much in a minute. */
let [leo, ana] = [maya, maya];
let tests = 0;
beforeEach(async () => {
  tests += 1;
  [leo, ana] = [await testApp.person(`leo${tests}`), await testApp.person(`ana${tests}`)];
});
const publish = (more = {}) => testApp.publishes(maya, "Regatta", more);

const add = (person: TestPerson, id: ContentId, text: string, parent_id: CommentId | null = null) =>
  person.call(commentRoutes.add, { params: { id }, body: { text, parent_id } });
const list = (person: TestPerson, id: ContentId, query = {}) =>
  person.call(commentRoutes.list, { params: { id }, query });
const textsOf = (page: { comments: readonly { text: string | null }[] }) => page.comments.map(({ text }) => text);
const remove = (person: TestPerson, id: CommentId) => person.call(commentRoutes.remove, { params: { id } });
const react = (person: TestPerson, id: CommentId, liked = true) =>
  person.call(commentRoutes.react, { params: { id }, body: { liked } });

const toMember = (person: TestPerson): Member => ({
  accountId: person.accountId,
  channelId: person.channelId,
  deviceRowId: "",
  userType: "General User",
  plan: null,
  isStaff: false,
  isAdmin: false,
  isLapsed: false,
  hasBlocks: false,
  mustEnableTwoFactor: false,
  memberships: [],
  acting: null,
});

describe("a comment", () => {
  test("is first in the list at once, and in the total within about a second", async () => {
    const { id } = await publish();
    const first = await add(leo, id, "  What a start!\n\n\n\nAt 0:12  ");
    expect(first).toMatchObject({
      text: "What a start!\n\nAt 0:12",
      parent_id: null,
      is_held: false,
      is_edited: false,
      liked: false,
      total_likes: 0,
      replies: [],
      author: {
        username: leo.name,
        name: `${leo.name}'s channel`,
        is_you: true,
        is_owner: false,
        channel_id: leo.channelId,
      },
      can: { reply: true, edit: true, remove: true, heart: false, pin: false, hide_author: false },
    });
    await add(ana, id, "Agreed");
    const page = await list(maya, id);
    expect(textsOf(page)).toEqual(["Agreed", "What a start!\n\nAt 0:12"]);
    expect(page.comments[0]).toMatchObject({
      author: { username: ana.name, is_you: false },
      can: { reply: true, edit: false, remove: true, heart: true, pin: true, hide_author: true },
    });
    await expect.poll(async () => (await list(maya, id)).total).toBe(2);
    expect((await list(maya, id)).pagination).toMatchObject({ total: 2, last_page: 1, next: null });
  });

  test("counts its author as one commenter of the item, unless they own it, until their last one is deleted", async () => {
    const { id } = await publish();
    const commenters = async () =>
      (await deps.pool.query("select sum(commenters)::int as n from content_hourly_stats where content_id = $1", [id]))
        .rows[0].n;
    const [one, two] = [await add(leo, id, "One"), await add(leo, id, "Two")];
    await add(maya, id, "Thank you");
    await flushCommentCounts(deps);
    expect(await commenters()).toBe(1);
    await remove(leo, one.id);
    await flushCommentCounts(deps);
    expect(await commenters()).toBe(1);
    await remove(maya, two.id);
    await Promise.all([flushCommentCounts(deps), flushCommentCounts(deps)]);
    expect(await commenters()).toBe(0);
    expect((await list(leo, id)).total).toBe(1);
  });

  test("is plain text without invisible characters, and has a maximum length", async () => {
    const { id } = await publish();
    const text = `<b>bold</b> \u202Eesrever\u202C zero\u200Bwidth Z${"\u0301".repeat(40)}`;
    expect((await add(leo, id, text)).text).toBe(`<b>bold</b> esrever zerowidth Ź${"\u0301".repeat(4)}`);
    const family = "👨‍👩‍👧‍👦";
    expect((await add(leo, id, family.repeat(2_000))).text).toBe(family.repeat(2_000));
    const refusal = async (body: object) => {
      const { status, text: reply } = await leo.send("POST", `/api/v1/add-comment/${id}`, { body });
      return { status, errors: JSON.parse(reply).errors };
    };
    for (const tooLong of ["a".repeat(2_001), family.repeat(2_001)])
      expect((await refusal({ text: tooLong })).errors).toEqual({ text: [COMMENT_MESSAGES.tooLong] });
    for (const empty of [{ text: " \u200B\n " }, {}, { text: 7 }])
      expect((await refusal(empty)).errors).toEqual({ text: [COMMENT_MESSAGES.missing] });
    expect((await refusal({ text: Array.from({ length: 21 }, (_, at) => `@leo${at}`).join(" ") })).errors).toEqual({
      text: [COMMENT_MESSAGES.tooManyMentions],
    });
    const crowd = await refusal({ text: "@leo ".repeat(10_000) });
    expect(crowd).toMatchObject({ status: 422, errors: { text: expect.arrayContaining([COMMENT_MESSAGES.tooLong]) } });
    expect((await refusal({ text: "Hi", author_id: ana.accountId })).status).toBe(422);
  });

  test("can be edited only by its author, and is marked as edited", async () => {
    const { id } = await publish();
    const written = await add(leo, id, "Teh start");
    const body = { text: "The start" };
    expect(await leo.call(commentRoutes.edit, { params: { id: written.id }, body })).toMatchObject({
      text: "The start",
      is_edited: true,
    });
    for (const other of [ana, maya])
      expect((await other.refused(commentRoutes.edit, { params: { id: written.id }, body })).code).toBe(404);
  });

  test("that is deleted during an edit stays deleted, and the edit mentions nobody", async () => {
    const { id } = await publish();
    const written = await add(leo, id, "Well rowed");
    const deletion = await deps.pool.connect();
    await deletion.query("begin");
    await deletion.query("update comments set status = 'deleted', body = '' where id = $1", [written.id]);
    const params = { id: written.id };
    const edit = leo.refused(commentRoutes.edit, { params, body: { text: `Well rowed, @${ana.name}` } });
    await expect.poll(() => countWaiting(deps.pool)).toBe(1);
    await deletion.query("commit");
    deletion.release();
    expect((await edit).code).toBe(404);
    const { rows } = await deps.pool.query(
      `select cause from notifications where account_id = $1
       union all select username from comment_mentions where account_id = $1`,
      [ana.accountId],
    );
    expect(rows).toEqual([]);
  });

  test("can be deleted by its author, the owner and staff; if it has replies, it stays as a deleted comment", async () => {
    const { id } = await publish();
    const staff = await testApp.person("sta", { staffRole: "moderator" }).then((one) => one.onAnotherDevice());
    const [one, two, three] = [await add(leo, id, "One"), await add(leo, id, "Two"), await add(leo, id, "Three")];
    await add(ana, id, "A reply", three.id);
    await flushCommentCounts(deps);
    expect((await ana.refused(commentRoutes.remove, { params: { id: one.id } })).code).toBe(404);
    await remove(leo, one.id);
    await remove(maya, two.id);
    await staff.call(commentRoutes.remove, { params: { id: three.id } });
    expect((await leo.refused(commentRoutes.remove, { params: { id: three.id } })).code).toBe(404);
    await flushCommentCounts(deps);
    const page = await list(ana, id);
    expect(page).toMatchObject({
      total: 1,
      comments: [{ text: null, author: null, mentions: [], replies: [{ text: "A reply" }], can: { reply: false } }],
    });
    expect(
      (await ana.refused(commentRoutes.add, { params: { id }, body: { text: "Why?", parent_id: three.id } })).code,
    ).toBe(410);
    expect((await ana.refused(commentRoutes.react, { params: { id: three.id }, body: { liked: true } })).code).toBe(
      410,
    );
  });

  test("fails as an error of ours, not as a reply to a missing comment, while comments cannot be read", async () => {
    const { id } = await publish();
    const root = await add(leo, id, "Which boat?");
    await flushCommentCounts(deps);
    await deps.pool.query("alter table comment_mentions rename to mentions_being_repaired");
    const body = { text: "The red one", parent_id: root.id };
    const { status } = await ana.send("POST", `/api/v1/add-comment/${id}`, { body });
    await deps.pool.query("alter table mentions_being_repaired rename to comment_mentions");
    expect(status).toBe(500);
    expect((await add(ana, id, "The red one", root.id)).parent_id).toBe(root.id);
  });

  test("is refused if repeated, or if there are too many in a minute", async () => {
    const { id } = await publish();
    const eve = await testApp.person("eve");
    await add(eve, id, "First!");
    const again = await eve.refused(commentRoutes.add, { params: { id }, body: { text: "First!" } });
    expect(again.errors).toEqual({ text: [COMMENT_MESSAGES.repeated] });
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        eve.send("POST", `/api/v1/add-comment/${id}`, { body: { text: `n ${at}` } }),
      ),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), ...Array(3).fill(429)]);
    expect(many.find(({ status }) => status === 429)?.text).toContain(COMMENT_MESSAGES.tooFast);
  });

  test("is written in one batch with those that arrive at the same time, and a refusal affects no other", async () => {
    const { id } = await publish();
    const people = await Promise.all(Array.from({ length: 8 }, (_, at) => testApp.person(`crowd${at}`)));
    const [first] = people;
    await add(first as TestPerson, id, "Said before");
    const sent = await Promise.all(
      people.flatMap((person, at) => [
        person.send("POST", `/api/v1/add-comment/${id}`, { body: { text: at === 0 ? "Said before" : `One by ${at}` } }),
        person.send("POST", `/api/v1/add-comment/${id}`, { body: { text: `Two by ${at}, @leo` } }),
      ]),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(15).fill(200), 422]);
    await flushCommentCounts(deps);
    expect((await leo.call(commentRoutes.list, { params: { id } })).total).toBe(16);

    const writer = createCommentWriter(deps);
    const item = await writer.readItem(toMember(leo), id);
    const rules = await writer.readRules(id);
    if (rules === null) throw new Error("there are no rules");
    const wanted = (person: TestPerson, of: typeof item) => ({
      id: newId(commentId),
      author: toMember(person),
      item: of,
      rules,
      parentId: null,
      text: "At once",
    });
    // Its item was purged in between, which fails the whole batch.
    const purged = { ...item, id: newId(contentId) };
    const batch = [
      writer.write(wanted(ana, item)),
      writer.write(wanted(leo, purged)),
      writer.write(wanted(maya, item)),
    ];
    expect((await Promise.all(batch)).map((one) => one !== null && "row" in one)).toEqual([true, false, true]);
  });

  test("is refused on an item that is hidden, private or closed, and a closed item shows none", async () => {
    const { id } = await publish();
    const written = await add(leo, id, "Before");
    await deps.pool.query("update contents set comments_open = false where id = $1", [id]);
    expect(await leo.refused(commentRoutes.add, { params: { id }, body: { text: "After" } })).toMatchObject({
      code: 403,
      message: COMMENT_MESSAGES.closed,
    });
    expect(await list(maya, id)).toMatchObject({ rules: { is_open: false }, comments: [], total: 0 });
    expect((await leo.refused(commentRoutes.replies, { params: { id: written.id } })).code).toBe(404);
    // Authors can still delete their own comments.
    await remove(leo, written.id);
    await deps.pool.query("update contents set comments_open = true, visibility = 'private' where id = $1", [id]);
    expect((await leo.refused(commentRoutes.list, { params: { id } })).code).toBe(404);
    expect((await leo.refused(commentRoutes.people, { params: { id } })).code).toBe(404);
  });
});

test("people are mentioned by name, with suggestions from the thread first, then from followed channels", async () => {
  const { id } = await publish();
  const [mo, mia] = [await testApp.person("mo.rower"), await testApp.person("mia", { plan: "Team" })];
  await add(mo, id, "Nice");
  await follow(leo, mia);
  const suggested = (search: string) => leo.call(commentRoutes.people, { params: { id }, query: { search } });
  expect((await suggested("m")).map(({ username }) => username)).toEqual(["mo.rower", "mia"]);
  expect((await suggested("MI")).map(({ username }) => username)).toEqual(["mia"]);
  expect(await suggested("zz")).toEqual([]);
  const written = await add(leo, id, "Hi @MO.rower. And @nobody_here, me@mia.com");
  expect(written.mentions).toEqual([{ username: "MO.rower", channel_id: mo.channelId }]);
  const edited = await leo.call(commentRoutes.edit, { params: { id: written.id }, body: { text: "Hi @mia" } });
  expect(edited.mentions).toEqual([{ username: "mia", channel_id: mia.channelId }]);
});

test("an open page is told when comments change, if its person may see the item", async () => {
  const { id } = await publish();
  const page = await joinLive(testApp.origin, leo, leo.accountId, {
    origin: deps.config.publicUrl,
    room: toItemRoom(id),
  });
  await page.next("pusher_internal:subscription_succeeded");
  await add(ana, id, "Live!");
  expect(await page.next("comments.changed")).toMatchObject({ channel: toItemRoom(id) });
  await deps.pool.query("update contents set visibility = 'private' where id = $1", [id]);
  const body = { socket_id: "1.1", channel_name: toItemRoom(id) };
  expect((await ana.send("POST", "/api/v1/broadcast", { body })).status).toBe(403);
  expect((await maya.send("POST", "/api/v1/broadcast", { body })).status).toBe(200);
});

test("an account due for erasure shows as a deleted user; after erasure its comments remain without an author, and its likes are gone", async () => {
  const { id } = await publish();
  const liv = await testApp.person("liv");
  const written = await add(liv, id, "I was here");
  await react(liv, (await add(leo, id, "Liked")).id);
  await flushCommentCounts(deps);
  await deps.pool.query("update accounts set deletion_due_at = now() + interval '30 days' where id = $1", [
    liv.accountId,
  ]);
  expect((await list(leo, id)).comments[1]).toMatchObject({ text: "I was here", author: null });
  for (let time = 0; time < 2; time++) await inTransaction(deps.sql, (tx) => eraseComments(tx, liv.accountId));
  await flushCommentCounts(deps);
  const { rows } = await deps.pool.query("select author_id, body from comments where id = $1", [written.id]);
  expect(rows).toEqual([{ author_id: null, body: "I was here" }]);
  expect((await list(leo, id)).comments[0]).toMatchObject({ text: "Liked", total_likes: 0 });
});

test("erasing an account leaves the new likes of others for the next flush, which notifies of them", async () => {
  const { id } = await publish();
  const liv = await testApp.person("liv_too");
  const liked = await add(leo, id, "Liked");
  await react(liv, liked.id);
  await flushCommentCounts(deps);
  await inTransaction(deps.sql, async (tx) => {
    await insertCommentLike(tx, { accountId: ana.accountId, commentId: liked.id });
    await eraseComments(tx, liv.accountId);
  });
  await flushCommentCounts(deps);
  const { notifications } = await leo.call(notificationRoutes.list, { query: {} });
  expect(notifications.map(({ data }) => data.username)).toEqual([ana.name]);
  expect((await list(leo, id)).comments[0]).toMatchObject({ total_likes: 1 });
});

test("a job counts what a killed server missed, and purges comments deleted a month ago", async () => {
  const { id } = await publish();
  const [kept, gone] = [await add(leo, id, "Kept"), await add(leo, id, "Gone")];
  await remove(leo, gone.id);
  await flushCommentCounts(deps);
  await deps.pool.query("delete from comment_totals where content_id = $1", [id]);
  await deps.pool.query("insert into comments_to_count (comment_id, content_id) values ($1, $2)", [kept.id, id]);
  await deps.pool.query("select graphile_worker.add_job('comments:recount', '{}')");
  await testApp.settle();
  expect((await list(leo, id)).total).toBe(1);
  const root = await add(ana, id, "Rude");
  await add(leo, id, "A reply", root.id);
  await remove(maya, root.id);
  await deps.pool.query("update comments set deleted_at = now() - interval '31 days' where status = 'deleted'");
  await deps.pool.query("select graphile_worker.add_job('comments:purge', '{}')");
  await testApp.settle();
  const { rows } = await deps.pool.query("select body, status from comments where content_id = $1 order by id", [id]);
  expect(rows).toEqual([
    { body: "Kept", status: "visible" },
    { body: "", status: "deleted" },
    { body: "A reply", status: "visible" },
  ]);
  expect(kept.text).toBe("Kept");
});
