import { auditRoutes } from "@app/contract/audit";
import { captionRoutes } from "@app/contract/captions";
import { commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import { cutRoutes } from "@app/contract/cuts";
import { notificationRoutes } from "@app/contract/notifications";
import { reportQueueRoutes } from "@app/contract/report-queue";
import { reportRoutes } from "@app/contract/reports";
import { STAFF_CONTENTS_MAX, staffContentRoutes } from "@app/contract/staff-contents";
import { describe, expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { hideContent } from "#modules/catalog/contents/moderate-contents.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { sendCaptions } from "#testing/captions.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { pool, sql } = testApp.deps;
const mod = await testApp.person("mod", { staffRole: "moderator" });
const ada = await testApp.person("ada", { staffRole: "admin" });
const maya = await testApp.person("maya", { plan: "Team" });
const fan = await testApp.person("fan");

const find = (query: Record<string, string> = {}) => mod.call(staffContentRoutes.list, { query });
const titles = async (query: Record<string, string>) => (await find(query)).contents.map(({ title }) => title);
const sees = async (id: string) => (await fan.send("GET", `/api/v1/content/${id}`)).status === 200;

describe("content, as staff see it", () => {
  test("can be found by title, channel, username and id, in every state", async () => {
    const cup = await testApp.publishes(maya, "Cup final 100%");
    await testApp.publishes(maya, "Broken", { state: "failed" });
    await testApp.publishes(maya, "Secret", { visibility: "private", type: "document" });
    for (const search of ["cup fin", "100%", cup.id]) expect(await titles({ search })).toEqual(["Cup final 100%"]);
    for (const search of ["@maya", "maya's chan", maya.channelId, maya.accountId])
      expect(await titles({ search })).toEqual(["Secret", "Broken", "Cup final 100%"]);
    expect(await titles({ filter: "failed" })).toEqual(["Broken"]);
    expect(await titles({ type: "document" })).toEqual(["Secret"]);
    const [broken] = (await find({ filter: "failed" })).contents;
    expect(broken).toMatchObject({ owner: { username: "maya" }, can: { hide: true, restore: false, reprocess: true } });
  });

  test("can be found among more of the same name than are listed, newest first", async () => {
    const club = await testApp.person("crowd", { plan: "Team" });
    await pool.query(
      `insert into contents (id, channel_id, type, title, category_id, visibility, state)
       select uuidv7(), $1, 'image', 'Warm-up ' || n, $2, 'public', 'ready' from generate_series(1, $3::int) n`,
      [club.channelId, testApp.categoryId, STAFF_CONTENTS_MAX],
    );
    await testApp.publishes(club, "Warm-up, broken", { state: "failed", type: "document" });
    for (const search of ["warm-up", "@crowd"]) {
      expect((await titles({ search }))[0]).toBe("Warm-up, broken");
      expect(await titles({ search, filter: "failed" })).toEqual(["Warm-up, broken"]);
      expect(await titles({ search, type: "document" })).toEqual(["Warm-up, broken"]);
    }
    await pool.query("delete from contents where channel_id = $1", [club.channelId]);
  });

  test("is hidden with a reason that its owner reads, stays hidden when its channel returns, and is restored", async () => {
    const { id } = await testApp.publishes(maya, "Fight");
    const act = { params: { id }, body: { reason: "It shows a fight" } };
    await Promise.all([mod.call(staffContentRoutes.hide, act), mod.call(staffContentRoutes.hide, act)]);
    expect(await sees(id)).toBe(false);
    const [told] = (await maya.call(notificationRoutes.list, { query: {} })).notifications;
    expect(JSON.stringify(told)).toContain("It shows a fight");
    expect((await find({ filter: "hidden" })).contents).toMatchObject([{ id, hidden: { reason: "It shows a fight" } }]);
    await hideChannelOf(sql, maya.accountId, "deactivation");
    await showChannelOf(sql, maya.accountId, "deactivation");
    expect(await sees(id)).toBe(false);
    await hideChannelOf(sql, maya.accountId, "deactivation");
    await mod.call(staffContentRoutes.restore, { params: { id }, body: { reason: "A training drill" } });
    expect(await sees(id)).toBe(false);
    const { notifications } = await maya.call(notificationRoutes.list, { query: {} });
    expect(JSON.stringify(notifications)).not.toContain("visible again");
    await showChannelOf(sql, maya.accountId, "deactivation");
    expect(await sees(id)).toBe(true);
    const { entries } = await ada.call(auditRoutes.list, { query: { search: id } });
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ["content.restored", "A training drill"],
      ["content.hidden", "It shows a fight"],
    ]);
  });

  test("is listed with the reason for which it is hidden now, and with none if reports hid it", async () => {
    const { id } = await testApp.publishes(maya, "Brawl");
    const params = { id };
    const reasons = async () => (await find({ search: id })).contents.map(({ hidden }) => hidden?.reason);
    await fan.call(reportRoutes.content, { params, body: { reason: "spam", text: "" } });
    const [reported] = (await mod.call(reportQueueRoutes.list, { query: { lane: "open" } })).cases;
    const removed = { decision: "remove" as const, reason: "Bought views" };
    await mod.call(reportQueueRoutes.decide, { params: { id: reported?.id ?? "" }, body: removed });
    expect(await reasons()).toEqual(["Bought views"]);
    await mod.call(contentRoutes.remove, { params });
    await mod.call(contentRoutes.undelete, { params });
    expect(await reasons()).toEqual(["Bought views"]);
    await mod.call(staffContentRoutes.restore, { params, body: { reason: "They were not" } });
    await inTransaction(sql, (tx) => hideContent(tx, id));
    expect(await reasons()).toEqual([null]);
    await mod.call(staffContentRoutes.restore, { params, body: { reason: "A drill" } });
    await mod.call(staffContentRoutes.hide, { params, body: { reason: "It shows a fight" } });
    expect(await reasons()).toEqual(["It shows a fight"]);
  });

  test("can be restored within 30 days of its deletion, and not later", async () => {
    const { id } = await testApp.publishes(maya, "Deleted");
    await maya.call(contentRoutes.remove, { params: { id }, body: {} });
    expect(await titles({ filter: "deleted" })).toEqual(["Deleted"]);
    const act = { params: { id }, body: { reason: "By mistake" } };
    await pool.query("update contents set deleted_at = now() - interval '31 days' where id = $1", [id]);
    expect((await mod.refused(staffContentRoutes.restore, act)).code).toBe(410);
    await pool.query("update contents set deleted_at = now() - interval '29 days' where id = $1", [id]);
    await mod.call(staffContentRoutes.restore, act);
    expect(await sees(id)).toBe(true);
  });
});

