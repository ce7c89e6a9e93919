import { contentRoutes } from "@app/contract/contents";
import { notificationRoutes } from "@app/contract/notifications";
import { contentHref } from "@app/contract/paths";
import { preferenceRoutes } from "@app/contract/preferences";
import { beforeEach, expect, test } from "vitest";
import { follow } from "#testing/follow.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { notifyFollowersOfUploads } from "./notifications.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
let people = 0;
let [maya, leo] = [{} as TestPerson, {} as TestPerson];

beforeEach(async () => {
  people += 1;
  maya = await testApp.person(`maya${people}`, { plan: "Individual" });
  leo = await testApp.person(`leo${people}`);
});

const notifyAll = () => notifyFollowersOfUploads(deps, new AbortController().signal);
const list = (person: TestPerson) => person.call(notificationRoutes.list);
const messagesOf = async (person: TestPerson) =>
  (await list(person)).notifications.map((one) => one.notification_message);

test("an upload notifies existing followers once, when it becomes public, except those who switched that off", async () => {
  const [late, off] = [await testApp.person(`late${people}`), await testApp.person(`off${people}`)];
  await follow(leo, maya);
  await follow(off, maya);
  await off.call(preferenceRoutes.setNotification, { body: { kind: "new_upload", bell: false } });
  const hidden = await testApp.publishes(maya, "Heats", { visibility: "private" });
  await notifyAll();
  expect(await messagesOf(leo)).toEqual([]);
  await maya.call(contentRoutes.update, { params: { id: hidden.id }, body: { visibility: "public", revision: 0 } });
  // By the job that the change of visibility queued.
  await testApp.settle();
  expect(await messagesOf(leo)).toEqual([`${maya.name}'s channel published “Heats”`]);
  await follow(late, maya);
  await Promise.all([notifyAll(), notifyAll(), notifyAll()]);
  await notifyAll();
  expect(await messagesOf(leo)).toEqual([`${maya.name}'s channel published “Heats”`]);
  expect((await list(leo)).notifications[0]).toMatchObject({ href: contentHref("video", hidden.id) });
  expect([await messagesOf(late), await messagesOf(off)]).toEqual([[], []]);
});

test("an upload reaches many followers in batches, and those who were away for a month when they come back", async () => {
  await deps.pool.query(
    `with owners as (
       insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
       select gen_random_uuid(), 'General User', 'x' || n || $2, 'x' || n || $2, 'x' || n || $2, 'x' || n || $2, '-'
       from generate_series(1, 1100) n returning id
     ), known as (
       insert into devices (id, account_id, client_id, name, address_prefix, session_ends_at, last_seen_at)
       select gen_random_uuid(), id, gen_random_uuid(), 'a', '', now() + interval '1 day', now() - interval '29 days'
       from owners
     ) insert into follows (follower_id, channel_id, created_at) select id, $1, now() - interval '1 hour' from owners`,
    [maya.channelId, String(people)],
  );
  await follow(leo, maya);
  await list(leo);
  await deps.pool.query("update devices set last_seen_at = now() - interval '31 days' where account_id = $1", [
    leo.accountId,
  ]);
  await deps.pool.query("update notification_readers set caught_up_at = now() - interval '31 days'");
  const { id: item } = await testApp.publishes(maya, "Finals");
  await notifyAll();
  const { rows } = await deps.pool.query("select count(*)::int as n from notifications where content_id = $1", [item]);
  expect(rows).toEqual([{ n: 1_100 }]);
  expect(await messagesOf(leo)).toEqual([`${maya.name}'s channel published “Finals”`]);
  expect(await messagesOf(leo)).toHaveLength(1);
});

test("who uploads for a team that they follow is not notified of it, neither at once nor when they come back", async () => {
  await follow(leo, maya);
  await follow(await testApp.person(`fan${people}`), maya);
  await list(leo);
  const { id } = await testApp.publishes(maya, "By Leo");
  await deps.pool.query("update contents set uploaded_by = $2 where id = $1", [id, leo.accountId]);
  await notifyAll();
  const { rows } = await deps.pool.query("select count(*)::int as n from notifications where content_id = $1", [id]);
  expect(rows).toEqual([{ n: 1 }]);
  await deps.pool.query("update notification_readers set caught_up_at = now() - interval '2 days'");
  expect(await messagesOf(leo)).toEqual([]);
});
