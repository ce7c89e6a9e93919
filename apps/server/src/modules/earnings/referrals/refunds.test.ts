import { billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { earningRoutes } from "@app/contract/earnings";
import { payoutBatchRoutes } from "@app/contract/payout-batches";
import { REVIEW_MESSAGES, referralReviewRoutes } from "@app/contract/referral-review";
import { referralRoutes } from "@app/contract/referrals";
import { beforeEach, expect, test } from "vitest";
import { makeBatch } from "#modules/earnings/payouts/batches.service.ts";
import { openJoiners } from "#modules/earnings/referrals/testing/joiners.ts";
import { choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { endWithRefundByStaff } from "#modules/membership/index.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { toTeam } from "#testing/earner-forms.ts";
import type { TestPerson } from "#testing/people.ts";
import { payPlan, signUpAsEarner } from "#testing/registrant.ts";
import { changeReferralTrigger, makeDueReferralsAvailable } from "./referrals.service.ts";

const world = await createSandboxWorld();
const { testApp } = world;
const { deps } = testApp;
const { pool } = deps;
const { verifies } = openJoiners(testApp);

beforeEach(async () => void (await changeReferralTrigger(deps.sql, "first_payment")));

async function earner(name: string): Promise<TestPerson & { code: string }> {
  const person = await testApp.person(name, { plan: "Individual" });
  return { ...person, code: (await person.call(referralRoutes.link)).code };
}

/** Signs up, with a code or without, and enters what a team has to. */
async function entersTeam(username: string, code?: string) {
  const person = await signUpAsEarner(testApp, username, code === undefined ? {} : { referral_code: code });
  await person.refused(earnerRoutes.team, { body: toTeam(username, testApp.categoryId) });
  return person;
}

async function pays(username: string, code?: string) {
  const person = await entersTeam(username, code);
  await person.call(billingRoutes.createSubscription, { body: toOrder("Team", await world.addCard(person)) });
  return person;
}

test("a refund is given while the reward is in a payout on its way; it stays, unless the payout fails", async () => {
  const staff = await testApp.person("payer", { staffRole: "admin" });
  const ann = await earner("ann");
  await choosePayout(ann, { body: { method: "paypal", paypal_email: "ann.pay@mail.test" } });
  await earnAvailable(deps, ann.accountId, 2);
  const bo = await pays("bo.r", ann.code);
  await pool.query("update referrals set available_at = now() where referred_id = $1", [bo.accountId]);
  await makeDueReferralsAvailable(deps);
  const batchId = (await makeBatch(deps, null)) ?? "";
  expect(await ann.call(earningRoutes.summary)).toMatchObject({ in_transit_cents: 3000 });

  await bo.call(earnerRoutes.endWithRefund);
  await testApp.settle();
  const { rows } = await pool.query("select sum(amount_cents)::int as cents from refunds");
  expect(rows).toEqual([{ cents: 2999 }]);
  expect(await ann.call(earningRoutes.summary)).toMatchObject({ total_cents: 3000, in_transit_cents: 3000 });

  await staff.call(payoutBatchRoutes.void, { params: { id: batchId }, body: { reason: "A payment was refunded." } });
  expect(await ann.call(earningRoutes.summary)).toMatchObject({
    total_cents: 2000,
    available_cents: 2000,
    in_transit_cents: 0,
    referrals: { available: 2, reversed: 1 },
  });
});

test("a refund reverses a reward earned by the payment, not one earned by the verified address, whatever the setting now", async () => {
  const cat = await earner("cat");
  const totals = async () => (await cat.call(earningRoutes.summary)).total_cents;
  const paid = await pays("dan.r", cat.code);
  await verifies("dan.r");
  await changeReferralTrigger(deps.sql, "verified");
  const verified = await pays("eve.r", cat.code);
  await verifies("eve.r");
  expect(await totals()).toBe(2000);

  await endWithRefundByStaff(deps, paid.email);
  expect(await totals()).toBe(1000);
  await changeReferralTrigger(deps.sql, "first_payment");
  await endWithRefundByStaff(deps, verified.email);
  await testApp.settle();
  expect(await totals()).toBe(1000);
  expect(await cat.call(earningRoutes.summary)).toMatchObject({ referrals: { pending: 1, reversed: 1 } });
});

async function openStripeReward() {
  const stripe = await createStripeWorld();
  const lou = await stripe.testApp.person("lou", { plan: "Individual" });
  const { code } = await lou.call(referralRoutes.link);
  await changeReferralTrigger(stripe.testApp.deps.sql, "first_payment");
  const mo = await signUpAsEarner(stripe.testApp, "mo.r", { referral_code: code });
  await mo.refused(earnerRoutes.team, { body: toTeam("mo.r", stripe.testApp.categoryId) });
  await mo.call(billingRoutes.createSubscription, { body: toOrder("Team", await stripe.addCard(mo)) });
  await stripe.deliverEvents();
  const [paid = ""] = stripe.fake.world.invoices.keys();
  return { ...stripe, lou, mo, paid, totals: async () => (await lou.call(earningRoutes.summary)).total_cents };
}

test("a full refund at the payment provider takes the reward back too, a part of it does not", async () => {
  const { fake, deliverEvents, paid, totals } = await openStripeReward();
  fake.refund(paid, 1000);
  await deliverEvents();
  expect(await totals()).toBe(1000);
  fake.refund(paid, 1999);
  await deliverEvents();
  expect(await totals()).toBe(0);
});

test("a disputed payment holds a pending reward for a review, once; if the dispute is lost, it is taken back", async () => {
  const { fake, deliverEvents, paid, totals, lou, mo, testApp: app } = await openStripeReward();
  const staff = await app.person("boss", { staffRole: "admin" });
  const review = async () => {
    const { referrals } = await staff.call(referralReviewRoutes.list, { query: { state: "open" } });
    return referrals.find(({ id }) => id === mo.accountId);
  };
  const becomeDue = async () => {
    await app.deps.pool.query("update referrals set available_at = now() where referred_id = $1", [mo.accountId]);
    await makeDueReferralsAvailable(app.deps);
    return (await lou.call(earningRoutes.summary)).available_cents;
  };
  // Staff have looked at what they knew before.
  if (await review()) await staff.call(referralReviewRoutes.release, { params: { id: mo.accountId } });
  const dispute = fake.dispute(paid);
  await deliverEvents();
  expect((await review())?.flags).toContain("disputed");
  expect(await becomeDue()).toBe(0);

  // Another event of the same dispute changes nothing.
  await staff.call(referralReviewRoutes.release, { params: { id: mo.accountId } });
  fake.world.say("charge.dispute.created", { id: dispute, object: "dispute" });
  await deliverEvents();
  expect(await review()).toBeUndefined();
  expect(await becomeDue()).toBe(1000);

  fake.closeDispute(dispute, "lost");
  await deliverEvents();
  expect(await totals()).toBe(0);
  const [invoice] = (await mo.call(billingRoutes.invoices)).invoices;
  expect(invoice).toMatchObject({ total_cents: 2999, refunded_cents: 2999 });
  // Nothing is left to refund.
  expect(await endWithRefundByStaff(app.deps, mo.email)).toMatchObject({ refundedCents: 0 });
});

test("a reward stays if the dispute is won, and staff release it", async () => {
  const { fake, deliverEvents, paid, totals, mo, testApp: app } = await openStripeReward();
  const staff = await app.person("boss", { staffRole: "admin" });
  const dispute = fake.dispute(paid);
  fake.closeDispute(dispute, "won");
  // Both events say what is true now: there is nothing to look at.
  await deliverEvents();
  expect((await staff.call(referralReviewRoutes.list, { query: { state: "open" } })).referrals).toEqual([]);
  expect(await totals()).toBe(1000);
  expect((await mo.call(billingRoutes.invoices)).invoices[0]).toMatchObject({ refunded_cents: 0 });
});

test("a refund of only the newest payment keeps the reward that an earlier payment earned", async () => {
  const staff = await testApp.person("voider", { staffRole: "admin" });
  const fay = await earner("fay");
  await choosePayout(fay, { body: { method: "paypal", paypal_email: "fay.pay@mail.test" } });
  await earnAvailable(deps, fay.accountId, 2);
  const gil = await pays("gil.r", fay.code);
  await verifies("gil.r");
  await world.passMonth({
    ...gil,
    name: "gil.r",
    channelId: "" as never,
    onAnotherDevice: () => Promise.resolve(gil),
  });
  expect(await endWithRefundByStaff(deps, gil.email)).toMatchObject({ refundedCents: 2999 });
  await testApp.settle();
  const { rows } = await pool.query("select count(*)::int as payments from invoices where account_id = $1", [
    gil.accountId,
  ]);
  expect(rows).toEqual([{ payments: 2 }]);
  expect(await fay.call(earningRoutes.summary)).toMatchObject({ total_cents: 3000, referrals: { pending: 1 } });

  // A payout that fails takes back only a reward whose payment was refunded while it was in the payout.
  await pool.query("update referrals set available_at = now() where referred_id = $1", [gil.accountId]);
  await makeDueReferralsAvailable(deps);
  const params = { id: (await makeBatch(deps, null)) ?? "" };
  expect(await fay.call(earningRoutes.summary)).toMatchObject({ in_transit_cents: 3000 });
  await staff.call(payoutBatchRoutes.void, { params, body: { reason: "The file had a wrong date." } });
  expect(await fay.call(earningRoutes.summary)).toMatchObject({ total_cents: 3000, available_cents: 3000 });
});

test("a missed referral is credited if the person has paid; otherwise it waits for the payment, and staff are told so", async () => {
  const hal = await earner("hal");
  const staff = await testApp.person("boss", { staffRole: "admin" });
  const add = async (referred: string) => {
    const body = { earner: "hal", referred, reason: "They typed the address themselves." };
    const { text } = await staff.send("POST", "/api/v1/admin/referrals", { body });
    return JSON.parse(text);
  };
  await pays("ian.r");
  await verifies("ian.r");
  expect(await add("ian.r")).toMatchObject({ message: REVIEW_MESSAGES.added, data: { is_credited: true } });

  const refunded = await pays("joe.r");
  await verifies("joe.r");
  await endWithRefundByStaff(deps, refunded.email);
  const waits = { message: REVIEW_MESSAGES.waits, data: { is_credited: false } };
  expect(await add("joe.r")).toMatchObject(waits);

  const kay = await entersTeam("kay.r");
  await verifies("kay.r");
  expect(await add("kay.r")).toMatchObject(waits);
  expect(await hal.call(earningRoutes.summary)).toMatchObject({ total_cents: 1000, referrals: { joined: 2 } });
  await payPlan(testApp, kay.accountId, "Team");
  expect(await hal.call(earningRoutes.summary)).toMatchObject({ total_cents: 2000, referrals: { joined: 1 } });
});

test("who does both is credited once, in whatever order, though staff changed what earns the reward in between", async () => {
  const lea = await earner("lea");
  const rows = async () =>
    (await lea.call(referralRoutes.details)).referrals.map(({ username, stage, trigger }) => [
      ...[username, stage, trigger],
    ]);
  // Verified while payments earned the reward, and pays while verified addresses do.
  const mel = await entersTeam("mel.r", lea.code);
  expect(await rows()).toEqual([["mel.r", "joined", "verified"]]);
  await verifies("mel.r");
  expect(await rows()).toEqual([["mel.r", "joined", "first_payment"]]);
  await changeReferralTrigger(deps.sql, "verified");
  await mel.call(billingRoutes.createSubscription, { body: toOrder("Team", await world.addCard(mel)) });
  expect(await rows()).toEqual([["mel.r", "pending", "first_payment"]]);
  // The other way round.
  const noa = await pays("noa.r", lea.code);
  expect(await rows()).toContainEqual(["noa.r", "joined", "verified"]);
  await changeReferralTrigger(deps.sql, "first_payment");
  await verifies("noa.r");
  expect(await rows()).toContainEqual(["noa.r", "pending", "first_payment"]);
  expect(await lea.call(earningRoutes.summary)).toMatchObject({ total_cents: 2000, pending_cents: 2000 });
  await endWithRefundByStaff(deps, noa.email);
  expect(await lea.call(earningRoutes.summary)).toMatchObject({ total_cents: 1000 });
});
