import { channelRoutes } from "@app/contract/channels";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import type { CommentId, ContentId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { QUEUE_MESSAGES, reportQueueRoutes } from "@app/contract/report-queue";
import { HIDING_REPORTS, reportRoutes } from "@app/contract/reports";
import { beforeEach, describe, expect, test } from "vitest";
import { enqueue } from "#platform/jobs/jobs.ts";
import { addAccountAndChannel, type TestPerson } from "#testing/people.ts";
import { queueOf } from "#testing/report-queue.ts";
import { addReporter } from "#testing/reporters.ts";
import { createTestApp } from "#testing/test-app.ts";
import { notifyReportersJob } from "./notify-reporters.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const staff = await testApp.person("sam", { staffRole: "moderator" });
const second = await testApp.person("sue", { staffRole: "moderator" });
const { queue, firstCase, decide } = queueOf(staff);
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

type Words = { reason?: "spam" | "minor_safety" | "nudity"; text?: string };

const reportItem = (person: TestPerson, { reason = "spam", text = "" }: Words = {}) =>
  person.call(reportRoutes.content, { params: { id }, body: { reason, text } });
const comment = async (text: string, parent_id: CommentId | null = null) =>
  (await maya.call(commentRoutes.add, { params: { id }, body: { text, parent_id } })).id;
const reportComment = (of: CommentId) =>
  leo.call(reportRoutes.comment, { params: { id: of }, body: { reason: "harassment" } });
const isShown = async () => (await leo.send("GET", `/api/v1/content/${id}`)).status === 200;
const audited = async () => {
  const { rows } = await deps.pool.query("select action, subject_kind, subject_id, reason from audit_log order by id");
  return rows;
};

describe("the queue", () => {
  test("groups the reports of one thing, in context, minors first", async () => {
    const root = await comment("The first");
    const reported = await comment("Rude words", root);
    await comment("Another one", root);
    await reportComment(reported);
    await reportItem(await addReporter(testApp), { text: "Bought views" });
    await reportItem(leo, { reason: "minor_safety" });
    const { cases, waiting, pagination } = await queue();
    expect(waiting).toEqual({ open: 2, about_minors: 1, appeals: 0 });
    expect(pagination.total).toBe(2);
    expect(cases).toMatchObject([
      {
        subject: "content",
        subject_id: id,
        total: 2,
        is_about_minor: true,
        is_hidden: false,
        excerpt: "Regatta",
        content: { id, type: "video", title: "Regatta" },
        thread: [],
        owner: { username: maya.name },
        reports: [
          { reason: "minor_safety", text: "", reporter: leo.name },
          { reason: "spam", text: "Bought views" },
        ],
        can: { decide: true, remove: true, suspend: true, decide_appeal: false },
      },
      {
        subject: "comment",
        subject_id: reported,
        excerpt: "Rude words",
        content: { id },
        thread: [
          { text: "The first", is_reply: false, is_reported: false },
          { text: "Rude words", is_reply: true, is_reported: true },
          { text: "Another one", is_reply: true, is_reported: false },
        ],
      },
    ]);
  });

  test("pages by a cursor, each case once", async () => {
    for (let n = 0; n < 5; n++) {
      ({ id } = await testApp.publishes(maya, `Item ${n}`));
      await reportItem(leo, { reason: n === 3 ? "minor_safety" : "spam" });
    }
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await queue("open", { per_page: 2, cursor });
      titles.push(...page.cases.map(({ excerpt }) => excerpt));
      cursor = page.pagination.next ?? undefined;
    } while (cursor !== undefined);
    expect(titles).toEqual(["Item 3", "Item 0", "Item 1", "Item 2", "Item 4"]);
  });

  test("is for staff only", async () => {
    expect((await maya.refused(reportQueueRoutes.list)).code).toBe(404);
  });
});

