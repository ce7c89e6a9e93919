import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { contentHref } from "@app/contract/paths";
import { preferenceRoutes } from "@app/contract/preferences";
import { type PushMessage, webPushRoutes } from "@app/contract/web-push";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { flushCommentCounts } from "#modules/engagement/comments/comment-counts.service.ts";
import { notifyFollowersOfUploads } from "#modules/notifications/notifications/notifications.service.ts";
import { createFakePushService, type FakeBrowser } from "#testing/fake-push-service.ts";
import { follow, unfollow } from "#testing/follow.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { deliverPushes } from "./deliver-pushes.service.ts";
import type { PushedRow } from "./deliveries.sql.ts";
import { toPushMessage } from "./web-push.presenter.ts";

const service = await createFakePushService(() => testApp.deps.push.publicKey);
afterAll(() => service.stop());
const testApp = await createTestApp({ PUSH_TEST_ORIGIN: service.origin });
const { deps } = testApp;

let people = 0;
let [maya, leo, ana] = [{} as TestPerson, {} as TestPerson, {} as TestPerson];
let id: ContentId;
let phone = {} as FakeBrowser;

beforeEach(async () => {
  people += 1;
  maya = await testApp.person(`maya${people}`, { plan: "Individual" });
  leo = await testApp.person(`leo${people}`);
  ana = await testApp.person(`ana${people}`);
  ({ id } = await testApp.publishes(maya, "Regatta"));
  phone = service.addBrowser();
  await maya.call(webPushRoutes.subscribe, { body: phone.subscription });
  // Security pushes are off, because the tests sign in on further devices.
  await maya.call(preferenceRoutes.setNotification, { body: { kind: "security", push: false } });
  await deps.pool.query("update accounts set date_of_birth = '1990-01-01', birth_precision = 'day'");
});

const add = async (person: TestPerson, text = "What a start") => {
  const added = await person.call(commentRoutes.add, { params: { id }, body: { text, parent_id: null } });
  await flushCommentCounts(deps);
  return added.id;
};
const deliver = () => deliverPushes(deps, new AbortController().signal);
const comment = async (person: TestPerson) => {
  const added = await add(person);
  await deliver();
  return added;
};
const bodies = () => phone.messages.map(({ body }) => body);
const bell = async () => (await maya.call(notificationRoutes.list)).notifications;
/** Moves what was sent and is due this far into the past. */
const waitS = async (seconds: number) => {
  await deps.pool.query(
    `update push_deliveries set due_at = due_at - make_interval(secs => $1), sent_at = sent_at - make_interval(secs => $1)`,
    [seconds],
  );
  await deps.pool.query("update notification_pauses set pushed_at = pushed_at - make_interval(secs => $1)", [seconds]);
};

describe("a push", () => {
  test("says what happened, opens it, and does not quote what others write", async () => {
    const added = await comment(leo);
    const [notification] = await bell();
    const message: PushMessage = {
      id: notification?.notification_id as PushMessage["id"],
      title: "New comment",
      body: `${leo.name}'s channel commented on “Regatta”`,
      href: `${contentHref("video", id)}#comment:${added}`,
    };
    expect(phone.messages).toEqual([message]);
    const topic = String(message.id).replaceAll("-", "");
    expect(phone.requests).toMatchObject([{ ttlS: 86_400, topic }]);
  });

  test("names nobody whom search engines may not find, nor what they publish", async () => {
    const makeMinor = (person: TestPerson) =>
      deps.pool.query("update accounts set date_of_birth = now() - interval '15 years' where id = $1", [
        person.accountId,
      ]);
    await makeMinor(leo);
    await comment(leo);
    expect(bodies()).toEqual(["Someone commented on “Regatta”"]);
    const tablet = service.addBrowser();
    await ana.call(webPushRoutes.subscribe, { body: tablet.subscription });
    await follow(ana, maya);
    await makeMinor(maya);
    const { id: next } = await testApp.publishes(maya, "A name in the title");
    await notifyFollowersOfUploads(deps, new AbortController().signal);
    await deliver();
    expect(tablet.messages).toMatchObject([
      { body: "A channel you follow published something new", href: contentHref("video", next) },
    ]);
  });

  test("goes to each of a person's devices; one that was offline gets only the latest of a group", async () => {
    const [laptop, old] = [service.addBrowser(), service.addBrowser()];
    await (await maya.onAnotherDevice()).call(webPushRoutes.subscribe, { body: laptop.subscription });
    await (await maya.onAnotherDevice()).call(webPushRoutes.subscribe, { body: old.subscription });
    old.replies = [{ status: 410 }];
    laptop.isAway = true;
    await comment(leo);
    await comment(ana);
    // Further notifications of a group wait for five minutes.
    expect([phone.messages.length, old.requests.length]).toEqual([1, 1]);
    await waitS(240);
    await deliver();
    expect(phone.messages).toHaveLength(1);
    await waitS(61);
    await deliver();
    const latest = `${ana.name}'s channel and 1 other commented on “Regatta”`;
    expect([bodies().at(-1), laptop.messages.map(({ body }) => body)]).toEqual([latest, [latest]]);
    expect([laptop.requests.length, old.requests.length]).toEqual([2, 1]);
  });

  test("waits as long if what caused it was taken back and done again", async () => {
    const followAndDeliver = async () => {
      await follow(leo, maya);
      await deliver();
    };
    await followAndDeliver();
    expect(bodies()).toEqual([`${leo.name}'s channel followed your channel`]);
    for (const seconds of [0, 200]) {
      await waitS(seconds);
      await unfollow(leo, maya);
      await followAndDeliver();
    }
    expect(phone.messages).toHaveLength(1);
    await waitS(101);
    await deliver();
    expect(phone.messages).toHaveLength(2);
    // What was read is over: the next follower is told of at once.
    await maya.call(notificationRoutes.markAll);
    await follow(ana, maya);
    await deliver();
    expect(phone.messages).toHaveLength(3);
  });

  test("is sent once by two workers", async () => {
    await add(leo);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(phone.messages).toHaveLength(1);
    await deliver();
    expect(phone.messages).toHaveLength(1);
  });
});

