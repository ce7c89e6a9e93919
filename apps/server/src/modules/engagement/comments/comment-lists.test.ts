import { commentRoutes } from "@app/contract/comments";
import type { CommentId, ContentId } from "@app/contract/ids";
import { beforeEach, describe, expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { flushCommentCounts } from "./comment-counts.service.ts";

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
const remove = (person: TestPerson, id: CommentId) => person.call(commentRoutes.remove, { params: { id } });

/** Inserts comments as if one had been written each second, and counts them. @returns their ids, oldest first */
async function writeMany(id: ContentId, count: number, parentId: CommentId | null = null): Promise<CommentId[]> {
  const { rows } = await deps.pool.query<{ id: CommentId }>(
    `insert into comments (id, content_id, channel_id, parent_id, author_id, body, status, is_counted, created_at)
     select uuidv7(make_interval(secs => n - $5)), $1, $2, $4, $3, 'number ' || n, 'visible', true,
       now() + make_interval(secs => n - $5)
     from generate_series(1, $5::int) n returning id`,
    [id, maya.channelId, leo.accountId, parentId, count],
  );
  await deps.pool.query(
    `insert into comment_totals as t (content_id, total, top_level) values ($1, $2, $2)
     on conflict (content_id) do update set total = t.total + $2, top_level = t.top_level + $2`,
    [id, count],
  );
  return rows.map((row) => row.id).sort();
}

describe("a reply", () => {
  test("is shown below its comment: the three oldest at first, and the rest on demand", async () => {
    const { id } = await publish();
    const root = await add(leo, id, "Which boat?");
    const replies = await writeMany(id, 15, root.id);
    const [thread] = (await list(ana, id)).comments;
    expect(thread?.replies.map((reply) => reply.id)).toEqual(replies.slice(0, 3));
    expect(thread?.replies_cursors).toEqual({ earlier: null, later: replies[2] });
    const more = await ana.call(commentRoutes.replies, { params: { id: root.id }, query: { after: replies[2] } });
    expect(more.replies.map((reply) => reply.id)).toEqual(replies.slice(3, 13));
    const last = await ana.call(commentRoutes.replies, { params: { id: root.id }, query: { after: replies[12] } });
    expect(last).toMatchObject({ replies: [{ id: replies[13] }, { id: replies[14] }], cursors: { later: null } });
    const before = await ana.call(commentRoutes.replies, { params: { id: root.id }, query: { before: replies[14] } });
    expect(before.replies.map((reply) => reply.id)).toEqual(replies.slice(4, 14));
    expect(before.cursors).toEqual({ earlier: replies[4], later: null });
  });

  test("to a reply is placed below the same comment; one on another item is refused", async () => {
    const [{ id }, other] = [await publish(), await publish()];
    const root = await add(leo, id, "Root");
    const reply = await add(ana, id, "Reply", root.id);
    expect((await add(leo, id, "@ana yes", reply.id)).parent_id).toBe(root.id);
    expect(
      (await leo.refused(commentRoutes.add, { params: { id: other.id }, body: { text: "x", parent_id: root.id } }))
        .code,
    ).toBe(410);
    await flushCommentCounts(deps);
    expect((await list(leo, id)).comments[0]).toMatchObject({ total_replies: 2 });
  });
});

describe("the list", () => {
  test("pages by number up to 5,000 comments and by cursor beyond, in both orders", async () => {
    const { id } = await publish();
    const ids = (await writeMany(id, 5_030)).reverse();
    const first = await list(leo, id);
    expect(first.comments.map((one) => one.id)).toEqual(ids.slice(0, 10));
    expect(first.pagination).toEqual({
      current_page: 1,
      per_page: 10,
      total: 5_000,
      last_page: 500,
      next: ids[9],
      previous: null,
    });
    const last = await list(leo, id, { page: 500 });
    expect(last.comments.map((one) => one.id)).toEqual(ids.slice(4_990, 5_000));
    expect((await leo.refused(commentRoutes.list, { params: { id }, query: { current_page: 501 } })).code).toBe(422);
    const twelves = (current_page: number) => list(leo, id, { current_page, per_page: 12 });
    const { last_page } = (await twelves(1)).pagination;
    const short = await twelves(last_page);
    expect([last_page, short.comments.map((one) => one.id)]).toEqual([417, ids.slice(4_992, 5_000)]);
    expect((await list(leo, id, { before: short.pagination.next })).comments[0]?.id).toBe(ids[5_000]);
    for (const order of ["newest", "top"]) {
      const beyond = await list(leo, id, { before: last.pagination.next, order });
      expect(beyond.comments.map((one) => one.id)).toEqual(ids.slice(5_000, 5_010));
      const end = await list(leo, id, { before: ids[5_024], order });
      expect([end.comments.length, end.pagination.next]).toEqual([5, null]);
      const above = await list(leo, id, { after: ids[20], order });
      expect(above.comments.map((one) => one.id)).toEqual(ids.slice(10, 20));
      expect(above.pagination).toMatchObject({ previous: ids[10], next: ids[19] });
      const below = await list(leo, id, { before: above.pagination.next, order });
      expect(below.comments.map((one) => one.id)).toEqual(ids.slice(20, 30));
    }
    const other = await add(ana, (await publish()).id, "Elsewhere");
    expect((await leo.refused(commentRoutes.list, { params: { id }, query: { before: other.id } })).code).toBe(422);
  });

  test("has as many pages by number as it takes, without the pinned comment and with deleted ones with replies", async () => {
    const { id } = await publish();
    const ids = await writeMany(id, 11);
    const pages = async () => {
      const { pagination } = await list(ana, id);
      const { comments } = await list(ana, id, { current_page: pagination.last_page });
      return [pagination.total, pagination.last_page, comments.length];
    };
    expect(await pages()).toEqual([11, 2, 1]);
    await maya.call(commentRoutes.mark, { params: { id: ids[0] as CommentId }, body: { pinned: true } });
    expect(await pages()).toEqual([10, 1, 10]);
    await add(ana, id, "A reply", ids[4]);
    await add(ana, id, "One more");
    await flushCommentCounts(deps);
    await remove(maya, ids[4] as CommentId);
    expect(await pages()).toEqual([11, 2, 1]);
    await flushCommentCounts(deps);
    expect(await pages()).toEqual([11, 2, 1]);
  });

  test("can be opened around a comment, or around a reply in its thread", async () => {
    const { id } = await publish();
    const ids = (await writeMany(id, 40)).reverse();
    const page = await list(ana, id, { around: ids[20] });
    expect(page.comments.map((one) => one.id)).toEqual(ids.slice(15, 26));
    expect(page.pagination).toMatchObject({ previous: ids[15], next: ids[25] });
    expect((await list(ana, id, { around: ids[2] })).pagination.previous).toBeNull();
    const newest = await list(ana, id, { after: ids[3] });
    expect(newest.comments.map((one) => one.id)).toEqual(ids.slice(0, 3));
    expect(newest.pagination).toMatchObject({ previous: null, next: ids[2] });
    // Those that were above it may be deleted by the time that the list is fetched again.
    const first = await list(ana, id, { after: ids[0] });
    expect(first.comments.map((one) => one.id)).toEqual(ids.slice(0, 10));
    expect(first.pagination).toMatchObject({ previous: null, next: ids[9] });
    const replies = await writeMany(id, 20, ids[20] ?? null);
    const [thread] = (await list(ana, id, { around: replies[10] })).comments.filter((one) => one.id === ids[20]);
    expect(thread?.replies.map((one) => one.id)).toEqual(replies.slice(7, 14));
    expect(thread?.replies_cursors).toEqual({ earlier: replies[7], later: replies[13] });
    await maya.call(commentRoutes.mark, { params: { id: ids[20] as CommentId }, body: { pinned: true } });
    expect((await list(ana, id, { around: replies[10] })).pinned?.replies).toHaveLength(7);
    await remove(leo, ids[5] as CommentId);
    expect((await ana.refused(commentRoutes.list, { params: { id }, query: { around: ids[5] } })).code).toBe(410);
    expect(
      (await ana.refused(commentRoutes.list, { params: { id: (await publish()).id }, query: { around: ids[6] } })).code,
    ).toBe(410);
  });
});

test("a person's own comments are listed newest first, naming only the items that they may still see", async () => {
  const [open, closed] = [await publish(), await publish()];
  const pam = await testApp.person("pam");
  await add(pam, open.id, "On the open one");
  await add(pam, closed.id, "On the other");
  await deps.pool.query("update contents set visibility = 'private' where id = $1", [closed.id]);
  const mine = await pam.call(commentRoutes.mine);
  expect(mine).toMatchObject({
    comments: [
      { text: "On the other", content: null },
      { text: "On the open one", content: { id: open.id, type: "video", title: "Regatta" } },
    ],
    next: null,
  });
});
