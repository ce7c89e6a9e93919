import type { ContentId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { type EmailFrequency, preferenceRoutes } from "@app/contract/preferences";
import { reactionRoutes } from "@app/contract/reactions";
import { beforeEach, describe, expect, test } from "vitest";
import { flushLikeCounts } from "#modules/engagement/reactions/reactions.service.ts";
import { follow } from "#testing/follow.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { sendDueDigests, sendDueEmails } from "./emails.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const mails = createMailReader(testApp);
const DAY_MS = 24 * 60 * 60_000;
let people = 0;
let [maya, leo, ana] = [{} as TestPerson, {} as TestPerson, {} as TestPerson];
let id: ContentId;

beforeEach(async () => {
  people += 1;
  maya = await testApp.person(`maya${people}`, { plan: "Individual" });
  leo = await testApp.person(`leo${people}`);
  ana = await testApp.person(`ana${people}`);
  ({ id } = await testApp.publishes(maya, "Regatta"));
  await maya.call(preferenceRoutes.setNotification, { body: { kind: "reaction", email: "weekly" } });
});

const like = async (person: TestPerson) => {
  await person.call(reactionRoutes.like, { params: { id }, body: { liked: true } });
  await flushLikeCounts(deps);
};
const sendAt = async (at: Date | undefined) => {
  await sendDueDigests({ ...deps, now: () => at ?? new Date(0) }, new AbortController().signal);
  return mails.all(maya.email);
};
const dueAt = async (person: TestPerson) => {
  const { rows } = await deps.pool.query<{ daily_at: Date | null; weekly_at: Date | null }>(
    "select daily_at, weekly_at from notification_digests where account_id = $1",
    [person.accountId],
  );
  return rows[0] ?? { daily_at: null, weekly_at: null };
};
const localTime = (at: Date | null, timeZone: string) =>
  at?.toLocaleString("en-US", { timeZone, weekday: "short", hour: "numeric", minute: "2-digit" });

describe("a digest", () => {
  test("comes in the person's morning, daily or on their chosen weekday, and moves when they change that", async () => {
    await maya.call(preferenceRoutes.setDeliveries, { body: { time_zone: "Asia/Kolkata", digest_weekday: 3 } });
    await follow(leo, maya);
    await like(leo);
    const first = await dueAt(maya);
    expect(localTime(first.daily_at, "Asia/Kolkata")).toMatch(/8:00 AM$/);
    expect(localTime(first.weekly_at, "Asia/Kolkata")).toMatch(/^Wed.* 8:00 AM$/);
    expect(first.daily_at?.getTime()).toBeGreaterThan(Date.now());
    expect(first.daily_at?.getTime()).toBeLessThanOrEqual(Date.now() + DAY_MS);
    await maya.call(preferenceRoutes.setDeliveries, { body: { digest_hour: 18, time_zone: "America/Chicago" } });
    const moved = await dueAt(maya);
    expect(localTime(moved.daily_at, "America/Chicago")).toMatch(/6:00 PM$/);
    expect(localTime(moved.weekly_at, "America/Chicago")).toMatch(/^Wed.* 6:00 PM$/);
  });

  test("lists unread notifications that no email has had, is sent once by concurrent workers, and is skipped if empty", async () => {
    await follow(leo, maya);
    const { daily_at } = await dueAt(maya);
    expect(await sendAt(new Date(Number(daily_at) - 60_000))).toEqual([]);
    await Promise.all([sendAt(daily_at ?? undefined), sendAt(daily_at ?? undefined), sendAt(daily_at ?? undefined)]);
    const [mail, ...more] = await sendAt(daily_at ?? undefined);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "Your daily digest: 1 unread notification" });
    expect(mail?.text).toContain(`${leo.name}'s channel followed your channel`);
    expect(await dueAt(maya)).toEqual({ daily_at: null, weekly_at: null });

    await follow(ana, maya);
    await maya.call(notificationRoutes.markAll);
    expect(await sendAt(new Date(Date.now() + 2 * DAY_MS))).toHaveLength(1);
  });

  test("is one email on a day when both are due, and a second one waits for the next day", async () => {
    await follow(leo, maya);
    await like(leo);
    const { weekly_at } = await dueAt(maya);
    const [both, ...more] = await sendAt(weekly_at ?? undefined);
    expect(more).toEqual([]);
    expect(both).toMatchObject({ subject: "Your daily digest: 2 unread notifications" });
    for (const part of ["followed your channel", "liked “Regatta”"]) expect(both?.text).toContain(part);

    await like(ana);
    await deps.pool.query("update notification_digests set daily_at = $2 where account_id = $1", [
      maya.accountId,
      weekly_at,
    ]);
    await maya.call(preferenceRoutes.setNotification, { body: { kind: "reaction", email: "daily" } });
    expect(await sendAt(new Date(Number(weekly_at) + 60_000))).toHaveLength(1);
    expect(await sendAt(new Date(Number(weekly_at) + DAY_MS + 60_000))).toHaveLength(2);
  });

  test("hands over what waits for it when the person changes how often emails of a kind come", async () => {
    const choose = (email: EmailFrequency) =>
      maya.call(preferenceRoutes.setNotification, { body: { kind: "follow", email } });
    const sendAtOnce = async () => {
      const now = () => new Date(Date.now() + 6 * 60_000);
      await sendDueEmails({ ...deps, now }, new AbortController().signal);
      return mails.all(maya.email);
    };
    await follow(leo, maya);
    const { daily_at } = await dueAt(maya);
    await choose("weekly");
    expect(await sendAt(daily_at ?? undefined)).toEqual([]);
    await choose("at_once");
    const [mail, ...more] = await sendAtOnce();
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`${leo.name}'s channel followed your channel`);

    await follow(ana, maya);
    await choose("daily");
    expect(await sendAtOnce()).toHaveLength(1);
    expect(await sendAt((await dueAt(maya)).daily_at ?? undefined)).toHaveLength(2);
    await choose("at_once");
    expect(await sendAtOnce()).toHaveLength(2);

    await choose("off");
    await follow(await testApp.person(`zoe${people}`), maya);
    await choose("at_once");
    expect(await sendAtOnce()).toHaveLength(2);
  });

  test.each([
    ["in the zone's morning that is today", "2026-11-24T06:59:00Z", null, "2026-11-24T07:00:00Z"],
    ["tomorrow, at the very moment of today's", "2026-11-24T07:00:00Z", null, "2026-11-25T07:00:00Z"],
    ["today, if it is the day of the week", "2026-11-24T06:00:00Z", 2, "2026-11-24T07:00:00Z"],
    ["in a week, if it was today", "2026-11-24T08:00:00Z", 2, "2026-12-01T07:00:00Z"],
    ["on another day of the week", "2026-11-24T08:00:00Z", 1, "2026-11-30T07:00:00Z"],
    ["at the same hour after the clocks go forward", "2026-03-28T12:00:00Z", null, "2026-03-29T06:00:00Z"],
  ])("is next due %s", async (_, moment, weekday, expected) => {
    const { rows } = await deps.pool.query<{ at: Date }>("select next_digest_at($1, 'Europe/Berlin', 8, $2) as at", [
      moment,
      weekday,
    ]);
    expect(rows[0]?.at).toEqual(new Date(expected));
  });
});

test("a page is told whether it must set the time zone", async () => {
  expect((await maya.call(notificationRoutes.list)).needs_time_zone).toBe(true);
  await maya.call(preferenceRoutes.setDeliveries, { body: { digest_hour: 9 } });
  expect((await maya.call(notificationRoutes.list)).needs_time_zone).toBe(true);
  await maya.call(preferenceRoutes.setDeliveries, { body: { time_zone: "UTC" } });
  expect((await maya.call(notificationRoutes.list)).needs_time_zone).toBe(false);
});
