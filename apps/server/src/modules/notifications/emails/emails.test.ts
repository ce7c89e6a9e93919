import { commentRoutes } from "@app/contract/comments";
import { filmNoteRoutes } from "@app/contract/film-notes";
import { type CommentId, type ContentId, notificationId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { contentHref } from "@app/contract/paths";
import { type NotificationKind, preferenceRoutes } from "@app/contract/preferences";
import { reactionRoutes } from "@app/contract/reactions";
import { beforeEach, describe, expect, test } from "vitest";
import { flushCommentCounts } from "#modules/engagement/comments/comment-counts.service.ts";
import { flushLikeCounts } from "#modules/engagement/reactions/reactions.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import { follow, unfollow } from "#testing/follow.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { sendDueDigests, sendDueEmails } from "./emails.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const mails = createMailReader(testApp);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let people = 0;
let [maya, leo, ana] = [{} as TestPerson, {} as TestPerson, {} as TestPerson];
let id: ContentId;

beforeEach(async () => {
  people += 1;
  maya = await testApp.person(`maya${people}`, { plan: "Individual" });
  leo = await testApp.person(`leo${people}`);
  ana = await testApp.person(`ana${people}`);
  ({ id } = await testApp.publishes(maya, "Regatta"));
});

const add = async (person: TestPerson, text: string, parent_id: CommentId | null = null) => {
  const added = await person.call(commentRoutes.add, { params: { id }, body: { text, parent_id } });
  await flushCommentCounts(deps);
  return added.id;
};
const like = async (person: TestPerson) => {
  await person.call(reactionRoutes.like, { params: { id }, body: { liked: true } });
  await flushLikeCounts(deps);
};
const choose = (person: TestPerson, kind: NotificationKind, changes: object) =>
  person.call(preferenceRoutes.setNotification, { body: { kind, ...changes } });
const run = (work: typeof sendDueEmails, inMs: number) =>
  work({ ...deps, now: () => new Date(Date.now() + inMs) }, new AbortController().signal);
/** Emails to a person, newest first, after sending what is due this many minutes from now. */
const mailsAfter = async (person: TestPerson, minutes: number) => {
  await run(sendDueEmails, minutes * MINUTE_MS);
  return mails.all(person.email);
};
const readAll = (person: TestPerson) => person.call(notificationRoutes.markAll);

describe("at once", () => {
  test("what happens within five minutes is one email, sent once even with several workers", async () => {
    const first = await add(leo, "What a start");
    await add(ana, "And what a finish");
    expect(await mailsAfter(maya, 4)).toEqual([]);
    await Promise.all([6, 6, 6].map((minutes) => run(sendDueEmails, minutes * MINUTE_MS)));
    const [mail, ...more] = await mailsAfter(maya, 7);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "Comments on “Regatta”", to: maya.email });
    for (const part of [`${ana.name}'s channel and 1 other commented on “Regatta”`, "What a start", "what a finish"])
      expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain(String(first));
    const path = `${deps.config.publicUrl}${contentHref("video", id)}`;
    const { notifications } = await maya.call(notificationRoutes.list);
    expect(mail?.links[0]).toContain(`${path}?notification=${notifications[0]?.notification_id}#comment:`);
  });

  test("the button and the words are those of what happened", async () => {
    await add(ana, `Look at this, @${leo.name}`);
    await readAll(maya);
    await ana.call(filmNoteRoutes.add, {
      params: { id },
      body: { from_ms: 0, to_ms: 1_000, text: "Early turn", drawing: [], is_shared: true },
    });
    const report = { account_id: ana.accountId, subject_id: newId(notificationId), content_id: null };
    const decided = { ...report, decision: "report_decided" as const, note: "We acted on it. Thank you." };
    await inTransaction(deps.sql, (tx) => deps.events.publish(tx, "moderation.decided", decided));
    const [mention] = await mailsAfter(leo, 6);
    expect(mention).toMatchObject({ subject: "You were mentioned in a comment on “Regatta”" });
    expect(mention?.text).toContain("See the comment");
    const [filmNote] = await mailsAfter(maya, 6);
    expect(filmNote).toMatchObject({ subject: "Film notes on “Regatta”" });
    expect(filmNote?.text).toContain("See the film note");
    const [outcome] = await mailsAfter(ana, 6);
    expect(outcome?.text).toContain("We acted on it. Thank you.");
    expect(outcome?.text).not.toContain("The reason");
  });

  test("a group that stays unread is emailed again after an hour, with what is new", async () => {
    await add(leo, "Early");
    await mailsAfter(maya, 6);
    await add(ana, "Later");
    expect(await mailsAfter(maya, 30)).toHaveLength(1);
    const [second, ...more] = await mailsAfter(maya, 70);
    expect(more).toHaveLength(1);
    expect(second?.subject).toBe(more[0]?.subject);
    expect(second?.text).toContain(`${ana.name}'s channel commented on`);
    expect(second?.text).not.toContain("Early");
    expect(await mailsAfter(maya, 200)).toHaveLength(2);
  });

  test("what was emailed, taken back and done again is emailed after an hour, too", async () => {
    await choose(maya, "follow", { email: "at_once" });
    await follow(leo, maya);
    expect(await mailsAfter(maya, 6)).toHaveLength(1);
    await unfollow(leo, maya);
    await follow(leo, maya);
    expect(await mailsAfter(maya, 55)).toHaveLength(1);
    expect(await mailsAfter(maya, 70)).toHaveLength(2);
  });

  test("leaves out what was read, taken back, deleted or made private meanwhile", async () => {
    await add(leo, "Read");
    await readAll(maya);
    expect(await mailsAfter(maya, 6)).toEqual([]);

    const [gone] = [await add(leo, "Regretted"), await add(ana, "Kept")];
    await leo.call(commentRoutes.remove, { params: { id: gone } });
    await flushCommentCounts(deps);
    const [mail] = await mailsAfter(maya, 6);
    expect(mail?.text).toContain("Kept");
    expect(mail?.text).not.toContain("Regretted");

    await choose(maya, "follow", { email: "at_once" });
    await follow(ana, maya);
    await unfollow(ana, maya);
    expect(await mailsAfter(maya, 6)).toHaveLength(1);

    const question = await add(leo, "A question");
    await add(maya, "An answer", question);
    await deps.pool.query("update contents set visibility = 'private' where id = $1", [id]);
    expect(await mailsAfter(leo, 6)).toEqual([]);
  });

  test("names nobody whose account is to be deleted by then", async () => {
    await add(leo, "Before I go");
    await deps.pool.query("update accounts set deletion_due_at = now() + interval '30 days' where id = $1", [
      leo.accountId,
    ]);
    const [mail] = await mailsAfter(maya, 6);
    expect(mail?.text).toContain("Before I go");
    expect(mail?.text).toContain("Unknown User");
    expect(mail?.text).not.toContain(leo.name);
  });

  test("bell and email are chosen separately, and the choice counts when the email is sent", async () => {
    await choose(maya, "comment", { bell: false, push: false });
    await add(leo, "Only by email");
    expect(await maya.call(notificationRoutes.list)).toMatchObject({ notifications: [], unread: 0 });
    expect(await mailsAfter(maya, 6)).toHaveLength(1);
    await add(ana, "Not any more");
    await choose(maya, "comment", { email: "off" });
    expect(await mailsAfter(maya, 90)).toHaveLength(1);
    await like(leo);
    expect(await mailsAfter(maya, 90)).toHaveLength(1);
  });

  test("nothing goes to accounts that are unverified, to be deleted or disowned; a deactivated earner goes on", async () => {
    const nobody = ["email_verified_at = null", "deletion_due_at = now()", "email_disowned_at = now()"];
    for (const change of [...nobody, "deactivated_at = now()"]) {
      const person = await testApp.person(`p${people}x${change.length}`);
      const question = await add(person, `Question ${change}`);
      await add(maya, `Answer ${change}`, question);
      await deps.pool.query(`update accounts set ${change} where id = $1`, [person.accountId]);
      expect(await mailsAfter(person, 6), change).toHaveLength(nobody.includes(change) ? 0 : 1);
    }
  });

  test("banned people get none of what others do, at once or in a digest; suspended people still do", async () => {
    const suspend = (until: string) =>
      deps.pool.query(
        `insert into suspensions (account_id, reason, until) values ($1, 'Insults', ${until})
         on conflict (account_id) do update set until = excluded.until`,
        [maya.accountId],
      );
    await suspend("null");
    await add(leo, "To a banned person");
    await follow(leo, maya);
    const { publish } = deps.events;
    const payouts = [{ account_id: maya.accountId, payout_id: id, amount_cents: 3_000 }];
    await inTransaction(deps.sql, (tx) => publish(tx, "payouts.changed", { change: "payout_paid", payouts }));
    const subjects = async (minutes: number) => (await mailsAfter(maya, minutes)).map(({ subject }) => subject);
    expect(await subjects(6)).toEqual(["Your payout of $30.00 was paid"]);
    await run(sendDueDigests, 48 * HOUR_MS);
    expect(await subjects(6)).toHaveLength(1);

    await suspend("now() + interval '1 day'");
    await add(ana, "To a suspended person");
    expect(await subjects(90)).toEqual(["Comments on “Regatta”", "Your payout of $30.00 was paid"]);
  });

  test("what security and billing already email is not emailed twice; a payout is emailed", async () => {
    const of = { account_id: maya.accountId };
    await inTransaction(deps.sql, async (tx) => {
      const { publish } = deps.events;
      await publish(tx, "account.security_changed", { ...of, change: "password_changed", detail: null });
      await publish(tx, "billing.changed", { ...of, change: "plan_resumed", invoice_id: null, detail: null });
      const payouts = [{ ...of, payout_id: id, amount_cents: 3_000 }];
      await publish(tx, "payouts.changed", { change: "payout_paid", payouts });
    });
    expect((await maya.call(notificationRoutes.list)).unread).toBe(3);
    const [mail, ...more] = await mailsAfter(maya, 6);
    expect([mail?.subject, more]).toEqual(["Your payout of $30.00 was paid", []]);
  });

  test("demo accounts get none until somebody signs in as them", async () => {
    await deps.pool.query("update accounts set is_demo = true where id = $1", [maya.accountId]);
    const { rows } = await deps.pool.query("select id from devices where account_id = $1", [maya.accountId]);
    expect(rows).toHaveLength(1);
    await add(leo, "Signed in");
    expect(await mailsAfter(maya, 6)).toHaveLength(1);
    await deps.pool.query("delete from devices where account_id = $1", [maya.accountId]);
    await add(ana, "Nobody here");
    expect(await mailsAfter(maya, 90)).toHaveLength(1);
  });

  test("many at the same time become one summary", async () => {
    for (const title of ["One", "Two", "Three"]) {
      ({ id } = await testApp.publishes(maya, title));
      await add(leo, `About ${title}`);
    }
    expect(await mailsAfter(maya, 6)).toHaveLength(3);
    for (const title of ["Four", "Five", "Six", "Seven"]) {
      ({ id } = await testApp.publishes(maya, title));
      await add(leo, `About ${title}`);
    }
    const [summary, ...more] = await mailsAfter(maya, 6);
    expect(more).toHaveLength(3);
    expect(summary?.subject).toBe("4 new notifications");
    for (const part of ["“Four”", "About Seven", "/notification/"]) expect(summary?.text).toContain(part);
  });
});

