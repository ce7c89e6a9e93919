import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { auditRoutes } from "@app/contract/audit";
import { notificationRoutes } from "@app/contract/notifications";
import { peopleRoutes } from "@app/contract/people";
import { QUEUE_MESSAGES, reportQueueRoutes } from "@app/contract/report-queue";
import { REPORT_MESSAGES, reportRoutes } from "@app/contract/reports";
import {
  APPEAL_GRANT_MINUTES,
  APPEAL_LINK_DAYS,
  SUSPENSION_APPEAL_MESSAGES as MESSAGES,
  suspensionAppealRoutes,
} from "@app/contract/suspension-appeals";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCaller } from "#testing/caller.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, type TestPerson, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps, visitor } = testApp;
const DAY_MS = 24 * 3_600_000;
const mails = createMailReader(testApp);
const sam = await testApp.person("sam", { staffRole: "moderator" });
const sue = await testApp.person("sue", { staffRole: "admin" });
let people = 0;
let leo = {} as TestPerson;

beforeEach(async () => {
  people += 1;
  await deps.pool.query("delete from report_cases");
  leo = await testApp.person(`leo${people}`, { plan: "Individual" });
});

afterEach(() => {
  deps.now = () => new Date();
});

const suspend = (days: number | null = 7, reason = "Insults", by = sam) =>
  by.call(peopleRoutes.suspend, { params: { id: leo.accountId }, body: { reason, days } });
const refusedSignIn = (password = PASSWORD) =>
  visitor.refused(accountRoutes.login, { body: toLogin(leo.name, password) });
const tokenOfSignIn = async () => (await refusedSignIn()).appeal_token ?? "";
const tokenOfMail = async () => (await mails.last(leo.email)).text.match(/\/appeal#([\w-]+)/)?.[1] ?? "";
const show = (token: string) => visitor.call(suspensionAppealRoutes.show, { body: { token } });
const refusedShow = (token: string) => visitor.refused(suspensionAppealRoutes.show, { body: { token } });
const appeal = (token: string, text = "It was not me") =>
  visitor.call(suspensionAppealRoutes.send, { body: { token, text } });
const appeals = async () => (await sue.call(reportQueueRoutes.list, { query: { lane: "appeals" } })).cases;
const firstAppeal = async () => (await appeals())[0]?.id ?? "";
const decideAppeal = async (decision: "uphold" | "overturn", by = sue, id?: string) =>
  by.call(reportQueueRoutes.decideAppeal, {
    params: { id: id ?? (await firstAppeal()) },
    body: { decision, reason: "Looked again" },
  });
const signIn = () => visitor.call(accountRoutes.login, { body: toLogin(leo.name, PASSWORD) });

describe("a suspended person", () => {
  test.each([
    { days: 7, reason: "Insults", outcome: "suspend" },
    { days: null, reason: "Threats", outcome: "ban" },
  ])("reads why after the password and appeals once: $outcome", async ({ days, reason, outcome }) => {
    await suspend(days, reason);
    const token = await tokenOfSignIn();
    const shown = await show(token);
    expect(shown).toMatchObject({ username: leo.name, reason, appeal: null, can: { appeal: true } });
    expect(shown.until === null).toBe(days === null);
    expect(await appeal(token)).toMatchObject({
      appeal: { text: "It was not me", outcome: null, reason: "" },
      can: { appeal: false },
    });
    const again = await visitor.refused(suspensionAppealRoutes.send, { body: { token, text: "Please" } });
    expect([again.code, again.message]).toEqual([409, REPORT_MESSAGES.appealedBefore]);
    expect(await appeals()).toMatchObject([
      {
        subject: "account",
        subject_id: leo.accountId,
        excerpt: `@${leo.name}`,
        total: 0,
        is_gone: false,
        owner: { username: leo.name },
        content: null,
        thread: [],
        reports: [],
        decision: { outcome, reason, by: "sam", has_removed: false },
        appeal: { text: "It was not me", decision: null },
        can: { decide: false, remove: false, suspend: false, decide_appeal: true },
      },
    ]);
  });

  test("can sign in after somebody else reverses it, and gets channel and content back", async () => {
    const item = await testApp.publishes(leo, "Back again");
    await suspend(null);
    const token = await tokenOfSignIn();
    await appeal(token);
    const own = await sam.refused(reportQueueRoutes.decideAppeal, {
      params: { id: await firstAppeal() },
      body: { decision: "overturn", reason: "Sorry" },
    });
    expect([own.code, own.message]).toEqual([409, QUEUE_MESSAGES.ownDecision]);
    await decideAppeal("overturn");
    const fan = await testApp.person(`fan${people}`);
    expect((await fan.send("GET", `/api/v1/content/${item.id}`)).status).toBe(200);
    expect((await mails.last(leo.email)).subject).toContain("You can sign in");
    expect((await refusedShow(token)).message).toBe(MESSAGES.over);
    expect((await signIn()).users.username).toBe(leo.name);
    const { entries } = await sue.call(auditRoutes.list);
    expect(entries.slice(0, 2).map(({ action, subject }) => [action, subject?.kind])).toEqual([
      ["appeal.reversed", "account"],
      ["person.restored", "account"],
    ]);
  });

  test("learns by email that it was upheld, and can still read that by the link", async () => {
    await suspend(30);
    const token = await tokenOfMail();
    await appeal(token);
    await decideAppeal("uphold");
    const mail = await mails.last(leo.email);
    expect(mail.subject).toBe("We looked at your account again");
    expect(mail.text).toContain("Looked again");
    expect(await show(token)).toMatchObject({
      appeal: { outcome: "uphold", reason: "Looked again" },
      can: { appeal: false },
    });
    expect((await refusedSignIn()).kind).toBe("suspended");
  });

  test("appeals the case of the report behind it; a reversal ends both", async () => {
    const item = await testApp.publishes(leo, "Reported");
    const fan = await testApp.person(`fan${people}`);
    await fan.call(reportRoutes.content, { params: { id: item.id }, body: { reason: "spam" } });
    const [reported] = (await sam.call(reportQueueRoutes.list)).cases;
    const params = { id: reported?.id ?? "" };
    const body = { decision: "suspend" as const, reason: "Spam", days: 7 };
    await sam.call(reportQueueRoutes.decide, { params, body });
    await appeal(await tokenOfSignIn(), "My own film");
    expect(await appeals()).toMatchObject([{ id: params.id, subject: "content", appeal: { text: "My own film" } }]);
    await decideAppeal("overturn");
    expect((await fan.send("GET", `/api/v1/content/${item.id}`)).status).toBe(200);
    await signIn();
  });

  test("sends the appeal twice at once, and one is stored", async () => {
    await suspend();
    const token = await tokenOfSignIn();
    const send = () => visitor.send("POST", "/api/v1/suspension-appeal/send", { body: { token, text: "Please" } });
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await appeals()).toHaveLength(1);
  });

  test("must give a reason within the maximum length", async () => {
    await suspend();
    const token = await tokenOfSignIn();
    for (const [text, message] of [
      ["  ", REPORT_MESSAGES.missingAppeal],
      ["x".repeat(2001), REPORT_MESSAGES.appealTooLong],
    ] as const) {
      const refused = await visitor.refused(suspensionAppealRoutes.send, { body: { token, text } });
      expect(refused.errors).toEqual({ text: [message] });
    }
    expect(await appeals()).toEqual([]);
  });

  test("has nothing left to appeal once staff restore the account, also by those who suspended it", async () => {
    await suspend(null);
    await appeal(await tokenOfSignIn());
    for (let twice = 0; twice < 2; twice++)
      await sam.call(peopleRoutes.restore, { params: { id: leo.accountId }, body: { reason: "A mistake" } });
    expect(await appeals()).toEqual([]);
    const back = createCaller(testApp.origin, (await signIn()).access_token);
    expect((await back.call(reportRoutes.decisions)).decisions).toMatchObject([
      { subject: "account", decision: "ban", appeal: { outcome: "overturn", reason: "A mistake" } },
    ]);
    const { notifications } = await back.call(notificationRoutes.list, { query: {} });
    expect(notifications.filter((one) => JSON.stringify(one).includes("A mistake"))).toHaveLength(1);
  });

  test("finds the appeal in Settings once the suspension is over, and the decision then changes nothing else", async () => {
    await suspend(7);
    await appeal(await tokenOfSignIn());
    await deps.pool.query("update suspensions set until = now() where account_id = $1", [leo.accountId]);
    const back = createCaller(testApp.origin, (await signIn()).access_token);
    expect((await back.call(reportRoutes.decisions)).decisions).toMatchObject([
      {
        subject: "account",
        decision: "suspend",
        reason: "Insults",
        has_removed: false,
        appeal: { outcome: null },
        can: { appeal: false },
      },
    ]);
    await suspend(30, "Again");
    await decideAppeal("overturn");
    expect((await refusedSignIn()).message).toContain("Reason: Again.");
    await appeal(await tokenOfSignIn(), "This one was not me either");
    expect(await appeals()).toHaveLength(1);
  });
});

