import { blockRoutes } from "@app/contract/blocks";
import { channelRoutes } from "@app/contract/channels";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { contentHref } from "@app/contract/paths";
import { QUEUE_MESSAGES, reportQueueRoutes } from "@app/contract/report-queue";
import { HIDING_REPORTS, REPORT_MESSAGES, REPORTS_PER_DAY, reportRoutes } from "@app/contract/reports";
import { staffCommentRoutes } from "@app/contract/staff-comments";
import { staffContentRoutes } from "@app/contract/staff-contents";
import { beforeEach, describe, expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import { addReporter } from "#testing/reporters.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
let people = 0;
let [maya, leo] = [{} as TestPerson, {} as TestPerson];
let id: ContentId;

beforeEach(async () => {
  people += 1;
  maya = await testApp.person(`maya${people}`, { plan: "Individual" });
  leo = await reporter();
  ({ id } = await testApp.publishes(maya, "Regatta"));
});

const reporter = (network?: string) => addReporter(testApp, network);

const reportItem = (person: TestPerson, body = {}, of = id) =>
  person.call(reportRoutes.content, { params: { id: of }, body: { reason: "spam", ...body } });
const isShown = async (person: TestPerson) => (await person.send("GET", `/api/v1/content/${id}`)).status === 200;

describe("somebody reports", () => {
  test("an item, a comment and a channel, and sees what they reported", async () => {
    const comment = await maya.call(commentRoutes.add, { params: { id }, body: { text: "Rude words" } });
    await reportItem(leo);
    await leo.call(reportRoutes.comment, { params: { id: comment.id }, body: { reason: "harassment" } });
    await leo.call(reportRoutes.channel, {
      params: { id: maya.channelId },
      body: { reason: "other", text: "  Pretends to coach \u202e" },
    });
    expect((await leo.call(reportRoutes.mine)).reports).toMatchObject([
      { subject: "channel", excerpt: `${maya.name}'s channel`, reason: "other", outcome: null },
      { subject: "comment", excerpt: "Rude words", reason: "harassment", outcome: null },
      { subject: "content", excerpt: "Regatta", reason: "spam", outcome: null },
    ]);
    const first = await leo.call(reportRoutes.mine, { query: { per_page: 2 } });
    const rest = await leo.call(reportRoutes.mine, { query: { per_page: 2, cursor: first.pagination.next ?? "" } });
    expect([first.reports.length, rest.reports.length]).toEqual([2, 1]);
    const { rows } = await deps.pool.query("select text from reports where reason = 'other' and reporter_id = $1", [
      leo.accountId,
    ]);
    expect(rows).toEqual([{ text: "Pretends to coach" }]);
    expect((await maya.call(reportRoutes.mine)).reports).toEqual([]);
    expect((await maya.call(reportRoutes.decisions)).decisions).toEqual([]);
  });

  test("the same thing only once, even by two clicks at once", async () => {
    await Promise.all([reportItem(leo), reportItem(leo, { reason: "violence" })]);
    const again = await leo.send("POST", `/api/v1/report-content/${id}`, { body: { reason: "nudity" } });
    expect([again.status, JSON.parse(again.text).message]).toEqual([200, REPORT_MESSAGES.again]);
    const { rows } = await deps.pool.query("select total, counted from report_cases where subject_id = $1", [id]);
    expect(rows).toEqual([{ total: 1, counted: 1 }]);
    const staff = await testApp.person(`judge${people}`, { staffRole: "moderator" });
    await staff.call(staffContentRoutes.hide, { params: { id }, body: { reason: "Spam" } });
    await staff.call(staffContentRoutes.restore, { params: { id }, body: { reason: "It is fine" } });
    const late = await leo.send("POST", `/api/v1/report-content/${id}`, { body: { reason: "nudity" } });
    expect([late.status, JSON.parse(late.text).message]).toEqual([200, REPORT_MESSAGES.againDecided]);
  });

  test("nothing of their own, and 'Something else' only with an explanation", async () => {
    const own = await maya.refused(reportRoutes.content, { params: { id }, body: { reason: "spam" } });
    expect([own.code, own.errors]).toEqual([422, { reason: [REPORT_MESSAGES.own] }]);
    const wordless = await leo.refused(reportRoutes.content, { params: { id }, body: { reason: "other", text: " " } });
    expect(wordless.errors).toEqual({ text: [REPORT_MESSAGES.missingText] });
    const long = { reason: "spam" as const, text: "x".repeat(1_001) };
    expect((await leo.refused(reportRoutes.content, { params: { id }, body: long })).errors).toEqual({
      text: [REPORT_MESSAGES.tooLong],
    });
  });

  test("only what they can see", async () => {
    const hidden = await testApp.publishes(maya, "Private", { visibility: "private" });
    const body = { reason: "spam" as const };
    expect((await leo.refused(reportRoutes.content, { params: { id: hidden.id }, body })).code).toBe(404);
    expect((await testApp.visitor.refused(reportRoutes.content, { params: { id }, body })).code).toBe(401);
    await maya.call(blockRoutes.block, { params: { id: leo.channelId } });
    expect((await leo.refused(reportRoutes.channel, { params: { id: maya.channelId }, body })).code).toBe(404);
    // Who blocked somebody first may still report them.
    await maya.call(reportRoutes.channel, { params: { id: leo.channelId }, body });
  });

  test("no more than the daily limit", async () => {
    await deps.pool.query(
      `with opened as (
         insert into report_cases (id, subject_kind, subject_id, excerpt)
         select uuidv7(), 'content', gen_random_uuid(), 'Old' from generate_series(1, $2::int) returning id, subject_id
       ) insert into reports (id, case_id, reporter_id, subject_kind, subject_id, reason, is_counted)
       select uuidv7(), id, $1, 'content', subject_id, 'spam', false from opened`,
      [leo.accountId, REPORTS_PER_DAY],
    );
    const refused = await leo.refused(reportRoutes.content, { params: { id }, body: { reason: "spam" } });
    expect([refused.code, refused.message]).toEqual([429, REPORT_MESSAGES.tooMany]);
  });
});

describe("reports of one item", () => {
  test("hide it from everybody but its owner and staff, once five verified people have reported it", async () => {
    for (let n = 0; n < HIDING_REPORTS - 1; n++) await reportItem(await reporter());
    expect(await isShown(leo)).toBe(true);
    await reportItem(await reporter());
    expect(await isShown(leo)).toBe(false);
    expect((await maya.call(contentRoutes.one, { params: { id } })).is_hidden).toBe(true);
    // There is no decision yet to read or appeal.
    expect((await maya.call(reportRoutes.decisions)).decisions).toEqual([]);
    expect((await maya.call(notificationRoutes.list)).notifications).toMatchObject([
      {
        notification_message: "“Regatta” is hidden until our team has looked at it",
        data: { message: "Several people reported it." },
        href: contentHref("video", id),
      },
    ]);
    const staff = await testApp.person(`staff${people}`, { staffRole: "moderator" });
    expect((await staff.call(contentRoutes.one, { params: { id } })).is_hidden).toBe(true);
    expect((await leo.call(channelRoutes.one, { params: { id: maya.channelId } })).content_count).toBe(0);
  });

  test("do not hide it when they come from one network or device, or from new accounts", async () => {
    for (let n = 0; n < HIDING_REPORTS; n++) await reportItem(await reporter("192.0.2.0/24"));
    for (let n = 0; n < HIDING_REPORTS; n++) {
      const newcomer = await reporter();
      await deps.pool.query("update accounts set created_at = now() where id = $1", [newcomer.accountId]);
      await reportItem(newcomer);
    }
    const device = "0190a1b2-0000-7000-8000-000000000042";
    for (let n = 0; n < HIDING_REPORTS; n++) {
      const sharing = await reporter();
      await deps.pool.query("update devices set client_id = $2 where account_id = $1", [sharing.accountId, device]);
      await reportItem(sharing);
    }
    const { rows } = await deps.pool.query("select total, counted from report_cases where subject_id = $1", [id]);
    expect(rows).toEqual([{ total: 3 * HIDING_REPORTS, counted: 2 }]);
    expect(await isShown(leo)).toBe(true);
  });

  test("never hide a channel or a comment by themselves", async () => {
    const comment = await maya.call(commentRoutes.add, { params: { id }, body: { text: "Rude words" } });
    for (let n = 0; n < HIDING_REPORTS; n++) {
      const person = await reporter();
      const body = { reason: "spam" as const };
      await person.call(reportRoutes.comment, { params: { id: comment.id }, body });
      await person.call(reportRoutes.channel, { params: { id: maya.channelId }, body });
    }
    expect((await leo.call(commentRoutes.list, { params: { id } })).comments).toHaveLength(1);
    expect((await leo.call(channelRoutes.one, { params: { id: maya.channelId } })).visibility).toBe("open");
  });
});

test("what staff hide or delete without a report is a decision that its owner reads and appeals", async () => {
  const first = await testApp.person(`sam${people}`, { staffRole: "moderator" });
  const second = await testApp.person(`sue${people}`, { staffRole: "moderator" });
  const write = async (text: string) => (await maya.call(commentRoutes.add, { params: { id }, body: { text } })).id;
  const [rude, spam, loud] = [await write("Rude words"), await write("Buy this"), await write("LOUD WORDS")];
  const because = (reason: string) => ({ reason });
  await leo.call(reportRoutes.comment, { params: { id: spam }, body: { reason: "spam" } });
  await first.call(staffCommentRoutes.hide, { params: { id: rude }, body: because("Insults") });
  await first.call(staffCommentRoutes.remove, { params: { id: rude }, body: because("Insults, again") });
  await first.call(staffCommentRoutes.hide, { params: { id: spam }, body: because("Advertising") });
  await first.call(commentRoutes.remove, { params: { id: loud } });
  await first.call(staffContentRoutes.hide, { params: { id }, body: because("Shows a fight") });
  // It decides the case of those who had reported it, and they learn of it.
  await testApp.settle();
  const { cases } = await first.call(reportQueueRoutes.list, { query: { lane: "open" } });
  expect(cases.map(({ excerpt }) => excerpt)).not.toContain("Buy this");
  const bell = (await leo.call(notificationRoutes.list)).notifications.map((one) => one.notification_message);
  expect(bell).toContain("We reviewed your report");
  const { decisions } = await maya.call(reportRoutes.decisions);
  expect(decisions).toMatchObject([
    { subject: "content", excerpt: "Regatta", decision: "remove", reason: "Shows a fight", can: { appeal: true } },
    { subject: "comment", excerpt: "LOUD WORDS", reason: "It does not follow our guidelines.", can: { appeal: true } },
    { subject: "comment", excerpt: "Buy this", decision: "remove", reason: "Advertising", can: { appeal: true } },
    { subject: "comment", excerpt: "Rude words", decision: "remove", reason: "Insults", can: { appeal: true } },
  ]);
  for (const { id: caseId } of decisions) {
    await maya.call(reportRoutes.appeal, { params: { id: caseId }, body: { text: "It was a drill" } });
    const body = { decision: "overturn" as const, reason: "It was" };
    expect((await first.refused(reportQueueRoutes.decideAppeal, { params: { id: caseId }, body })).code).toBe(409);
    await second.call(reportQueueRoutes.decideAppeal, { params: { id: caseId }, body });
  }
  expect(await isShown(leo)).toBe(true);
  const { comments } = await leo.call(commentRoutes.list, { params: { id } });
  expect(comments.map(({ text }) => text)).toEqual(["LOUD WORDS", "Buy this", "Rude words"]);
});

describe("what staff restore by hand", () => {
  let staff = {} as TestPerson;
  let second = {} as TestPerson;
  beforeEach(async () => {
    staff = await testApp.person(`rob${people}`, { staffRole: "moderator" });
    second = await testApp.person(`rae${people}`, { staffRole: "moderator" });
  });
  const because = { reason: "It was a drill" };
  const decisions = async () => (await maya.call(reportRoutes.decisions)).decisions;
  const appeal = { text: "It was a drill" };
  const overturn = { decision: "overturn" as const, ...because };

  test("is restored in its owner's list, with nothing left to appeal", async () => {
    const comment = await maya.call(commentRoutes.add, { params: { id }, body: { text: "Rude words" } });
    await reportItem(leo);
    await staff.call(staffContentRoutes.hide, { params: { id }, body: because });
    await staff.call(staffCommentRoutes.remove, { params: { id: comment.id }, body: because });
    expect((await decisions()).map(({ is_restored, can }) => [is_restored, can.appeal])).toEqual([
      [false, true],
      [false, true],
    ]);
    await staff.call(staffContentRoutes.restore, { params: { id }, body: because });
    await staff.call(staffCommentRoutes.restore, { params: { id: comment.id }, body: because });
    const ended = await decisions();
    expect(ended).toMatchObject([
      { subject: "comment", decision: "remove", is_restored: true, appeal: null, can: { appeal: false } },
      { subject: "content", decision: "remove", is_restored: true, appeal: null, can: { appeal: false } },
    ]);
    const params = { id: ended[0]?.id ?? "" };
    const refused = await maya.refused(reportRoutes.appeal, { params, body: appeal });
    expect([refused.code, refused.message]).toEqual([409, REPORT_MESSAGES.restored]);
    expect((await leo.call(reportRoutes.mine)).reports).toMatchObject([{ outcome: "kept" }]);
    const { cases } = await second.call(reportQueueRoutes.list, { query: { lane: "decided" } });
    expect(cases.slice(0, 2)).toMatchObject(
      ["comment", "content"].map((subject) => ({
        subject,
        decision: { outcome: "remove" },
        appeal: null,
        restored: { by: `rob${people}`, reason: "" },
      })),
    );
  });

  test("ends an open appeal, so that no overturn of it shows what was hidden again since", async () => {
    await staff.call(staffContentRoutes.hide, { params: { id }, body: because });
    const params = { id: (await decisions())[0]?.id ?? "" };
    await maya.call(reportRoutes.appeal, { params, body: appeal });
    await staff.call(staffContentRoutes.restore, { params: { id }, body: because });
    await staff.call(staffContentRoutes.hide, { params: { id }, body: { reason: "Violence" } });
    expect((await second.refused(reportQueueRoutes.decideAppeal, { params, body: overturn })).code).toBe(409);
    expect(await isShown(leo)).toBe(false);
    expect(await decisions()).toMatchObject([
      { reason: "Violence", is_restored: false, can: { appeal: true } },
      { appeal: { outcome: "overturn" }, is_restored: false, can: { appeal: false } },
    ]);
  });

  /** @returns one of those who reported it */
  const hideByReports = async () => {
    let last = leo;
    for (let n = 0; n < HIDING_REPORTS; n++) {
      last = await reporter();
      await reportItem(last);
    }
    expect(await isShown(leo)).toBe(false);
    return last;
  };
  const decided = async () => {
    const found = "select decision, decision_reason, decided_by, is_hidden from report_cases where subject_id = $1";
    return (await deps.pool.query(found, [id])).rows;
  };

  test("is kept if reports had hidden it: they learn of it, and later reports may hide it again", async () => {
    const one = await hideByReports();
    await staff.call(staffContentRoutes.restore, { params: { id }, body: because });
    expect(await decided()).toEqual([
      { decision: "keep", decision_reason: because.reason, decided_by: staff.accountId, is_hidden: false },
    ]);
    await testApp.settle();
    const [notice] = (await one.call(notificationRoutes.list)).notifications;
    expect(notice).toMatchObject({ data: { message: "It follows our guidelines." } });
    await hideByReports();
  });

  test("waits for somebody else to decide if it is their own, and reports may hide it again", async () => {
    const owner = await testApp.person(`olga${people}`, { plan: "Individual", staffRole: "moderator" });
    ({ id } = await testApp.publishes(owner, "My own race"));
    await hideByReports();
    await owner.call(staffContentRoutes.restore, { params: { id }, body: because });
    expect(await decided()).toMatchObject([{ decision: null, is_hidden: false }]);
    await reportItem(await reporter());
    expect(await isShown(leo)).toBe(false);
  });

  test("may be their own only if nobody else had removed it", async () => {
    const owner = await testApp.person(`olga${people}`, { plan: "Individual", staffRole: "moderator" });
    ({ id } = await testApp.publishes(owner, "My own race"));
    const comment = await owner.call(commentRoutes.add, { params: { id }, body: { text: "Rude words" } });
    await staff.call(staffCommentRoutes.remove, { params: { id: comment.id }, body: because });
    await staff.call(staffContentRoutes.hide, { params: { id }, body: because });
    const ownComment = { params: { id: comment.id }, body: because };
    for (const refused of [
      await owner.refused(staffContentRoutes.restore, { params: { id }, body: because }),
      await owner.refused(staffCommentRoutes.restore, ownComment),
    ])
      expect([refused.code, refused.message]).toEqual([409, QUEUE_MESSAGES.ownCase]);
    const canRestore = async (by: TestPerson) => [
      ...(await by.call(staffContentRoutes.list, { query: { search: id } })).contents.map(({ can }) => can.restore),
      ...(await by.call(staffCommentRoutes.list, { query: { search: id } })).comments.map(({ can }) => can.restore),
    ];
    expect(await canRestore(owner)).toEqual([false, false]);
    expect(await canRestore(second)).toEqual([true, true]);
    expect(await isShown(leo)).toBe(false);
    expect((await owner.call(reportRoutes.decisions)).decisions.map((one) => one.is_restored)).toEqual([false, false]);
    await second.call(staffContentRoutes.restore, { params: { id }, body: because });
    await owner.call(staffContentRoutes.hide, { params: { id }, body: because });
    expect(await canRestore(owner)).toEqual([true, false]);
    await owner.call(staffContentRoutes.restore, { params: { id }, body: because });
    expect(await isShown(leo)).toBe(true);
  });

  test("leaves a suspension that was decided with it to appeal, and nothing else", async () => {
    await reportItem(leo);
    const { rows } = await deps.pool.query<{ id: string }>("select id from report_cases where subject_id = $1", [id]);
    const params = { id: rows[0]?.id ?? "" };
    await staff.call(reportQueueRoutes.decide, { params, body: { decision: "suspend", days: 7, ...because } });
    await staff.call(staffContentRoutes.restore, { params: { id }, body: because });
    await staff.call(staffContentRoutes.hide, { params: { id }, body: { reason: "Violence" } });
    const appealed = "update report_cases set appeal = 'Sorry', appealed_at = now() where id = $1";
    await deps.pool.query(appealed, [params.id]);
    await second.call(reportQueueRoutes.decideAppeal, { params, body: overturn });
    expect(await isShown(leo)).toBe(false);
  });
});
