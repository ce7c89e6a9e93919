import { channelRoutes } from "@app/contract/channels";
import { commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import type { CommentId, ContentId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { QUEUE_MESSAGES, reportQueueRoutes } from "@app/contract/report-queue";
import { REPORT_MESSAGES, reportRoutes } from "@app/contract/reports";
import { beforeEach, describe, expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/index.ts";
import { purgeDeleted } from "#modules/engagement/comments/write-comments.sql.ts";
import type { TestPerson } from "#testing/people.ts";
import { queueOf } from "#testing/report-queue.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const staff = await testApp.person("sam", { staffRole: "moderator" });
const second = await testApp.person("sue", { staffRole: "moderator" });
const { queue, firstCase, decide } = queueOf(staff);
const { decideAppeal } = queueOf(second);
let people = 0;
let [maya, leo] = [{} as TestPerson, {} as TestPerson];
let id: ContentId;

beforeEach(async () => {
  people += 1;
  await deps.pool.query("delete from report_cases");
  maya = await testApp.person(`maya${people}`, { plan: "Individual" });
  leo = await testApp.person(`leo${people}`);
  ({ id } = await testApp.publishes(maya, "Regatta"));
});

const reportItem = () => leo.call(reportRoutes.content, { params: { id }, body: { reason: "spam", text: "" } });
const comment = async (text: string) => (await maya.call(commentRoutes.add, { params: { id }, body: { text } })).id;
const reportComment = (of: CommentId) =>
  leo.call(reportRoutes.comment, { params: { id: of }, body: { reason: "harassment" } });
const isShown = async () => (await leo.send("GET", `/api/v1/content/${id}`)).status === 200;

describe("an owner appeals", () => {
  async function removed(): Promise<string> {
    await reportItem();
    const { id: caseId } = await firstCase();
    await decide(caseId, "remove");
    return caseId;
  }
  const appeal = (caseId: string, by = maya) =>
    by.call(reportRoutes.appeal, { params: { id: caseId }, body: { text: "It is my own film" } });

  test("once, and a different member of staff reverses the decision", async () => {
    const caseId = await removed();
    await appeal(caseId);
    const again = await maya.refused(reportRoutes.appeal, { params: { id: caseId }, body: { text: "Please" } });
    expect([again.code, again.message]).toEqual([409, REPORT_MESSAGES.appealedBefore]);
    const found = await firstCase("appeals");
    expect(found).toMatchObject({
      appeal: { text: "It is my own film" },
      why_not: "own_decision",
      can: { decide: false, decide_appeal: false },
    });
    expect((await queueOf(second).firstCase("appeals")).why_not).toBeNull();

    const body = { decision: "uphold" as const, reason: "I was right" };
    const own = await staff.refused(reportQueueRoutes.decideAppeal, { params: { id: caseId }, body });
    expect([own.code, own.message]).toEqual([409, QUEUE_MESSAGES.ownDecision]);
    await decideAppeal(caseId, "overturn");
    expect(await isShown()).toBe(true);
    expect((await maya.call(reportRoutes.decisions)).decisions).toMatchObject([
      { appeal: { outcome: "overturn", reason: "Looked again" }, can: { appeal: false } },
    ]);
    expect((await leo.call(reportRoutes.mine)).reports).toMatchObject([{ outcome: "kept" }]);
    expect((await queue("appeals")).cases).toEqual([]);
    expect((await queue("decided")).cases).toMatchObject([
      { id: caseId, appeal: { decision: { outcome: "overturn" } } },
    ]);
  });

  test("and the decision is upheld; of two staff at the same time, only one decides", async () => {
    const caseId = await removed();
    await appeal(caseId);
    const third = await testApp.person(`third${people}`, { staffRole: "admin" });
    const send = (by: TestPerson) =>
      by.send("POST", `/api/v1/admin/appeals/${caseId}`, { body: { decision: "uphold", reason: "Looked again" } });
    const replies = await Promise.all([send(second), send(third)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await isShown()).toBe(false);
  });

  test("and is not told that an item is visible again while its channel is hidden", async () => {
    const caseId = await removed();
    await appeal(caseId);
    await hideChannelOf(deps.sql, maya.accountId, "deactivation");
    await decideAppeal(caseId, "overturn");
    expect(await isShown()).toBe(false);
    const { notifications } = await maya.call(notificationRoutes.list, { query: {} });
    expect(JSON.stringify(notifications)).not.toContain("visible again");
    await showChannelOf(deps.sql, maya.accountId, "deactivation");
    expect(await isShown()).toBe(true);
  });

  test("and gets a comment and a channel back too", async () => {
    const reported = await comment("Rude words");
    await reportComment(reported);
    await leo.call(reportRoutes.channel, { params: { id: maya.channelId }, body: { reason: "impersonation" } });
    for (const { id: caseId } of (await queue()).cases) {
      await decide(caseId, "remove");
      await appeal(caseId);
      await decideAppeal(caseId, "overturn");
    }
    expect((await leo.call(channelRoutes.one, { params: { id: maya.channelId } })).visibility).toBe("open");
    expect((await leo.call(commentRoutes.list, { params: { id } })).comments).toMatchObject([{ text: "Rude words" }]);
  });

  test("and a comment that the channel had deleted stays deleted; nobody is told that staff removed it", async () => {
    const ana = await testApp.person(`ana${people}`);
    const { id: reported } = await ana.call(commentRoutes.add, { params: { id }, body: { text: "Rude words" } });
    await reportComment(reported);
    await maya.call(commentRoutes.remove, { params: { id: reported } });
    const { id: caseId, is_gone } = await firstCase();
    expect(is_gone).toBe(true);
    const [reason, params] = ["Threats", { id: caseId }];
    const refused = await staff.refused(reportQueueRoutes.decide, { params, body: { decision: "remove", reason } });
    expect([refused.code, refused.message]).toEqual([409, QUEUE_MESSAGES.gone]);
    await staff.call(reportQueueRoutes.decide, { params, body: { decision: "suspend", reason, days: 7 } });
    const { rows: audited } = await deps.pool.query(
      "select action, subject_id from audit_log order by id desc limit 1",
    );
    expect(audited).toEqual([{ action: "report.suspended", subject_id: reported }]);
    const { cases } = await queue("decided");
    expect(cases).toMatchObject([{ decision: { outcome: "suspend", has_removed: false } }]);
    const { rows } = await deps.pool.query("select cause from notifications where account_id = $1", [ana.accountId]);
    expect(rows).toEqual([]);
    const appealed = "update report_cases set appeal = 'It was a joke', appealed_at = now() where id = $1";
    await deps.pool.query(appealed, [caseId]);
    await decideAppeal(caseId, "overturn");
    expect((await leo.call(commentRoutes.list, { params: { id } })).comments).toEqual([]);
  });

  test("and a comment comes back for its author alone if the channel has hidden them", async () => {
    const ana = await testApp.person(`ana${people}`);
    const add = (text: string) => ana.call(commentRoutes.add, { params: { id }, body: { text } });
    const seen = async (by: TestPerson) =>
      (await by.call(commentRoutes.list, { params: { id } })).comments.map(({ text }) => text);
    const [reported, other] = [await add("Rude words"), await add("More of them")];
    await reportComment(reported.id);
    const { id: caseId } = await firstCase();
    await decide(caseId, "remove");
    await maya.call(commentRuleRoutes.hidePerson, { params: { id: other.id } });
    await appeal(caseId, ana);
    await decideAppeal(caseId, "overturn");
    expect(await seen(ana)).toEqual(["More of them", "Rude words"]);
    expect(await seen(leo)).toEqual([]);
  });

  test("and a comment keeps its text for as long as the appeal waits, but no longer than 30 days without one", async () => {
    const texts = ["Rude words", "Bad words", "Loud words"];
    const ids = [];
    for (const text of texts) ids.push(await comment(text));
    for (const one of ids) await reportComment(one);
    const cases = (await queue()).cases.map((one) => one.id);
    for (const caseId of cases) await decide(caseId, "remove");
    const [early = "", late = "", upheld = ""] = cases;
    await appeal(early);
    await appeal(upheld);
    await decideAppeal(upheld, "uphold");
    await deps.pool.query("update comments set deleted_at = now() - interval '31 days' where id = any($1)", [ids]);
    await purgeDeleted(deps.sql, 10);
    await appeal(late);
    const reverse = async (caseId: string) => {
      const body = { decision: "overturn", reason: "Looked again" };
      return JSON.parse((await second.send("POST", `/api/v1/admin/appeals/${caseId}`, { body })).text).message;
    };
    expect([await reverse(early), await reverse(late)]).toEqual([
      QUEUE_MESSAGES.decided,
      QUEUE_MESSAGES.nothingRestored,
    ]);
    expect((await leo.call(commentRoutes.list, { params: { id } })).comments).toMatchObject([{ text: "Rude words" }]);
    const { rows } = await deps.pool.query("select body from comments where id = any($1)", [ids]);
    expect(rows).toEqual([{ body: "Rude words" }]);
  });

  test("only against decisions about their own things, and not if they were kept", async () => {
    const caseId = await removed();
    const body = { text: "Please" };
    expect((await leo.refused(reportRoutes.appeal, { params: { id: caseId }, body })).code).toBe(404);
    ({ id } = await testApp.publishes(maya, "Another"));
    await reportItem();
    const { id: kept } = await firstCase();
    await decide(kept, "keep", "");
    expect((await maya.refused(reportRoutes.appeal, { params: { id: kept }, body })).code).toBe(404);
  });
});
