import { commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import type { CommentId, ContentId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
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
const mark = (person: TestPerson, of: CommentId, body: { hearted?: boolean; pinned?: boolean }) =>
  person.call(commentRoutes.mark, { params: { id: of }, body });
const edit = (person: TestPerson, of: CommentId, text: string) =>
  person.call(commentRoutes.edit, { params: { id: of }, body: { text } });

test("only the owner can heart comments and pin one, which comes first in both orders", async () => {
  const [one, two] = [await add(leo, "One"), await add(ana, "Two")];
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

test("a comment that its author rewrites loses pin and heart, of which no notification speaks any more", async () => {
  const fan = await testApp.person("fan");
  const hearts = async () =>
    (await fan.call(notificationRoutes.list)).notifications.filter((one) => one.notification_message.includes("heart"));
  const nice = await add(fan, "Well rowed");
  await mark(maya, nice.id, { pinned: true, hearted: true });
  expect(await hearts()).toHaveLength(1);
  const marks = { is_pinned: true, is_hearted: true };
  expect(await edit(fan, nice.id, "Well rowed")).toMatchObject(marks);
  expect(await edit(fan, nice.id, "Buy my oars")).toMatchObject({ is_pinned: false, is_hearted: false });
  expect(await hearts()).toEqual([]);
  const page = await list(ana);
  expect([page.pinned, textsOf(page)]).toEqual([null, ["Buy my oars"]]);
});

test("those who moderate the item rewrite their own comments with pin and heart", async () => {
  const staff = await testApp.person("staff", { staffRole: "moderator" });
  for (const person of [maya, staff]) {
    const own = await add(person, "Start at nine");
    await mark(maya, own.id, { pinned: true, hearted: true });
    expect(await edit(person, own.id, "Start at ten")).toMatchObject({ is_pinned: true, is_hearted: true });
  }
});

test("a pinned comment whose edit is held gives its place up, also with replies and the same words", async () => {
  const [one, two] = [await add(leo, "Odd race"), await add(ana, "See oars.com")];
  await add(ana, "Why?", one.id);
  await mark(maya, two.id, { hearted: true });
  await maya.call(commentRuleRoutes.chooseForItem, { params: { id }, body: { holds_links: true, words: ["dull"] } });
  await flushCommentCounts(deps);
  for (const { id: pinned, author, text } of [
    { id: one.id, author: leo, text: "Dull race" },
    { id: two.id, author: ana, text: "See oars.com" },
  ]) {
    await mark(maya, pinned, { pinned: true });
    expect(await edit(author, pinned, text)).toMatchObject({ is_held: true, is_pinned: false });
    expect((await list(maya)).pinned).toBeNull();
  }
  expect((await list(ana)).comments).toMatchObject([
    { text: "See oars.com", is_held: true, is_hearted: true },
    { text: null, replies: [{ text: "Why?" }] },
  ]);
});
