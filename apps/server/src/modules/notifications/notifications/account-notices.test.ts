import { blockRoutes } from "@app/contract/blocks";
import { contentRoutes } from "@app/contract/contents";
import type { EventInputs, EventName } from "@app/contract/events";
import { notificationId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { contentHref } from "@app/contract/paths";
import { preferenceRoutes } from "@app/contract/preferences";
import { signUpRoutes } from "@app/contract/sign-up";
import { expect, test } from "vitest";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import { PASSWORD, type TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;

const publish = <Name extends EventName>(name: Name, payload: EventInputs[Name]) =>
  inTransaction(deps.sql, (tx) => deps.events.publish(tx, name, payload));

const bellOf = async (person: TestPerson) =>
  (await person.call(notificationRoutes.list)).notifications.map((one) => [
    one.kind,
    one.notification_message,
    one.href,
    one.data.message,
  ]);

test("a person is notified once of each new device and of a changed password, with a link to the settings", async () => {
  const maya = await testApp.person("maya");
  await maya.onAnotherDevice();
  await maya.onAnotherDevice();
  const body = { current_password: PASSWORD, password: "Another-Word-7", password_confirmation: "Another-Word-7" };
  await maya.call(signUpRoutes.changePassword, { body });
  const device = ["security", expect.stringMatching(/^New sign-in: .+/), "/setting?tab=devices", null];
  expect(await bellOf(maya)).toEqual([
    ["security", "Your password was changed", "/setting?tab=security", null],
    device,
    device,
  ]);
});

test("notifications of payouts and decisions give the amount or the reason, and link to what they are about", async () => {
  const leo = await testApp.person("leo", { plan: "Individual" });
  const { id } = await testApp.publishes(leo, "Regatta");
  const account_id = leo.accountId;
  const ofPayout = { account_id, payout_id: newId(notificationId), amount_cents: 2_500 };
  await publish("payouts.changed", { change: "payout_sent", payouts: [ofPayout] });
  await publish("payouts.changed", { change: "payout_paid", payouts: [ofPayout] });
  const ofItem = { account_id, subject_id: id, content_id: id };
  await publish("moderation.decided", { ...ofItem, decision: "content_hidden", note: "It shows somebody else." });
  const report = { account_id, subject_id: newId(notificationId), content_id: null };
  await publish("moderation.decided", { ...report, decision: "report_decided", note: null });
  await publish("moderation.decided", { ...ofItem, decision: "content_restored", note: null });
  expect(await bellOf(leo)).toEqual([
    ["moderation", "“Regatta” is visible again", contentHref("video", id), null],
    ["moderation", "We reviewed your report", "/setting?tab=reports", null],
    ["moderation", "“Regatta” was hidden by our team", "/setting?tab=reports", "It shows somebody else."],
    ["payout", "Your payout of $25.00 was paid", "/referral-page", null],
    ["payout", "Your payout of $25.00 is on its way", "/referral-page", null],
  ]);
});

test("what staff decided about a person's own act is told also once they can no longer see the item, without its title", async () => {
  const [mia, ben] = [await testApp.person("mia", { plan: "Individual" }), await testApp.person("ben")];
  const { id } = await testApp.publishes(mia, "Trials");
  const of = (person: TestPerson) => ({
    account_id: person.accountId,
    subject_id: newId(notificationId),
    content_id: id,
  });
  await publish("moderation.decided", { ...of(ben), decision: "comment_restored", note: null });
  await publish("moderation.decided", { ...of(ben), decision: "comment_removed", note: "Insults" });
  await publish("moderation.decided", { ...of(mia), decision: "content_hidden", note: "It shows somebody else." });
  await mia.call(blockRoutes.block, { params: { id: ben.channelId } });
  await mia.call(contentRoutes.remove, { params: { id } });
  expect((await bellOf(ben)).map(([, message]) => message)).toEqual([
    "Your comment on an item was removed by our team",
  ]);
  expect((await bellOf(mia)).map(([, message]) => message)).toEqual(["“Trials” was hidden by our team"]);
});

test("a repeated event is one notification until it is read, and none if its kind is switched off", async () => {
  const ana = await testApp.person("ana");
  const lost = { account_id: ana.accountId, payout_id: newId(notificationId), amount_cents: 3_000 };
  await publish("payouts.changed", { change: "payout_failed", payouts: [lost] });
  await publish("payouts.changed", { change: "payout_failed", payouts: [lost] });
  const off = { kind: "moderation", bell: false } as const;
  await ana.call(preferenceRoutes.setNotification, { body: off });
  const channel = { account_id: ana.accountId, subject_id: ana.channelId, content_id: null, note: null };
  await publish("moderation.decided", { ...channel, decision: "channel_hidden" });
  expect(await bellOf(ana)).toEqual([
    ["payout", "Your payout of $30.00 failed, and the money is back in your balance", "/referral-page", null],
  ]);
});

test("what has not changed for half a year is purged, and found without reading the rest", async () => {
  const zoe = await testApp.person("zoe");
  const payout = { account_id: zoe.accountId, payout_id: newId(notificationId), amount_cents: 2_500 };
  for (const change of ["payout_sent", "payout_paid"] as const)
    await publish("payouts.changed", { change, payouts: [payout] });
  await deps.pool.query(
    "update notifications set updated_at = now() - interval '181 days' where account_id = $1 and cause like 'payout_sent:%'",
    [zoe.accountId],
  );
  await deps.pool.query("select graphile_worker.add_job('notifications:purge', '{}')");
  await testApp.settle();
  expect((await bellOf(zoe)).map(([, message]) => message)).toEqual(["Your payout of $25.00 was paid"]);
  const client = await deps.pool.connect();
  await client.query("set enable_seqscan = off");
  const { rows } = await client.query(
    "explain select id from notifications where updated_at < now() order by updated_at",
  );
  client.release(true);
  expect(JSON.stringify(rows)).toContain("notifications_oldest");
});
