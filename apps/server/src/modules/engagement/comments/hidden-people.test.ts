import { COMMENT_RULES_MESSAGES, commentRuleRoutes, HIDDEN_PEOPLE_MAX } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import type { CommentId, ContentId } from "@app/contract/ids";
import { expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { flushCommentCounts } from "./comment-counts.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const leo = await testApp.person("leo");

const DEFAULTS = {
  opens_comments: true,
  holds_links: false,
  holds_first: false,
  holds_everything: false,
  slow_mode_s: 0 as const,
};
const join = ({ channelId }: TestPerson, member: TestPerson, role: "manager" | "uploader") =>
  deps.pool.query("insert into channel_members (channel_id, account_id, role) values ($1, $2, $3)", [
    channelId,
    member.accountId,
    role,
  ]);
const add = (person: TestPerson, id: ContentId, text: string, parent_id: CommentId | null = null) =>
  person.call(commentRoutes.add, { params: { id }, body: { text, parent_id } });
const list = (person: TestPerson, id: ContentId) => person.call(commentRoutes.list, { params: { id } });
const seen = async (person: TestPerson, id: ContentId) => (await list(person, id)).comments.map(({ text }) => text);

test("a hidden person's comments are visible only to them, without their knowing; unhiding shows all but the held ones", async () => {
  const maya = await testApp.person("maya1", { plan: "Individual" });
  const { id } = await testApp.publishes(maya, "Regatta");
  const [rude, fan] = [await testApp.person("rude"), await testApp.person("fan2")];
  const first = await add(rude, id, "One");
  await maya.call(commentRuleRoutes.choose, { body: { ...DEFAULTS, words: ["two"] } });
  await add(rude, id, "Two");
  const hide = (person: TestPerson, of: CommentId) => person.call(commentRuleRoutes.hidePerson, { params: { id: of } });
  expect((await fan.refused(commentRuleRoutes.hidePerson, { params: { id: first.id } })).code).toBe(404);
  await hide(maya, first.id);
  await hide(maya, first.id);
  const third = await add(rude, id, "Three");
  expect(third).toMatchObject({ is_held: false, can: { reply: true, edit: true } });
  const reply = await add(rude, id, "And a reply", first.id);
  expect(reply).toMatchObject({ parent_id: first.id, can: { reply: true } });
  await flushCommentCounts(deps);
  const { total, comments, pagination } = await list(rude, id);
  expect([total, pagination.total]).toEqual([4, 3]);
  expect(comments.map(({ text, replies }) => [text, replies.length])).toEqual([
    ["Three", 0],
    ["Two", 0],
    ["One", 1],
  ]);
  for (const other of [fan, maya])
    expect(await list(other, id)).toMatchObject({ total: 0, comments: [], pagination: { total: 0 } });
  expect((await maya.call(commentRuleRoutes.held)).total).toBe(0);
  const [hidden] = await maya.call(commentRuleRoutes.hiddenPeople);
  expect(hidden).toMatchObject({ id: rude.accountId, username: "rude" });
  expect(await rude.call(commentRuleRoutes.hiddenPeople)).toEqual([]);
  await maya.call(commentRuleRoutes.showPerson, { params: { id: rude.accountId } });
  expect((await maya.refused(commentRuleRoutes.showPerson, { params: { id: rude.accountId } })).code).toBe(404);
  await flushCommentCounts(deps);
  expect(await seen(fan, id)).toEqual(["Three", "One"]);
  expect((await maya.call(commentRuleRoutes.held)).total).toBe(1);
  expect((await list(fan, id)).total).toBe(3);
});

test("nobody can hide the owner of a channel, its managers or staff from it; they can hide an uploader", async () => {
  const maya = await testApp.person("rowers", { plan: "Team" });
  const mod = await testApp.person("moderating", { staffRole: "moderator" });
  const [boss, coach, crew] = [
    await testApp.person("boss"),
    await testApp.person("coach"),
    await testApp.person("crew"),
  ];
  await join(maya, boss, "manager");
  await join(maya, coach, "manager");
  await join(maya, crew, "uploader");
  const { id } = await testApp.publishes(maya, "Regatta");
  for (const person of [maya, coach, mod]) {
    const { id: comment } = await add(person, id, "Well rowed");
    expect((await boss.refused(commentRuleRoutes.hidePerson, { params: { id: comment } })).code).toBe(404);
  }
  const { id: ofCrew } = await add(crew, id, "Well rowed");
  const { comments } = await list(boss, id);
  expect(comments.map(({ can }) => can.hide_author)).toEqual([true, false, false, false]);
  await boss.call(commentRuleRoutes.hidePerson, { params: { id: ofCrew } });
  expect(await seen(boss, id)).toHaveLength(3);
});

test("a channel can hide so many people that all of them are listed, and nobody beyond", async () => {
  const maya = await testApp.person("maya2", { plan: "Individual" });
  const { id } = await testApp.publishes(maya, "Regatta");
  const [one, two] = [await add(await testApp.person("rude1"), id, "One"), await add(leo, id, "Two")];
  await deps.pool.query(
    `with people as (
       insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
       select gen_random_uuid(), 'General User', name, name, name, name, ''
       from (select 'bot' || n as name from generate_series(2, $2::int) n) named returning id, username
     ), channels as (
       insert into channels (id, owner_id, name) select gen_random_uuid(), id, username from people
     ) insert into comment_hidden_people (channel_id, account_id) select $1, id from people`,
    [maya.channelId, HIDDEN_PEOPLE_MAX],
  );
  const [first, second] = [{ params: { id: one.id } }, { params: { id: two.id } }];
  for (let time = 0; time < 2; time++) await maya.call(commentRuleRoutes.hidePerson, first);
  const people = await maya.call(commentRuleRoutes.hiddenPeople);
  expect(people).toHaveLength(HIDDEN_PEOPLE_MAX);
  const { code, message } = await maya.refused(commentRuleRoutes.hidePerson, second);
  expect([code, message]).toEqual([409, COMMENT_RULES_MESSAGES.tooManyHidden]);
  expect(await seen(maya, id)).toEqual(["Two"]);
  await maya.call(commentRuleRoutes.showPerson, { params: { id: people.at(-1)?.id ?? leo.accountId } });
  await maya.call(commentRuleRoutes.hidePerson, second);
  expect(await seen(maya, id)).toEqual([]);
});