test("of money gives no amount, and of a staff decision no reason and no title", () => {
  const about = (kind: string, cause: string) => {
    const row = { kind, cause, detail: "$25.00", content_title: "Secret", content_id: null, actors: 0 } as PushedRow;
    const { title, body, href } = toPushMessage({ ...row, actor_name: null, isNamed: false });
    return [title, body, href];
  };
  expect(about("payout", "payout_paid:1")).toEqual(["Payout", "Your payout was paid", "/referral-page"]);
  expect(about("billing", "payment_failed:1")).toEqual([
    "Your plan",
    "Your payment did not go through",
    "/setting?tab=plan",
  ]);
  expect(about("moderation", "comment_removed:1")[1]).toBe("Your comment was removed by our team");
  expect(about("moderation", "newer:1").slice(0, 2)).toEqual(["From our team", "You have a new notification."]);
});

test("about a team names its channel only where its owner may be named", () => {
  const about = (reason: string, isNamed: boolean) => {
    const row = { kind: "security", cause: `${reason}:1`, detail: "Hull Rowing", content_id: null } as PushedRow;
    return toPushMessage({ ...row, actor_name: null, isNamed }).body;
  };
  expect(about("team_removed", true)).toBe("You are no longer on the team of Hull Rowing");
  expect(about("team_removed", false)).toBe("You are no longer on the team of a channel");
  expect(about("team_role_changed", false)).toBe("Your role on the team of a channel was changed");
  expect(about("new_device", false)).toBe("New sign-in: Hull Rowing");
});

describe("no push is sent", () => {
  const set = (kind: "comment", choice: { push?: boolean; bell?: boolean }) =>
    maya.call(preferenceRoutes.setNotification, { body: { kind, ...choice } });

  test("of a kind that was switched off before or since then; the bell has its own switch", async () => {
    await set("comment", { push: false });
    await comment(leo);
    await set("comment", { push: true });
    await add(leo, "And on");
    await set("comment", { push: false });
    await deliver();
    expect([phone.messages, (await bell()).length]).toEqual([[], 1]);
    await set("comment", { push: true, bell: false });
    await maya.call(notificationRoutes.markAll);
    await comment(ana);
    expect(bodies()).toHaveLength(1);
  });

  test("of what was read, taken back or hidden meanwhile", async () => {
    await add(leo);
    await maya.call(notificationRoutes.markAll);
    await deliver();
    const taken = await add(ana);
    await ana.call(commentRoutes.remove, { params: { id: taken } });
    await flushCommentCounts(deps);
    await deliver();
    await add(leo, "Once more");
    await maya.call(contentRoutes.remove, { params: { id }, body: { id } });
    await deliver();
    expect(phone.requests).toEqual([]);
    expect((await deps.pool.query("select from push_deliveries where due_at is not null")).rows).toEqual([]);
  });

  test("in quiet hours; when they end it comes once, if it is still unread", async () => {
    const now = new Date();
    const toTime = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16);
    await maya.call(preferenceRoutes.setDeliveries, {
      body: { time_zone: "UTC", quiet_hours: { from: toTime(-1), to: toTime(1) } },
    });
    await comment(leo);
    await deliver();
    expect(phone.requests).toEqual([]);
    const { rows } = await deps.pool.query<{ s: number }>(
      "select extract(epoch from due_at - now())::float8 as s from push_deliveries where due_at > now()",
    );
    expect(rows[0]?.s).toBeGreaterThan(3_400);
    expect(rows[0]?.s).toBeLessThan(3_661);
    await maya.call(preferenceRoutes.setDeliveries, { body: { quiet_hours: null } });
    await waitS(3_700);
    await deliver();
    await deliver();
    expect(phone.messages).toHaveLength(1);
  });
});

describe("a push service", () => {
  test("that is busy is retried when it says, and given up after six attempts", async () => {
    phone.replies = [{ status: 429, headers: { "retry-after": "600" } }];
    await comment(leo);
    await waitS(590);
    await deliver();
    expect([phone.requests.length, phone.messages.length]).toEqual([1, 0]);
    await waitS(11);
    await deliver();
    expect([phone.requests.length, phone.messages.length]).toEqual([2, 1]);
    phone.replies = Array.from({ length: 9 }, () => ({ status: 503 }));
    await maya.call(notificationRoutes.markAll);
    await comment(ana);
    for (let round = 0; round < 9; round++) {
      await waitS(3_600);
      await deliver();
    }
    expect(phone.requests).toHaveLength(8);
  });

  test("gets one message if many notifications are due at once", async () => {
    for (const title of ["One", "Two", "Three", "Four"]) {
      ({ id } = await testApp.publishes(maya, title));
      await add(leo, title);
    }
    await deliver();
    expect(phone.messages).toEqual([
      { id: null, title: "Fieldhouse", body: "You have 4 new notifications.", href: "/notification/" },
    ]);
  });
});
