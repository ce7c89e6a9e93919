import { CHANNEL_HEADER } from "@app/contract/channel-roles";
import { COMMENT_RULES_MESSAGES, type CommentSettings, commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import type { CommentId, ContentId } from "@app/contract/ids";
import { staffCommentRoutes } from "@app/contract/staff-comments";
import { expect, test } from "vitest";
import { createCaller } from "#testing/caller.ts";
import { joinLive } from "#testing/live-client.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { flushCommentCounts } from "./comment-counts.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const leo = await testApp.person("leo");
let owners = 0;

const DEFAULTS = {
  opens_comments: true,
  holds_links: false,
  holds_first: false,
  holds_everything: false,
  slow_mode_s: 0 as const,
  words: [] as string[],
};
const ITEM_DEFAULTS = {
  holds_links: false,
  holds_first: false,
  holds_everything: false,
  slow_mode_s: null,
  words: [] as string[],
};
const join = ({ channelId }: TestPerson, member: TestPerson, role: "manager" | "uploader") =>
  deps.pool.query("insert into channel_members (channel_id, account_id, role) values ($1, $2, $3)", [
    channelId,
    member.accountId,
    role,
  ]);

const owner = () => testApp.person(`owner${++owners}`, { plan: "Individual" });
const choose = (
  person: TestPerson,
  more: Partial<Omit<typeof DEFAULTS, "slow_mode_s">> & { slow_mode_s?: 0 | 10 | 60 },
) => person.call(commentRuleRoutes.choose, { body: { ...DEFAULTS, ...more } });
const add = (person: TestPerson, id: ContentId, text: string) =>
  person.call(commentRoutes.add, { params: { id }, body: { text } });
const seen = async (person: TestPerson, id: ContentId) =>
  (await person.call(commentRoutes.list, { params: { id } })).comments.map(({ text }) => text);
const decide = (person: TestPerson, id: CommentId, decision: "approve" | "remove") =>
  person.call(commentRuleRoutes.decide, { params: { id }, body: { decision } });

async function beYoung(person: TestPerson, years: number): Promise<void> {
  await deps.pool.query(
    `update accounts set date_of_birth = (now() at time zone 'Etc/GMT+12')::date - make_interval(years => $2), birth_precision = 'day'
     where id = $1`,
    [person.accountId, years],
  );
}

test("a held comment is visible to its author, waits in the owner's queue, and appears or is deleted as the owner decides", async () => {
  const maya = await owner();
  const { id } = await testApp.publishes(maya, "Regatta");
  await choose(maya, { words: ["boring"], holds_links: true });
  const [word, link] = [await add(leo, id, "So boring"), await add(leo, id, "See spam.com")];
  expect([word.is_held, link.is_held]).toEqual([true, true]);
  await add(leo, id, "Great race");
  const fan = await testApp.person("fan");
  await flushCommentCounts(deps);
  expect(await seen(leo, id)).toEqual(["Great race", "See spam.com", "So boring"]);
  expect(await seen(fan, id)).toEqual(["Great race"]);
  expect(await seen(maya, id)).toEqual(["Great race"]);
  const queue = await maya.call(commentRuleRoutes.held);
  expect(queue).toMatchObject({
    comments: [
      {
        reason: "word",
        content: { id, title: "Regatta" },
        comment: { text: "So boring", author: { username: "leo" } },
      },
      { reason: "link", comment: { text: "See spam.com" } },
    ],
    total: 2,
    next: null,
  });
  expect((await leo.call(commentRuleRoutes.held)).comments).toEqual([]);
  expect(
    (await leo.refused(commentRuleRoutes.decide, { params: { id: word.id }, body: { decision: "approve" } })).code,
  ).toBe(404);
  await Promise.all([decide(maya, link.id, "approve"), decide(maya, link.id, "approve")]);
  await decide(maya, word.id, "remove");
  await flushCommentCounts(deps);
  expect(await seen(fan, id)).toEqual(["Great race", "See spam.com"]);
  expect(await seen(leo, id)).toEqual(["Great race", "See spam.com"]);
  expect((await maya.call(commentRuleRoutes.held)).total).toBe(0);
});

test("a held comment that its author changed after it was read is not approved, but may be deleted", async () => {
  const maya = await owner();
  const staff = await testApp.person("reader", { staffRole: "moderator" });
  const { id } = await testApp.publishes(maya, "Regatta");
  await choose(maya, { words: ["boring"] });
  const held = await add(leo, id, "Nice, not boring");
  const [read] = (await maya.call(commentRuleRoutes.held)).comments;
  const text = read?.comment.text ?? "";
  await leo.call(commentRoutes.edit, { params: { id: held.id }, body: { text: "Boring, see spam.com" } });
  const approval = (shown: string) => ({
    params: { id: held.id },
    body: { decision: "approve" as const, text: shown },
  });
  for (const person of [maya, staff]) {
    const { code, message } = await person.refused(commentRuleRoutes.decide, approval(text));
    expect([code, message]).toEqual([409, COMMENT_RULES_MESSAGES.textChanged]);
  }
  expect((await maya.call(commentRuleRoutes.held)).total).toBe(1);
  await maya.call(commentRuleRoutes.decide, approval("Boring, see spam.com"));
  expect(await seen(maya, id)).toEqual(["Boring, see spam.com"]);
  const other = await add(leo, id, "So boring");
  await leo.call(commentRoutes.edit, { params: { id: other.id }, body: { text: "Too boring" } });
  const removal = { decision: "remove" as const, text: "So boring" };
  await maya.call(commentRuleRoutes.decide, { params: { id: other.id }, body: removal });
  expect((await maya.call(commentRuleRoutes.held)).total).toBe(0);
});

test("an uploader reads whether new items start with comments allowed, and no other setting", async () => {
  const [club, uploader] = [await testApp.person("senders", { plan: "Team" }), await testApp.person("sender")];
  await join(club, uploader, "uploader");
  const forClub = createCaller(testApp.origin, uploader.token, { [CHANNEL_HEADER]: club.channelId });
  expect(await forClub.call(commentRuleRoutes.default)).toEqual({ opens_comments: true });
  await choose(club, { opens_comments: false });
  expect(await forClub.call(commentRuleRoutes.default)).toEqual({ opens_comments: false });
  expect((await forClub.refused(commentRuleRoutes.settings)).code).toBe(404);
});

test("only open pages of a channel's moderators and of the author receive events when a comment is held or decided", async () => {
  const maya = await testApp.person("club", { plan: "Team" });
  const [manager, uploader] = [await testApp.person("manager"), await testApp.person("uploader")];
  await join(maya, manager, "manager");
  await join(maya, uploader, "uploader");
  const { id } = await testApp.publishes(maya, "Regatta");
  await choose(maya, { words: ["boring"] });
  const [queue, managed, own, other] = await Promise.all(
    [maya, manager, leo, uploader].map(async (person) => {
      const page = await joinLive(testApp.origin, person, person.accountId, { origin: deps.config.publicUrl });
      await page.next("pusher_internal:subscription_succeeded");
      return page;
    }),
  );
  const hear = async () => {
    for (const page of [queue, managed, own]) await page?.next("held_comments.changed");
  };
  const held = await add(leo, id, "So boring");
  await hear();
  await decide(maya, held.id, "approve");
  await hear();
  const edited = await leo.call(commentRoutes.edit, { params: { id: held.id }, body: { text: "Boring again" } });
  expect(edited.is_held).toBe(true);
  await hear();
  await leo.call(commentRoutes.remove, { params: { id: held.id } });
  await hear();
  const refused = await add(leo, id, "Boring once more");
  await hear();
  await decide(maya, refused.id, "remove");
  await hear();
  const mod = await testApp.person("mod", { staffRole: "moderator" });
  const insult = await add(leo, id, "A boring insult");
  await hear();
  for (const act of ["hide", "restore", "remove", "restore"] as const) {
    await mod.call(staffCommentRoutes[act], { params: { id: insult.id }, body: { reason: "Insults" } });
    await hear();
  }
  expect(other?.frames.filter(({ event }) => event === "held_comments.changed")).toEqual([]);
});

test("words, links and first comments can be held on one item alone", async () => {
  const [maya, fan] = [await owner(), await testApp.person("item.fan")];
  const [strict, free] = [await testApp.publishes(maya, "Final"), await testApp.publishes(maya, "Heats")];
  const body = { ...ITEM_DEFAULTS, holds_links: true, holds_first: true, words: ["doped"] };
  const saved = await maya.call(commentRuleRoutes.chooseForItem, { params: { id: strict.id }, body });
  expect(saved).toEqual(body);
  expect(await maya.call(commentRuleRoutes.itemSettings, { params: { id: strict.id } })).toEqual(body);
  expect((await add(fan, strict.id, "My first comment")).is_held).toBe(true);
  expect((await add(fan, free.id, "Doped, see spam.com")).is_held).toBe(false);
  for (const text of ["They are doped", "See spam.com"]) expect((await add(fan, strict.id, text)).is_held).toBe(true);
  expect((await add(fan, strict.id, "Not my first comment")).is_held).toBe(false);
  const { comments } = await maya.call(commentRuleRoutes.held);
  expect(comments.map(({ reason }) => reason)).toEqual(["first", "word", "link"]);
});

test("changing one setting of an item leaves those that another tab changed meanwhile", async () => {
  const maya = await owner();
  const { id } = await testApp.publishes(maya, "Final");
  const change = (body: Partial<Omit<typeof ITEM_DEFAULTS, "slow_mode_s">> & { slow_mode_s?: 30 }) =>
    maya.call(commentRuleRoutes.chooseForItem, { params: { id }, body });
  await Promise.all([change({ words: ["doped"] }), change({ holds_links: true }), change({ slow_mode_s: 30 })]);
  expect(await change({})).toEqual({ ...ITEM_DEFAULTS, holds_links: true, slow_mode_s: 30, words: ["doped"] });
});

test("changing one setting of a channel leaves those that somebody else changed meanwhile, and those that go by age", async () => {
  const maya = await owner();
  await beYoung(maya, 17);
  const change = (body: Partial<Omit<typeof DEFAULTS, "slow_mode_s">> & { slow_mode_s?: 30 }) =>
    maya.call(commentRuleRoutes.choose, { body });
  await Promise.all([change({ words: ["doped"] }), change({ opens_comments: false }), change({ slow_mode_s: 30 })]);
  const chosen = { ...DEFAULTS, opens_comments: false, slow_mode_s: 30, words: ["doped"], is_forced: false };
  expect(await change({})).toEqual({ ...chosen, holds_links: true, holds_first: true });
  await beYoung(maya, 18);
  expect(await change({})).toEqual(chosen);
});

test("an edit that adds something held is held too", async () => {
  const maya = await owner();
  const { id } = await testApp.publishes(maya, "Regatta");
  await choose(maya, { holds_links: true });
  const written = await add(leo, id, "Nice");
  const edit = (text: string) => leo.call(commentRoutes.edit, { params: { id: written.id }, body: { text } });
  expect(await edit("Nice https://spam.test")).toMatchObject({ is_held: true });
  expect(await seen(maya, id)).toEqual([]);
  expect(await edit("Nice indeed")).toMatchObject({ is_held: false });
  expect(await seen(maya, id)).toEqual(["Nice indeed"]);
});

test("replies stay below a comment that is held or whose author is hidden, of which others see only its place", async () => {
  const maya = await owner();
  const { id } = await testApp.publishes(maya, "Regatta");
  await choose(maya, { holds_links: true });
  const [ann, ben] = [await testApp.person("ann.t"), await testApp.person("ben.t")];
  const root = await add(ann, id, "Who won?");
  const answer = { text: "Hull won", parent_id: root.id };
  const reply = await ben.call(commentRoutes.add, { params: { id }, body: answer });
  const edit = (text: string) => ann.call(commentRoutes.edit, { params: { id: root.id }, body: { text } });
  const around = (one: CommentId) => ({ params: { id }, query: { around: one } });
  const expectPlace = async () => {
    await flushCommentCounts(deps);
    for (const person of [ben, maya, leo]) {
      const { total, comments } = await person.call(commentRoutes.list, { params: { id } });
      expect([total, comments]).toMatchObject([
        1,
        [{ text: null, author: null, mentions: [], is_held: false, replies: [{ text: "Hull won" }] }],
      ]);
      expect(Object.values(comments[0]?.can ?? {})).not.toContain(true);
    }
    expect((await ben.call(commentRoutes.list, around(reply.id))).comments).toHaveLength(1);
    expect((await ben.refused(commentRoutes.list, around(root.id))).code).toBe(410);
    expect((await ben.refused(commentRoutes.add, { params: { id }, body: answer })).code).toBe(410);
  };
  await edit("Who won? https://example.com");
  await expectPlace();
  expect((await maya.call(commentRuleRoutes.held)).comments).toMatchObject([
    { comment: { text: "Who won? https://example.com" } },
  ]);
  await edit("Who won, then?");
  expect(await seen(leo, id)).toEqual(["Who won, then?"]);
  await maya.call(commentRuleRoutes.hidePerson, { params: { id: root.id } });
  await expectPlace();
  expect(await seen(ann, id)).toEqual(["Who won, then?"]);
});

test("links and first comments are held from the start for an owner below 18, who may choose otherwise", async () => {
  const [young, grown] = [await owner(), await owner()];
  await beYoung(young, 17);
  await beYoung(grown, 18);
  const { id } = await testApp.publishes(young, "Heats");
  const kim = await testApp.person("kim");
  const first = await add(kim, id, "Hello");
  expect(first.is_held).toBe(true);
  await decide(young, first.id, "approve");
  expect((await add(kim, id, "Hello again")).is_held).toBe(false);
  expect((await add(kim, id, "Write to me on www.kim.test")).is_held).toBe(true);
  expect(await young.call(commentRuleRoutes.settings)).toMatchObject({ holds_links: true, holds_first: true });
  await choose(young, {});
  expect((await add(kim, id, "Or on www.kim2.test")).is_held).toBe(false);
  const other = await testApp.publishes(grown, "Finals");
  expect((await add(kim, other.id, "Hello")).is_held).toBe(false);
  // The owner's own comments are never held.
  await choose(young, { holds_everything: true });
  expect((await add(young, id, "Thanks")).is_held).toBe(false);
});

test("the owner can hold everything on one item; staff can on a channel, and can hold a word everywhere", async () => {
  const maya = await owner();
  const [strict, free] = [await testApp.publishes(maya, "A"), await testApp.publishes(maya, "B")];
  const body = { ...ITEM_DEFAULTS, holds_everything: true };
  await maya.call(commentRuleRoutes.chooseForItem, { params: { id: strict.id }, body });
  expect(await maya.call(commentRuleRoutes.itemSettings, { params: { id: strict.id } })).toEqual(body);
  expect((await add(leo, strict.id, "Held?")).is_held).toBe(true);
  expect((await add(leo, free.id, "Held?")).is_held).toBe(false);
  const staff = await testApp.person("sta", { staffRole: "moderator" }).then((one) => one.onAnotherDevice());
  await staff.call(commentRuleRoutes.chooseStaffWords, { body: { words: ["Slur", "Slur", " "].slice(0, 2) } });
  expect(await staff.call(commentRuleRoutes.staffWords)).toEqual(["Slur"]);
  expect((await add(leo, free.id, "a slur")).is_held).toBe(true);
  await staff.call(commentRuleRoutes.force, { params: { id: maya.channelId }, body: { forced: true } });
  await choose(maya, { holds_everything: false });
  expect((await add(leo, free.id, "And now?")).is_held).toBe(true);
  expect((await maya.call(commentRuleRoutes.settings)).is_forced).toBe(true);
  await staff.call(commentRuleRoutes.force, { params: { id: maya.channelId }, body: { forced: false } });
  expect((await add(leo, free.id, "And now again?")).is_held).toBe(false);
  await staff.call(commentRuleRoutes.chooseStaffWords, { body: { words: [] } });
});

test("of two members of the staff who change the words at the same moment, one is asked to look again", async () => {
  const [one, other] = [
    await testApp.person("words1", { staffRole: "moderator" }),
    await testApp.person("words2", { staffRole: "moderator" }),
  ];
  const save = async (by: TestPerson, words: string[], before?: string[]) => {
    const { status, text } = await by.send("PUT", "/api/v1/held-words", { body: { words, before } });
    return [status, JSON.parse(text).message];
  };
  const before = ["Zebra", "apple"];
  const refused = [409, COMMENT_RULES_MESSAGES.wordsChanged];
  expect(await save(one, before)).toEqual([200, expect.anything()]);
  const both = await Promise.all([save(one, ["spam"], before), save(other, ["spam", "scam"], before)]);
  expect(both.toSorted()).toEqual([[200, expect.anything()], refused]);
  expect(await save(one, [], before)).toEqual(refused);
  for (const [status] of await Promise.all([save(one, ["spam"]), save(other, ["spam"])])) expect(status).toBe(200);
  expect(await one.call(commentRuleRoutes.staffWords)).toEqual(["spam"]);
  expect(await save(one, [], ["spam"])).toEqual([200, expect.anything()]);
});

test("slow mode makes everybody wait but those who moderate the item, whom it does not tell to; the item's setting overrides the channel's", async () => {
  const maya = await testApp.person("slow.club", { plan: "Team" });
  const [manager, staff] = [
    await testApp.person("slow.manager"),
    await testApp.person("slow.staff", { staffRole: "moderator" }),
  ];
  await join(maya, manager, "manager");
  const { id } = await testApp.publishes(maya, "Regatta");
  await choose(maya, { slow_mode_s: 60 });
  await add(leo, id, "One");
  const refused = await leo.refused(commentRoutes.add, { params: { id }, body: { text: "Two" } });
  expect(refused).toMatchObject({ code: 429 });
  expect(refused.message).toMatch(/^Slow mode is on\. You can comment again in [3-6]\d seconds\.$/);
  expect((await leo.call(commentRoutes.list, { params: { id } })).rules).toEqual({ is_open: true, slow_mode_s: 60 });
  for (const person of [maya, manager, staff]) {
    const { rules } = await person.call(commentRoutes.list, { params: { id } });
    expect(rules).toEqual({ is_open: true, slow_mode_s: 0 });
    await add(person, id, "Mine");
    await add(person, id, "Mine too");
  }
  const body = { ...ITEM_DEFAULTS, slow_mode_s: 0 as const };
  await maya.call(commentRuleRoutes.chooseForItem, { params: { id }, body });
  await add(leo, id, "Two");
});

test("an owner's settings are validated", async () => {
  const maya = await owner();
  const send = (more: object) => maya.send("PUT", "/api/v1/comment-settings", { body: { ...DEFAULTS, ...more } });
  for (const wrong of [{ slow_mode_s: 7 }, { words: [" "] }, { words: ["x".repeat(61)] }, { is_forced: false }])
    expect((await send(wrong)).status).toBe(422);
  const saved: CommentSettings = JSON.parse((await send({ words: [" a  word ", "b", "b"] })).text).data;
  expect(saved.words).toEqual(["a  word", "b"]);
});
