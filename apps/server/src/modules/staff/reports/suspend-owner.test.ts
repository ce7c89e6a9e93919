import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { PEOPLE_MESSAGES, peopleRoutes } from "@app/contract/people";
import { reportQueueRoutes } from "@app/contract/report-queue";
import { reportRoutes } from "@app/contract/reports";
import { beforeEach, expect, test } from "vitest";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import { queueOf } from "#testing/report-queue.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const mails = createMailReader(testApp);
const staff = await testApp.person("sam", { staffRole: "moderator" });
const { firstCase } = queueOf(staff);
const leo = await testApp.person("leo");
let people = 0;
let maya = {} as TestPerson;
let id: ContentId;

beforeEach(async () => {
  people += 1;
  await deps.pool.query("delete from report_cases");
  maya = await testApp.person(`maya${people}`, { plan: "Individual" });
  ({ id } = await testApp.publishes(maya, "Regatta"));
});

const reportItem = () => leo.call(reportRoutes.content, { params: { id }, body: { reason: "spam", text: "" } });
const isShown = async () => (await leo.send("GET", `/api/v1/content/${id}`)).status === 200;
const lastAudited = async () => {
  const { rows } = await deps.pool.query("select action, subject_id, reason from audit_log order by id desc limit 2");
  return rows.toReversed();
};
const suspend = (caseId: string, body: { reason?: string; days?: number } = {}) => ({
  params: { id: caseId },
  body: { decision: "suspend" as const, reason: "Threats", days: 7, ...body },
});

test("staff suspend the owner of what was reported, with a reason and an end; what was reported is removed too, and both are in the audit log", async () => {
  await reportItem();
  const { id: caseId } = await firstCase();
  for (const [body, field] of [
    [{ reason: "" }, "reason"],
    [{ days: 0 }, "days"],
    [{ days: 366 }, "days"],
  ] as const)
    expect(Object.keys((await staff.refused(reportQueueRoutes.decide, suspend(caseId, body))).errors)).toEqual([field]);
  const { days: _, ...endless } = suspend(caseId).body;
  const missing = await staff.refused(reportQueueRoutes.decide, { params: { id: caseId }, body: endless });
  expect(missing.errors).toEqual({ days: ["Days is a required field"] });
  expect(await isShown()).toBe(true);

  await staff.call(reportQueueRoutes.decide, suspend(caseId));
  expect(await isShown()).toBe(false);
  expect((await maya.send("GET", "/api/v1/notifications")).status).toBe(401);
  const removed = "What was reported is removed; everything else stays as it is.";
  expect((await mails.last(maya.email)).text).toContain(removed);
  expect((await firstCase("decided")).decision).toMatchObject({ outcome: "suspend", reason: "Threats", by: "sam" });
  expect(await lastAudited()).toMatchObject([
    { action: "person.suspended", subject_id: maya.accountId, reason: "Threats" },
    { action: "report.removed", subject_id: id, reason: "Threats" },
  ]);
  const { rows } = await deps.pool.query(
    "select until > now() + interval '6 days' as ends from suspensions where account_id = $1",
    [maya.accountId],
  );
  expect(rows).toEqual([{ ends: true }]);
  expect((await staff.refused(reportQueueRoutes.decide, suspend(caseId))).code).toBe(409);
});

test("the email about the suspension says that the channel is hidden if the channel was reported", async () => {
  await leo.call(reportRoutes.channel, { params: { id: maya.channelId }, body: { reason: "impersonation" } });
  await staff.call(reportQueueRoutes.decide, suspend((await firstCase()).id));
  expect(await isShown()).toBe(false);
  const { text } = await mails.last(maya.email);
  expect(text).toContain("You are signed out everywhere. Your channel and everything in it are hidden.");
});

test("staff suspend the owner of what is already deleted, but not if the owner is staff", async () => {
  await reportItem();
  await maya.call(contentRoutes.remove, { params: { id } });
  const first = await firstCase();
  expect(first.can).toMatchObject({ remove: false, suspend: true });
  await staff.call(reportQueueRoutes.decide, suspend(first.id));
  expect((await mails.last(maya.email)).text).toContain("Your channel and what you published stay as they are.");
  const role = "update accounts set staff_role = 'moderator' where id = $1";
  maya = await testApp.person(`mod${people}`, { plan: "Individual" });
  ({ id } = await testApp.publishes(maya, "Of staff"));
  await reportItem();
  await deps.pool.query(role, [maya.accountId]);
  const { id: ofStaff } = await firstCase();
  expect((await staff.refused(reportQueueRoutes.decide, suspend(ofStaff))).code).toBe(409);
  // The refused decision left nothing behind.
  expect(await isShown()).toBe(true);
  expect((await firstCase()).id).toBe(ofStaff);
});

test("a suspension from a report neither lifts a ban nor shortens a longer suspension, but lengthens a shorter one", async () => {
  await reportItem();
  const { id: caseId } = await firstCase();
  const suspendFor = (days: number | null) =>
    staff.call(peopleRoutes.suspend, { params: { id: maya.accountId }, body: { reason: "Spam", days } });
  const ends = async () => {
    const { rows } = await deps.pool.query(
      "select extract(day from until - suspended_at)::int as days from suspensions where account_id = $1",
      [maya.accountId],
    );
    return rows[0]?.days;
  };
  await suspendFor(30);
  const longer = await staff.refused(reportQueueRoutes.decide, suspend(caseId));
  expect([longer.code, longer.message]).toEqual([409, PEOPLE_MESSAGES.isSuspendedLonger]);
  expect(await ends()).toBe(30);
  await suspendFor(null);
  expect((await firstCase()).can).toMatchObject({ remove: true, suspend: false });
  const banned = await staff.refused(reportQueueRoutes.decide, suspend(caseId));
  expect([banned.code, banned.message]).toEqual([409, PEOPLE_MESSAGES.isBanned]);
  expect(await ends()).toBeNull();
  // Their own page may still end the ban.
  await suspendFor(3);
  await staff.call(reportQueueRoutes.decide, suspend(caseId));
  expect(await ends()).toBe(7);
});