/** Quiet from an hour ago until two hours from now, in UTC. */
const setQuiet = (person: TestPerson) => {
  const at = (inMs: number) => new Date(Date.now() + inMs).toISOString().slice(11, 16);
  const quiet_hours = { from: at(-HOUR_MS), to: at(2 * HOUR_MS) };
  return person.call(preferenceRoutes.setDeliveries, { body: { time_zone: "UTC", quiet_hours } });
};

describe("quiet hours", () => {
  test("hold emails but not the bell until they end; what is read meanwhile is not sent", async () => {
    await setQuiet(maya);
    await setQuiet(leo);
    const question = await add(leo, "Are you asleep?");
    await add(maya, "Not yet", question);
    expect((await maya.call(notificationRoutes.list)).unread).toBe(1);
    await run(sendDueEmails, 10 * MINUTE_MS);
    expect([await mailsAfter(maya, 90), await mailsAfter(leo, 90)]).toEqual([[], []]);
    await readAll(leo);
    const [mail, ...more] = await mailsAfter(maya, 121);
    expect([mail?.text.includes("Are you asleep?"), more, await mailsAfter(leo, 121)]).toEqual([true, [], []]);
    expect(await mailsAfter(maya, 200)).toHaveLength(1);
  });

  test("hold digests", async () => {
    await setQuiet(maya);
    await follow(leo, maya);
    await deps.pool.query("update notification_digests set daily_at = now() where account_id = $1", [maya.accountId]);
    await run(sendDueDigests, HOUR_MS);
    expect(await mails.all(maya.email)).toEqual([]);
    await run(sendDueDigests, 121 * MINUTE_MS);
    expect(await mails.all(maya.email)).toHaveLength(1);
  });
});