describe("staff decide", () => {
  test("to keep an item that reports had hidden: it is shown again, and those who reported it see the outcome", async () => {
    for (let n = 0; n < HIDING_REPORTS; n++) await reportItem(await addReporter(testApp));
    await reportItem(staff);
    expect(await isShown()).toBe(false);
    const { id: caseId, is_hidden } = await firstCase();
    expect(is_hidden).toBe(true);
    await decide(caseId, "keep", "");
    expect(await isShown()).toBe(true);
    expect((await queue()).cases).toEqual([]);
    expect((await staff.call(reportRoutes.mine)).reports).toMatchObject([{ outcome: "kept" }]);
    expect((await maya.call(reportRoutes.decisions)).decisions).toEqual([]);
    expect(await audited()).toContainEqual({
      action: "report.kept",
      subject_kind: "content",
      subject_id: id,
      reason: "",
    });
    // A later report opens a new case.
    await reportItem(leo);
    expect(await firstCase()).toMatchObject({ total: 1, is_hidden: false });
  });

  test("to remove an item, a comment and a channel, with a reason", async () => {
    const reported = await comment("Rude words");
    await reportItem(leo);
    await reportComment(reported);
    await leo.call(reportRoutes.channel, { params: { id: maya.channelId }, body: { reason: "impersonation" } });
    for (const { id: caseId, subject } of (await queue()).cases) {
      const refused = await staff.refused(reportQueueRoutes.decide, {
        params: { id: caseId },
        body: { decision: "remove", reason: "" },
      });
      expect(refused.errors).toEqual({ reason: ["Please give a reason."] });
      await decide(caseId, "remove", `About the ${subject}`);
    }
    expect(await isShown()).toBe(false);
    const left = await maya.call(commentRoutes.list, { params: { id } });
    expect(left.comments).toEqual([]);
    expect((await leo.refused(channelRoutes.one, { params: { id: maya.channelId } })).code).toBe(403);
    expect((await maya.call(reportRoutes.decisions)).decisions.map((one) => [one.subject, one.reason])).toEqual([
      ["channel", "About the channel"],
      ["comment", "About the comment"],
      ["content", "About the content"],
    ]);
    expect((await leo.call(reportRoutes.mine)).reports.map(({ outcome }) => outcome)).toEqual([
      "acted",
      "acted",
      "acted",
    ]);
  });

  test("and everybody who reported it is told once, also when the job that tells them is repeated", async () => {
    await reportItem(leo);
    const { id: caseId } = await firstCase();
    for (let n = 0; n < 100; n++) {
      const username = `crowd${n}`;
      const person = { username, email: `${username}@people.test`, passwordHash: "", plan: null, isVerified: true };
      await addAccountAndChannel(deps, person);
    }
    await deps.pool.query(
      `insert into reports (id, case_id, reporter_id, subject_kind, subject_id, reason, is_counted)
       select uuidv7(), $1, id, 'content', $2, 'spam', true from accounts where username like 'crowd%'`,
      [caseId, id],
    );
    await decide(caseId, "remove");
    await testApp.settle();
    const told = async () => {
      const cause = `report_decided:${caseId}`;
      return (await deps.pool.query("select detail from notifications where cause = $1", [cause])).rows;
    };
    expect(await told()).toEqual(Array.from({ length: 101 }, () => ({ detail: "We acted on it. Thank you." })));
    await leo.call(notificationRoutes.markAll);
    await enqueue(deps.sql, notifyReportersJob, { case_id: caseId });
    await testApp.settle();
    expect(await told()).toHaveLength(101);
  });

  test("to warn: it stays, and its owner reads why", async () => {
    await reportItem(leo);
    await decide((await firstCase()).id, "warn", "Please credit the photographer");
    expect(await isShown()).toBe(true);
    expect((await maya.call(reportRoutes.decisions)).decisions).toMatchObject([
      { decision: "warn", reason: "Please credit the photographer", appeal: null, can: { appeal: true } },
    ]);
  });

  test("never about themselves", async () => {
    const owner = await testApp.person(`olga${people}`, { plan: "Individual", staffRole: "moderator" });
    ({ id } = await testApp.publishes(owner, "My own race"));
    await reportItem(leo);
    const { id: caseId } = await firstCase();
    const body = { decision: "keep" as const, reason: "It is fine" };
    const own = await owner.refused(reportQueueRoutes.decide, { params: { id: caseId }, body });
    expect([own.code, own.message]).toEqual([409, QUEUE_MESSAGES.ownCase]);
    // Nor do they learn who reported them.
    const { cases } = await owner.call(reportQueueRoutes.list, { query: { lane: "open" } });
    expect(cases.find((one) => one.id === caseId)).toMatchObject({ total: 1, reports: [], why_not: "own_case" });
    await decide(caseId, "remove");
    await owner.call(reportRoutes.appeal, { params: { id: caseId }, body: { text: "It is my own film" } });
    const again = await owner.refused(reportQueueRoutes.decideAppeal, {
      params: { id: caseId },
      body: { decision: "overturn", reason: "It is fine" },
    });
    expect([again.code, again.message]).toEqual([409, QUEUE_MESSAGES.ownCase]);
  });

  test("once: of two who decide at the same time, the second is refused", async () => {
    await reportItem(leo);
    const { id: caseId } = await firstCase();
    const send = (by: TestPerson, decision: string) =>
      by.send("POST", `/api/v1/admin/reports/${caseId}`, { body: { decision, reason: "Because" } });
    const replies = await Promise.all([send(staff, "remove"), send(second, "keep")]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.map(({ text }) => JSON.parse(text).message)).toContain(QUEUE_MESSAGES.decidedBefore);
    expect((await audited()).filter((entry) => entry.subject_id === id)).toHaveLength(1);
  });

  test("about something deleted meanwhile, which can no longer be removed", async () => {
    await reportItem(leo);
    await maya.call(contentRoutes.remove, { params: { id }, body: { id } });
    const found = await firstCase();
    expect(found).toMatchObject({ is_gone: true, content: null, excerpt: "Regatta", can: { remove: false } });
    const body = { decision: "remove" as const, reason: "Spam" };
    const refused = await staff.refused(reportQueueRoutes.decide, { params: { id: found.id }, body });
    expect([refused.code, refused.message]).toEqual([409, QUEUE_MESSAGES.gone]);
    await decide(found.id, "keep", "");
    // Nobody looked at whether it followed the guidelines.
    expect((await leo.call(reportRoutes.mine)).reports).toMatchObject([{ outcome: "gone" }]);
    await testApp.settle();
    const told = "select detail from notifications where cause = $1";
    const { rows } = await deps.pool.query(told, [`report_decided:${found.id}`]);
    expect(rows).toEqual([{ detail: "It had already been deleted." }]);
  });
});