describe("the link", () => {
  test("is given only after the right password and the right code", async () => {
    await deps.pool.query("update accounts set email_verified_at = now() where id = $1", [leo.accountId]);
    await suspend();
    expect((await refusedSignIn("Wrong-Horse-1")).appeal_token).toBeUndefined();
    expect(typeof (await refusedSignIn()).appeal_token).toBe("string");
    const guarded = await testApp.person(`gil${people}`, { staffRole: "moderator" });
    await sue.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    const body = { role: null, reason: "Left the team" };
    await sue.call(peopleRoutes.changeRole, { params: { id: guarded.accountId }, body });
    leo = guarded;
    await suspend();
    const halfway = await refusedSignIn();
    expect([halfway.kind, halfway.appeal_token]).toEqual(["two_factor_required", undefined]);
  });

  test("gives access to nothing else, expires, and belongs to one suspension", async () => {
    await suspend(60);
    const [soon, later] = [await tokenOfSignIn(), await tokenOfMail()];
    for (const useless of [
      "x".repeat(60),
      `${soon.slice(0, -4)}AAAA`,
      deps.secrets.encrypt("asked-link", "{}").toString("base64url"),
    ])
      expect(await refusedShow(useless)).toMatchObject({ code: 410, message: MESSAGES.useless });
    expect((await createCaller(testApp.origin, soon).refused(accountRoutes.devices)).code).toBe(401);

    deps.now = () => new Date(Date.now() + (APPEAL_GRANT_MINUTES + 1) * 60_000);
    expect((await refusedShow(soon)).code).toBe(410);
    expect((await show(later)).reason).toBe("Insults");
    await suspend(60, "Something new");
    expect((await refusedShow(later)).message).toBe(MESSAGES.useless);
    deps.now = () => new Date();
    const newest = await tokenOfMail();
    deps.now = () => new Date(Date.now() + (APPEAL_LINK_DAYS + 1) * DAY_MS);
    expect((await refusedShow(newest)).code).toBe(410);
  });
});
