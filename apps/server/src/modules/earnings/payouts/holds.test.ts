import { earningRoutes } from "@app/contract/earnings";
import { payoutBatchRoutes } from "@app/contract/payout-batches";
import { payoutRoutes } from "@app/contract/payouts";
import { profileRoutes } from "@app/contract/profile";
import { afterAll, expect, test } from "vitest";
import { choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { inTransaction } from "#platform/db/database.ts";
import { createFakeStripe } from "#testing/fake-stripe/fake-stripe.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const stripe = await createFakeStripe();
afterAll(() => stripe.stop());
const testApp = await createTestApp(stripe.environment);
const { deps } = testApp;
const { pool } = deps;
const staff = await testApp.person("boss", { staffRole: "admin" });

let month = 0;
/** Each test has its own month. */
function nextMonth(): void {
  const at = new Date(Date.UTC(2026, month++, 2, 17));
  deps.now = () => at;
}

async function earner(name: string): Promise<TestPerson> {
  const person = await testApp.person(name, { plan: "Individual" });
  await earnAvailable(deps, person.accountId, 3);
  return person;
}

async function byPayPal(name: string): Promise<TestPerson> {
  const person = await earner(name);
  await choosePayout(person, { body: { method: "paypal", paypal_email: `${name}.pay@mail.test` } });
  return person;
}

async function byStripe(name: string): Promise<TestPerson> {
  const person = await earner(name);
  await choosePayout(person, { body: { method: "stripe" } });
  const { url } = await person.call(payoutRoutes.openStripe);
  stripe.finishOnboarding(url.split("/").at(-1) ?? "");
  for (const event of stripe.world.events.splice(0)) await stripe.deliver(testApp.origin, event);
  await testApp.settle();
  return person;
}

const ban = ({ accountId }: TestPerson) =>
  pool.query("insert into suspensions (account_id, reason) values ($1, 'Spam')", [accountId]);
const unban = ({ accountId }: TestPerson) => pool.query("delete from suspensions where account_id = $1", [accountId]);
/** As if the guardian had withdrawn their consent. */
const loseConsent = ({ accountId }: TestPerson) =>
  pool.query("update accounts set date_of_birth = '2010-05-05' where id = $1", [accountId]);

async function makeBatch(): Promise<{ params: { id: string } }> {
  const batch = await staff.call(payoutBatchRoutes.make);
  return { params: { id: batch?.id ?? "" } };
}

/** The payouts of a batch, by earner. */
async function payoutsOf(batch: { params: { id: string } }) {
  const { payouts } = await staff.call(payoutBatchRoutes.payouts, batch);
  return Object.fromEntries(payouts.map((payout) => [payout.earner, payout]));
}

test("a Stripe payout is returned if its earner lost the guardian's consent, and waits if its earner is banned", async () => {
  nextMonth();
  const [ada, bob, cyd] = [await byStripe("ada"), await byStripe("bob"), await byStripe("cyd")];
  const batch = await makeBatch();
  await loseConsent(ada);
  await ban(bob);
  expect(await payoutsOf(batch)).toMatchObject({
    ada: { hold: "guardian" },
    bob: { hold: "banned" },
    cyd: { hold: null },
  });
  await staff.call(payoutBatchRoutes.send, batch);
  await testApp.settle();
  expect(await payoutsOf(batch)).toMatchObject({
    ada: { state: "failed", failure: "Your guardian's consent is missing. You will be paid once they consent." },
    bob: { state: "in_transit", is_sent: false, hold: "banned", can: { mark_failed: true } },
    cyd: { state: "paid" },
  });
  expect(await ada.call(earningRoutes.summary)).toMatchObject({ available_cents: 3000, in_transit_cents: 0 });
  expect(await cyd.call(earningRoutes.summary)).toMatchObject({ paid_cents: 3000 });
  expect(stripe.world.transfers.size).toBe(1);

  // Once staff have lifted the ban, they can send it.
  await unban(bob);
  await staff.call(payoutBatchRoutes.send, batch);
  await testApp.settle();
  expect(await payoutsOf(batch)).toMatchObject({ bob: { state: "paid", hold: null } });
});

test("payouts on hold are marked in the file for the bank, and not marked as paid with the others", async () => {
  nextMonth();
  const [dan, eva] = [await byPayPal("dan"), await byPayPal("eva")];
  await byPayPal("flo");
  const batch = await makeBatch();
  await loseConsent(dan);
  await ban(eva);
  const { csv } = await staff.call(payoutBatchRoutes.exportCsv, batch);
  const statusOf = (name: string) =>
    csv
      .split("\r\n")
      .find((line) => line.split(",")[2] === name)
      ?.split(",")
      .at(-2);
  expect(["dan", "eva", "flo"].map(statusOf)).toEqual([
    "on hold (A guardian's consent is missing)",
    "on hold (Banned: staff decide)",
    "in_transit",
  ]);
  const body = { paid_on: deps.now().toISOString().slice(0, 10) };
  expect(await staff.call(payoutBatchRoutes.markPaid, { ...batch, body })).toEqual({ marked: 1, held: 2 });
  const { dan: dans, eva: evas, flo } = await payoutsOf(batch);
  expect([dans, evas, flo]).toMatchObject([
    ...[{ state: "in_transit", hold: "guardian" }, { state: "in_transit", hold: "banned" }, { state: "paid" }],
  ]);

  // Eva's was sent before the hold, so it is marked as paid; Dan's is returned.
  if (!dans || !evas) throw new Error("the batch lacks a payout");
  await staff.call(payoutBatchRoutes.markOnePaid, { params: { id: evas.id }, body });
  await staff.call(payoutBatchRoutes.markOneFailed, {
    params: { id: dans.id },
    body: { reason: "Your guardian's consent is missing." },
  });
  expect(await payoutsOf(batch)).toMatchObject({ dan: { state: "failed" }, eva: { state: "paid", hold: null } });
});

test("a payout waits for staff if its earner left no address to pay it to, and nobody marks it as paid unseen", async () => {
  nextMonth();
  const [gil, ida] = [await byPayPal("gil"), await byPayPal("ida")];
  const hal = await earner("hal");
  await pool.query(
    `insert into earner_profiles (account_id, plan, first_name, last_name, encrypted_ssn, ssn_hash, ssn_last4, street, city, state, zipcode)
     values ($1, 'Individual', 'Hal', 'Lee', 'x', 'hal', '1234', '1 Main St', 'Albany', 'NY', '10001')`,
    [hal.accountId],
  );
  await choosePayout(hal, { body: { method: "check" } });
  const batch = await makeBatch();
  await choosePayout(gil, { body: { method: "check" } });
  for (const { accountId } of [hal, ida]) {
    await pool.query("update accounts set erased_at = now() where id = $1", [accountId]);
    await inTransaction(deps.sql, (tx) => deps.personalData.eraseRows(tx, accountId));
  }
  const { payouts } = await staff.call(payoutBatchRoutes.payouts, batch);
  expect(payouts.map(({ hold }) => hold)).toEqual(["destination", "destination", "destination"]);
  const { csv } = await staff.call(payoutBatchRoutes.exportCsv, batch);
  expect(csv.match(/on hold \(No address to pay it to\)/g)).toHaveLength(3);
  const body = { paid_on: deps.now().toISOString().slice(0, 10) };
  expect(await staff.call(payoutBatchRoutes.markPaid, { ...batch, body })).toEqual({ marked: 0, held: 3 });
});

test("a PayPal address that is changed later is for the next payout: each file of the batch has the one it was made with", async () => {
  nextMonth();
  const kim = await byPayPal("kim");
  const batch = await makeBatch();
  const lineOf = async () =>
    (await staff.call(payoutBatchRoutes.exportCsv, batch)).csv.split("\r\n").find((line) => line.includes(",kim,"));
  const before = await lineOf();
  expect(before).toContain("kim.pay@mail.test");
  await choosePayout(kim, { body: { method: "paypal", paypal_email: "kim.new@mail.test" } });
  expect(await lineOf()).toBe(before);
  // As a batch of an earlier release.
  await pool.query("update payouts set encrypted_address = null where earner_id = $1", [kim.accountId]);
  expect(await lineOf()).toContain("kim.new@mail.test");
});

test("a check goes to the name and address of its batch: what the profile says later is for the next one", async () => {
  nextMonth();
  const lou = await earner("lou");
  await pool.query(
    `insert into earner_profiles (account_id, plan, first_name, last_name, encrypted_ssn, ssn_hash, ssn_last4, street, city, state, zipcode)
     values ($1, 'Individual', 'Lou', 'Lee', 'x', 'lou', '1234', '1 Main St', 'Albany', 'NY', '10001')`,
    [lou.accountId],
  );
  await choosePayout(lou, { body: { method: "check" } });
  const batch = await makeBatch();
  const lineOf = async () =>
    (await staff.call(payoutBatchRoutes.exportCsv, batch)).csv.split("\r\n").find((line) => line.includes(",lou,"));
  const before = await lineOf();
  expect(before).toContain("1 Main St,Albany,NY,10001");
  await lou.call(profileRoutes.update, { body: { first_name: "Other", street: "9 Other Road" } });
  expect(await lineOf()).toBe(before);
  // As a batch of an earlier release.
  await pool.query("update payouts set encrypted_address = null where earner_id = $1", [lou.accountId]);
  expect(await lineOf()).toMatch(/Other Lee.*9 Other Road/);
});
