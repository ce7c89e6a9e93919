import { commentRoutes } from "@app/contract/comments";
import type { CommentId, ContentId } from "@app/contract/ids";
import { beforeEach, expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { flushCommentCounts } from "./comment-counts.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const leo = await testApp.person("leo");
const ana = await testApp.person("ana");
let id: ContentId;
beforeEach(async () => {
  ({ id } = await testApp.publishes(maya, "Regatta"));
});

const add = (person: TestPerson, text: string, parent_id: CommentId | null = null) =>
  person.call(commentRoutes.add, { params: { id }, body: { text, parent_id } });
const list = (person: TestPerson, query = {}) => person.call(commentRoutes.list, { params: { id }, query });
const textsOf = (page: { comments: readonly { text: string | null }[] }) => page.comments.map(({ text }) => text);
const react = (person: TestPerson, comment: CommentId, liked = true) =>
  person.call(commentRoutes.react, { params: { id: comment }, body: { liked } });

test("a like shows at once, counts once however often somebody clicks, and moves a comment up in Top", async () => {
  const [low, high] = [await add(leo, "Low"), await add(ana, "High")];
  expect(await react(leo, low.id)).toEqual({ liked: true, count: 1 });
  await Promise.all(Array.from({ length: 50 }, () => react(ana, low.id)));
  expect(await react(ana, low.id)).toEqual({ liked: true, count: 2 });
  await flushCommentCounts(deps);
  expect(textsOf(await list(leo, { order: "top" }))).toEqual(["Low", "High"]);
  expect((await list(leo, { order: "top" })).comments[0]).toMatchObject({ liked: true, total_likes: 2 });
  await maya.call(commentRoutes.mark, { params: { id: high.id }, body: { hearted: true } });
  expect(textsOf(await list(leo, { order: "top" }))).toEqual(["High", "Low"]);
  expect(await react(ana, low.id, false)).toEqual({ liked: false, count: 1 });
  expect(await react(ana, low.id, false)).toEqual({ liked: false, count: 1 });
  await Promise.all([flushCommentCounts(deps), flushCommentCounts(deps)]);
  expect(await react(leo, low.id, true)).toEqual({ liked: true, count: 1 });
});

test("only the owner can heart comments and pin one, which comes first in both orders", async () => {
  const [one, two] = [await add(leo, "One"), await add(ana, "Two")];
  const mark = (person: TestPerson, of: CommentId, body: { hearted?: boolean; pinned?: boolean }) =>
    person.call(commentRoutes.mark, { params: { id: of }, body });
  await mark(maya, one.id, { pinned: true });
  await Promise.all([mark(maya, one.id, { pinned: true }), mark(maya, two.id, { pinned: true })]);
  await mark(maya, one.id, { pinned: true, hearted: true });
  const page = await list(leo);
  expect([page.pinned?.text, textsOf(page)]).toEqual(["One", ["Two"]]);
  expect(page.pinned?.is_hearted).toBe(true);
  expect((await list(leo, { order: "top" })).pinned?.text).toBe("One");
  expect(await mark(maya, one.id, { pinned: false, hearted: false })).toMatchObject({
    is_pinned: false,
    is_hearted: false,
  });
  for (const other of [leo, ana])
    expect((await other.refused(commentRoutes.mark, { params: { id: one.id }, body: { pinned: true } })).code).toBe(
      404,
    );
  const reply = await add(leo, "A reply", one.id);
  expect((await maya.refused(commentRoutes.mark, { params: { id: reply.id }, body: { pinned: true } })).code).toBe(404);
});
