import { createHash } from "node:crypto";
import { accountSecurityRoutes } from "@app/contract/account-security";
import { auditRoutes } from "@app/contract/audit";
import { earningRoutes, statementRoutes } from "@app/contract/earnings";
import { notificationRoutes } from "@app/contract/notifications";
import { BATCH_MESSAGES, payoutBatchRoutes } from "@app/contract/payout-batches";
import { payoutRoutes } from "@app/contract/payouts";
import { referralRoutes } from "@app/contract/referrals";
import { taxRoutes } from "@app/contract/tax";
import { describe, expect, test } from "vitest";
import { choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { addProfile } from "#modules/membership/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import { PASSWORD, type TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { makeMonthlyBatch } from "./batches.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const staff = await testApp.person("boss", { staffRole: "admin" });

const NOON = "T17:00:00Z";
function travelTo(day: string): void {
  deps.now = () => new Date(`${day}${NOON}`);
}
travelTo("2026-03-10");

async function earner(name: string): Promise<TestPerson> {
  const person = await testApp.person(name, { plan: "Individual" });
  await choosePayout(person, { body: { method: "paypal", paypal_email: `${name}.pay@mail.test` } });
  return person;
}

async function makeBatch() {
  const batch = await staff.call(payoutBatchRoutes.make);
  if (!batch) throw new Error("nobody can be paid");
  return batch;
}

const payoutsOf = async (id: string) => (await staff.call(payoutBatchRoutes.payouts, { params: { id } })).payouts;

describe("a payout, from the balance to the statement", () => {
  test("is made for the whole balance, marked as paid, and listed in the statements", async () => {
    const ana = await earner("ana");
    const low = await earner("low");
    await earnAvailable(deps, ana.accountId, 3);
    await earnAvailable(deps, low.accountId, 2);
    expect(await ana.call(payoutRoutes.overview)).toMatchObject({
      available_cents: 3000,
      next_on: "2026-03-11",
      method: "paypal",
      destination: "a•••@mail.test",
      offered: ["check", "paypal"],
      hurdles: [],
    });
    expect((await low.call(payoutRoutes.overview)).hurdles).toEqual(["minimum"]);

    travelTo("2026-04-01");
    await Promise.all([makeMonthlyBatch(deps), makeMonthlyBatch(deps), makeMonthlyBatch(deps)]);
    const { batches } = await staff.call(payoutBatchRoutes.list);
    expect(batches).toHaveLength(1);
    expect(batches[0]).toMatchObject({ number: 1, month: "2026-04", state: "ready", payouts: 1, total_cents: 3000 });
    expect(await ana.call(earningRoutes.summary)).toMatchObject({
      total_cents: 3000,
      pending_cents: 0,
      available_cents: 0,
      in_transit_cents: 3000,
      paid_cents: 0,
      referrals: { available: 3, paid: 0 },
    });

    const id = batches[0]?.id ?? "";
    const { csv, file_name } = await staff.call(payoutBatchRoutes.exportCsv, { params: { id } });
    expect(file_name).toBe("payouts-1-2026-04.csv");
    const [payout] = await payoutsOf(id);
    const line = `${payout?.id} ${ana.accountId} 3000 paypal\n`;
    expect(batches[0]?.checksum).toBe(createHash("sha256").update(line).digest("hex"));
    expect(csv.split("\r\n")[1]).toBe(
      `1,${payout?.id},ana,ana,30.00,PayPal,ana.pay@mail.test,,,,,in_transit,${batches[0]?.checksum}`,
    );

    // In UTC it is tomorrow already, in New York it is not.
    deps.now = () => new Date("2026-04-04T03:00:00Z");
    expect((await staff.call(payoutBatchRoutes.list)).today).toBe("2026-04-03");
    const paidOn = (paid_on: string) =>
      staff.refused(payoutBatchRoutes.markOnePaid, { params: { id: payout?.id ?? "" }, body: { paid_on } });
    expect((await paidOn("2026-04-04")).errors).toEqual({ paid_on: ["The date is in the future."] });
    travelTo("2026-04-03");
    expect((await paidOn("2026-03-31")).errors).toEqual({ paid_on: ["The date is before the batch was made."] });
    expect(await staff.call(payoutBatchRoutes.markPaid, { params: { id }, body: { paid_on: "2026-04-02" } })).toEqual({
      marked: 1,
      held: 0,
    });
    expect((await paidOn("2026-04-02")).message).toBe("This payout is paid already.");
    expect(await ana.call(earningRoutes.summary)).toMatchObject({
      total_cents: 3000,
      available_cents: 0,
      in_transit_cents: 0,
      paid_cents: 3000,
      referrals: { available: 0, paid: 3 },
    });
    const { referrals } = await ana.call(referralRoutes.details, { query: { filter_type: "paid" } });
    expect(referrals.map((one) => [one.amount_cents, one.paid_on])).toEqual(
      Array.from({ length: 3 }, () => [1000, "2026-04-02"]),
    );
    const { payouts } = await ana.call(payoutRoutes.list);
    expect(payouts).toMatchObject([{ amount_cents: 3000, method: "paypal", state: "paid", failure: null }]);

    const april = await ana.call(statementRoutes.read, { query: { period: "2026-04" } });
    expect(april).toMatchObject({
      opening: { pending_cents: 0, available_cents: 3000, in_transit_cents: 0, paid_cents: 0 },
      closing: { pending_cents: 0, available_cents: 0, in_transit_cents: 0, paid_cents: 3000 },
      earned_cents: 0,
      reversed_cents: 0,
      paid_out_cents: 3000,
      lines: [
        { on: "2026-04-01", movement: "payout", count: 1, amount_cents: 3000 },
        { on: "2026-04-02", movement: "payout-paid", count: 1, amount_cents: 3000 },
      ],
    });
    const year = await ana.call(statementRoutes.read, { query: { period: "2026" } });
    expect(year).toMatchObject({ earned_cents: 3000, paid_out_cents: 3000, closing: { paid_cents: 3000 } });
    expect((await ana.call(payoutRoutes.overview)).months).toEqual(["2026-04", "2026-03", "2026-01"]);
    expect((await ana.send("GET", "/api/v1/earnings-statement?period=2026-13")).status).toBe(422);
  });

  test("that is returned goes back to the balance, and is paid with the next one", async () => {
    travelTo("2026-05-01");
    const ben = await earner("ben");
    await earnAvailable(deps, ben.accountId, 4);
    const batch = await makeBatch();
    const [payout] = await payoutsOf(batch.id);
    const params = { id: payout?.id ?? "" };
    await staff.call(payoutBatchRoutes.markOnePaid, { params, body: { paid_on: "2026-05-01" } });
    await staff.call(payoutBatchRoutes.markOneFailed, { params, body: { reason: "PayPal sent it back." } });
    expect((await staff.refused(payoutBatchRoutes.markOneFailed, { params, body: { reason: "Again." } })).code).toBe(
      409,
    );
    expect(await ben.call(earningRoutes.summary)).toMatchObject({
      total_cents: 4000,
      available_cents: 4000,
      paid_cents: 0,
      referrals: { available: 4, paid: 0 },
    });
    const { payouts } = await ben.call(payoutRoutes.list);
    expect(payouts).toMatchObject([{ state: "failed", failure: "PayPal sent it back." }]);
    // One batch a month: the money waits for the next.
    const again = await staff.send("POST", "/api/v1/admin/payout-batches");
    expect(JSON.parse(again.text)).toMatchObject({ message: BATCH_MESSAGES.exists, data: { id: batch.id } });
    travelTo("2026-06-01");
    expect(await makeBatch()).toMatchObject({ number: batch.number + 1, total_cents: 4000 });
  });

  test("in a voided batch returns, and the month can have another batch", async () => {
    travelTo("2026-07-01");
    const cal = await earner("cal");
    const people = await earnAvailable(deps, cal.accountId, 3);
    const batch = await makeBatch();
    const params = { id: batch.id };
    await staff.call(payoutBatchRoutes.void, { params, body: { reason: "Wrong month" } });
    expect((await staff.refused(payoutBatchRoutes.void, { params, body: { reason: "Again" } })).code).toBe(409);
    expect(await cal.call(earningRoutes.summary)).toMatchObject({ available_cents: 3000, in_transit_cents: 0 });
    // The monthly run leaves it to staff.
    await makeMonthlyBatch(deps);
    const { batches } = await staff.call(payoutBatchRoutes.list);
    expect(batches[0]).toMatchObject({ id: batch.id, state: "voided", void_reason: "Wrong month", failed: 1 });
    const again = await makeBatch();
    expect(again).toMatchObject({ number: batch.number + 1, month: "2026-07" });
    expect(people).toHaveLength(3);
    const [payout] = await payoutsOf(again.id);
    await staff.call(payoutBatchRoutes.markOnePaid, {
      params: { id: payout?.id ?? "" },
      body: { paid_on: "2026-07-01" },
    });
    const refusal = await staff.refused(payoutBatchRoutes.void, { params: { id: again.id }, body: { reason: "Late" } });
    expect(refusal.message).toMatch(/already paid or sent/);
  });
});

test("each change of a payout sends a notification", async () => {
  const ana = await earner("bell");
  travelTo("2026-08-01");
  await earnAvailable(deps, ana.accountId, 3);
  const batch = await makeBatch();
  await staff.call(payoutBatchRoutes.markPaid, { params: { id: batch.id }, body: { paid_on: "2026-08-01" } });
  const { notifications } = await ana.call(notificationRoutes.list);
  expect(notifications.map((one) => one.notification_message)).toEqual(
    expect.arrayContaining(["Your payout of $30.00 was paid", "Your payout of $30.00 is on its way"]),
  );
});

test("everything staff did with payouts is in the audit log", async () => {
  const { entries } = await staff.call(auditRoutes.list, { query: { per_page: 50 } });
  const made = new Set(entries.map((entry) => entry.action));
  for (const action of ["made", "exported", "voided"]) expect(made).toContain(`payout_batch.${action}`);
  const failed = entries.find((entry) => entry.action === "payout.failed");
  expect(failed).toMatchObject({ staff: { username: "boss" }, reason: "PayPal sent it back." });
  expect(failed?.changes).toContainEqual({ field: "state", before: "paid", after: "failed" });
  // Neither the address nor anything else that is personal.
  expect(JSON.stringify(entries)).not.toContain("mail.test");
  const moderator = await testApp.person("mod", { staffRole: "moderator" });
  expect((await moderator.refused(payoutBatchRoutes.list)).code).toBe(404);
});

describe("nobody is paid", () => {
  test("without a method, an address for a check, or a guardian's consent", async () => {
    travelTo("2026-09-01");
    const dee = await testApp.person("dee", { plan: "Individual" });
    await earnAvailable(deps, dee.accountId, 3);
    const hurdles = async () => (await dee.call(payoutRoutes.overview)).hurdles;
    expect(await hurdles()).toEqual(["method"]);
    const zed = await earner("zed");
    await earnAvailable(deps, zed.accountId, 4);
    const waiting = async () => {
      const { file_name, csv } = await staff.call(payoutBatchRoutes.exportWaiting);
      expect(file_name).toBe("payouts-waiting-2026-09-01.csv");
      return csv.split("\r\n").filter((line) => /^(dee|zed|Username),/.test(line));
    };
    expect(await waiting()).toEqual([
      "Username,Available (USD),Method,Waits for",
      "dee,30.00,,No payout method chosen",
      "zed,40.00,PayPal,The next batch",
    ]);
    await deps.pool.query("insert into suspensions (account_id, reason) values ($1, 'Spam')", [zed.accountId]);
    await choosePayout(dee, { body: { method: "check" } });
    expect(await hurdles()).toEqual(["address"]);
    expect(await staff.call(payoutBatchRoutes.make)).toBeNull();
    await inTransaction(deps.sql, (tx) =>
      addProfile(tx, dee.accountId, {
        text: {
          plan: "Individual",
          first_name: "Dee",
          last_name: "Lee",
          group_name: null,
          graduation_year: null,
          gpa: null,
          street: "1 Main St",
          city: "Troy",
          state: "NY",
          zipcode: "12180",
        },
        dateOfBirth: "2010-05-05",
        contacts: [],
        categories: [],
        offers: [],
        visits: [],
      }),
    );
    expect(await hurdles()).toEqual(["guardian"]);
    expect((await waiting()).slice(1)).toEqual([
      "dee,30.00,Check by mail,A guardian's consent is missing",
      "zed,40.00,PayPal,Banned: staff decide",
    ]);
    expect(await staff.call(payoutBatchRoutes.make)).toBeNull();
    // Now 18 years old.
    await deps.pool.query("update accounts set date_of_birth = '2000-05-05' where id = $1", [dee.accountId]);
    const batch = await makeBatch();
    const { csv } = await staff.call(payoutBatchRoutes.exportCsv, { params: { id: batch.id } });
    expect(csv).toContain(",dee,Dee Lee,30.00,Check by mail,,1 Main St,Troy,NY,12180,in_transit,");
    expect(await dee.call(payoutRoutes.overview)).toMatchObject({
      destination: "1 Main St, Troy",
      hurdles: ["minimum"],
    });
  });

  test("in a year without a tax threshold, and staff are told what to enter", async () => {
    travelTo("2027-01-01");
    const eve = await earner("eve");
    await earnAvailable(deps, eve.accountId, 3);
    expect((await eve.call(payoutRoutes.overview)).hurdles).toEqual(["tax_year"]);
    const refusal = await staff.refused(payoutBatchRoutes.make);
    expect(refusal.code).toBe(409);
    expect(refusal.message).toMatch(/^Nobody has entered the tax threshold of 2027 yet\. Enter it under Tax/);
    await staff.call(taxRoutes.saveYear, {
      params: { year: 2027 },
      body: { threshold_cents: 200_000, form: "1099-MISC", box: "3" },
    });
    expect(await makeBatch()).toMatchObject({ month: "2027-01", total_cents: 3000 });
  });

  test("with missing or wrong fields", async () => {
    const fay = await testApp.person("fay", { plan: "Individual" });
    const save = async (body: object) => (await fay.send("PUT", "/api/v1/payouts/method", { body })).text;
    expect((await fay.refused(payoutRoutes.saveMethod, { body: { method: "check" } })).code).toBe(403);
    await fay.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    expect(await save({ method: "paypal" })).toContain("Please enter the email address of your PayPal account.");
    expect(await save({ method: "cash" })).toContain('"method"');
    expect(await save({ method: "stripe" })).toContain("Payouts by Stripe are not offered here.");
    expect((await fay.refused(payoutRoutes.openStripe)).code).toBe(422);
    expect((await fay.call(payoutRoutes.overview)).method).toBeNull();
  });
});

test("an earner whose rewards are not what is available is left out of the batch, and the others are paid", async () => {
  travelTo("2027-03-01");
  const [gil, hal] = [await earner("gil"), await earner("hal")];
  for (const { accountId } of [gil, hal]) await earnAvailable(deps, accountId, 3);
  await deps.pool.query(
    "update referrals set stage = 'reversed', reason = 'By hand' where referred_id = (select min(referred_id::text)::uuid from referrals where earner_id = $1)",
    [gil.accountId],
  );
  const batch = await makeBatch();
  expect((await payoutsOf(batch.id)).map((payout) => payout.earner)).toEqual(["hal"]);
  expect(await gil.call(earningRoutes.summary)).toMatchObject({ available_cents: 3000, in_transit_cents: 0 });
});