describe("what staff change on the page of somebody else's item", () => {
  test("is in the audit log, and what its owner changes is not", async () => {
    const { id } = await testApp.publishes(maya, "Rude title");
    const edit = (by: typeof maya, body: { title?: string; description?: string; comments_open?: boolean }) =>
      by.call(contentRoutes.update, { params: { id }, body });
    await edit(maya, { title: "Ruder title" });
    await edit(mod, { title: "A title", description: "A text", comments_open: false });
    await edit(mod, { title: "A title" });
    await mod.call(contentRoutes.remove, { params: { id } });
    await mod.call(contentRoutes.undelete, { params: { id } });
    await maya.call(contentRoutes.remove, { params: { id } });
    const { entries } = await ada.call(auditRoutes.list, { query: { search: id } });
    expect(entries.map(({ action }) => action)).toEqual(["content.restored", "content.deleted", "content.edited"]);
    expect(entries[2]).toMatchObject({ staff: { username: "mod" }, subject: { name: "A title" } });
    expect(entries[2]?.changes).toEqual([
      { field: "title", before: "Ruder title", after: "A title" },
      { field: "comments_open", before: "yes", after: "no" },
      { field: "description", before: null, after: "a new text" },
    ]);
  });

  test("so are the rules for its comments", async () => {
    const { id } = await testApp.publishes(maya, "Spammed");
    for (const by of [maya, mod])
      await by.call(commentRuleRoutes.chooseForItem, { params: { id }, body: { holds_links: true, words: ["spam"] } });
    const { entries } = await ada.call(auditRoutes.list, { query: { search: id } });
    expect(entries).toMatchObject([{ action: "content.edited", staff: { username: "mod" } }]);
    expect(entries[0]?.changes).toEqual([
      { field: "words", before: null, after: "spam" },
      { field: "holds_links", before: null, after: "yes" },
    ]);
  });

  test("so is what they do with its captions and its trim", async () => {
    const { id } = await testApp.video(maya, "Spoken");
    const open = { params: { id } };
    const trimAs = (by: typeof maya, from_s: number) =>
      by.call(cutRoutes.setTrim, { ...open, body: { from_s, to_s: 2 } });
    await sendCaptions(maya, id, "WEBVTT\n\n00:00.000 --> 00:01.000\nInsults\n");
    await trimAs(maya, 0.5);
    await maya.call(cutRoutes.undoTrim, open);
    await sendCaptions(mod, id, "WEBVTT\n\n00:00.000 --> 00:01.000\n[…]\n");
    await mod.call(captionRoutes.remove, { params: { id, language: "en" } });
    await trimAs(mod, 1);
    await testApp.settle();
    await mod.call(cutRoutes.undoTrim, open);
    const { entries } = await ada.call(auditRoutes.list, { query: { search: id } });
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      ["content.edited", [{ field: "trim", before: null, after: "the whole video" }]],
      ["content.edited", [{ field: "trim", before: "0 s to 2 s", after: "1 s to 2 s" }]],
      ["content.edited", [{ field: "captions", before: null, after: "deleted: English" }]],
      ["content.edited", [{ field: "captions", before: null, after: "saved: English" }]],
    ]);
  });

  test("so is a comment that they delete, once, but not one that its author deletes", async () => {
    const { id } = await testApp.publishes(maya, "Talked about");
    const say = async (text: string) => (await fan.call(commentRoutes.add, { params: { id }, body: { text } })).id;
    const [rude, own, atHome] = [await say("Insults"), await say("Mistake"), await say("Off topic")];
    await mod.call(commentRoutes.remove, { params: { id: rude } });
    expect((await mod.refused(commentRoutes.remove, { params: { id: rude } })).code).toBe(404);
    await fan.call(commentRoutes.remove, { params: { id: own } });
    await maya.call(commentRoutes.remove, { params: { id: atHome } });
    const { entries } = await ada.call(auditRoutes.list, { query: { action: "comment.deleted" } });
    expect(entries.map(({ subject, staff }) => [subject.id, staff?.username])).toEqual([[rude, "mod"]]);
  });
});
