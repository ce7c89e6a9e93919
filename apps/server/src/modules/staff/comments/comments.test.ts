import { auditRoutes } from "@app/contract/audit";
import { commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import { staffCommentRoutes } from "@app/contract/staff-comments";
import { expect, test } from "vitest";
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
  expect(await list("nobody_here")).toEqual([]);
  await mod.call(commentRuleRoutes.decide, { params: { id: held.id }, body: { decision: "approve" } });
  expect(await list()).toHaveLength(1);
  const [well] = (await list("fan")).filter(({ text }) => text === "Well rowed");
  await mod.call(commentRoutes.remove, { params: { id: well?.id ?? held.id } });
  await mod.call(commentRuleRoutes.force, { params: { id: maya.channelId }, body: { forced: true } });
  expect((await list())[0]?.channel.is_forced).toBe(true);
  const { entries } = await ada.call(auditRoutes.list);
  expect(entries.map(({ action }) => action)).toEqual([
    "comments.forced",
    "comment.deleted",
    "comment.approved",
    "held_words.changed",
  ]);
});
