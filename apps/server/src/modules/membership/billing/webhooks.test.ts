import { billingRoutes } from "@app/contract/billing";
import { describe, expect, test } from "vitest";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { CONNECT_SECRET } from "#testing/fake-stripe/fake-stripe.ts";
import type { FakeStripeEvent } from "#testing/fake-stripe/world.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import { watchPlansJob } from "./watch-plans.service.ts";

const world = await createStripeWorld();
const { testApp, fake } = world;
const mails = createMailReader(testApp);
const FAILS_RENEWALS = "4000 0000 0000 0341";

async function subscriber(name: string, number?: string): Promise<TestPerson> {
  const person = await testApp.person(name, { plan: "Individual" });
  const card = await world.addCard(person, number);
  await person.call(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
  await world.deliverEvents();
  return person;
}

/** Runs `work` at Stripe and drops its events. @returns them */
async function eventsOf(work: () => Promise<void> | void): Promise<FakeStripeEvent[]> {
  const before = fake.world.events.length;
  await work();
  return fake.world.events.slice(before);
}

const statusOf = async (person: TestPerson) => (await person.call(billingRoutes.summary)).subscription?.status;
const renewed = async (person: TestPerson) => eventsOf(async () => fake.renew(await world.subscriptionOf(person)));

async function isSaved(event: FakeStripeEvent | undefined): Promise<boolean> {
  const { rowCount } = await testApp.deps.pool.query("select from webhook_events where id = $1", [event?.id]);
  return rowCount === 1;
}

describe("a Stripe event", () => {
  test("is refused when it is forged, altered, or five minutes old", async () => {
    const ana = await subscriber("ana", FAILS_RENEWALS);
    const events = await renewed(ana);
    const [event] = events;
    if (!event) throw new Error("nothing happened");
    expect(await fake.deliver(testApp.origin, event, { secret: "whsec_of_somebody_else" })).toBe(400);
    expect(await fake.deliver(testApp.origin, event, { tamper: (body) => body.replace("usd", "eur") })).toBe(400);
    expect(await fake.deliver(testApp.origin, event, { ageS: 301 })).toBe(400);
    const unsigned = await testApp.visitor.send("POST", "/api/v1/webhooks/stripe", { body: { id: "evt_1" } });
    expect(unsigned.status).toBe(400);
    expect(await isSaved(event)).toBe(false);
    expect(await statusOf(ana)).toBe("active");
    expect(await fake.deliver(testApp.origin, event, { ageS: 290 })).toBe(200);
    expect(await statusOf(ana)).toBe("past_due");
  });

  test.each([
    "",
    "t=NOW",
    "t=NOW,v1=",
    "t=NOW,v1=é",
    `t=NOW,v1=${"é".repeat(64)}`,
    `t=NOW,v1=${"a".repeat(64)}`,
    "=,=",
  ])("with the malformed signature %j is refused without a server error", async (signature) => {
    const now = String(Math.floor(Date.now() / 1000));
    const reply = await testApp.visitor.send("POST", "/api/v1/webhooks/stripe", {
      body: { id: "evt_1" },
      headers: { "stripe-signature": signature.replace("NOW", now) },
    });
    expect(reply.status).toBe(400);
  });

  test("is applied once, however often it arrives", async () => {
    const ben = await subscriber("ben");
    const events = await renewed(ben);
    for (const event of [...events, ...events, ...events]) expect(await fake.deliver(testApp.origin, event)).toBe(200);
    expect((await ben.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect(await mails.count(ben.email)).toBe(2);
  });

  test("is applied once when ten copies arrive at the same moment", async () => {
    const cleo = await subscriber("cleo");
    const events = await renewed(cleo);
    const copies = events.flatMap((event) => Array.from({ length: 10 }, () => event));
    const statuses = await Promise.all(copies.map((event) => fake.deliver(testApp.origin, event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await cleo.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect(await mails.count(cleo.email)).toBe(2);
  });

  test("may arrive in any order, because the current state counts", async () => {
    const dina = await subscriber("dina", FAILS_RENEWALS);
    const failed = await renewed(dina);
    const card = await world.addCard(dina);
    const paid = await eventsOf(() =>
      dina.call(billingRoutes.setDefault, { params: { id: card } }).then(() => undefined),
    );
    for (const event of [...paid, ...failed].toReversed()) expect(await fake.deliver(testApp.origin, event)).toBe(200);
    expect(await statusOf(dina)).toBe("active");
    expect((await dina.call(billingRoutes.invoices)).pagination.total).toBe(2);
  });

  test("from before the end of a plan does not revive it", async () => {
    const egon = await subscriber("egon");
    await egon.call(billingRoutes.cancel);
    const before = await eventsOf(() => undefined);
    const ended = await renewed(egon);
    for (const event of [...ended, ...before, ...ended]) await fake.deliver(testApp.origin, event);
    const created = fake.world.events.find((event) => event.type === "customer.subscription.created");
    if (created)
      await fake.deliver(testApp.origin, { ...created, id: "evt_a_late_copy", object: ended[0]?.object ?? {} });
    expect(await statusOf(egon)).toBe("canceled");
  });

  test("that arrives before the reply to our own call finds its order", async () => {
    const fred = await testApp.person("fred", { plan: "Individual" });
    const card = await world.addCard(fred);
    const call = fred.call(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
    const deliveredIds = new Set<string>();
    const isDone = call.then(() => true);
    while (!(await Promise.race([isDone, new Promise<false>((resolve) => setTimeout(() => resolve(false), 1))]))) {
      const event = fake.world.events.findLast(({ type }) => type === "customer.subscription.created");
      if (!event || deliveredIds.has(event.id)) continue;
      deliveredIds.add(event.id);
      expect(await fake.deliver(testApp.origin, event)).toBe(200);
    }
    expect((await call).status).toBe("active");
    expect((await fred.call(billingRoutes.invoices)).pagination.total).toBe(1);
  });

  test("of another product or an unknown type is accepted and recorded", async () => {
    const strange = [
      "customer.subscription.updated",
      "invoice.paid",
      "payment_method.attached",
      "charge.refunded",
      "refund.updated",
      "charge.dispute.created",
      "charge.dispute.closed",
      "a.new.kind",
    ];
    for (const [at, type] of strange.entries()) {
      const event = { id: `evt_strange_${at}`, type, created: 1, object: { id: `obj_${at}` } };
      expect([type, await fake.deliver(testApp.origin, event)]).toEqual([type, 200]);
      expect(await isSaved(event)).toBe(true);
    }
  });

  test("is refused while Stripe does not respond, and delivered again", async () => {
    const gina = await subscriber("gina", FAILS_RENEWALS);
    const events = await renewed(gina);
    const [event] = events;
    if (!event) throw new Error("nothing happened");
    fake.failNext(3);
    expect(await fake.deliver(testApp.origin, event)).toBe(503);
    expect(await isSaved(event)).toBe(false);
    expect(await fake.deliver(testApp.origin, event)).toBe(200);
    expect(await statusOf(gina)).toBe("past_due");
  });

  test("about a refund shows on the receipt, once", async () => {
    const hugo = await subscriber("hugo");
    const { rows } = await testApp.deps.pool.query("select id, provider_id from invoices where account_id = $1", [
      hugo.accountId,
    ]);
    const events = await eventsOf(() => {
      fake.refund(rows[0].provider_id, 500);
    });
    for (const event of [...events, ...events]) await fake.deliver(testApp.origin, event);
    const receipt = await hugo.call(billingRoutes.invoice, { params: { id: rows[0].id } });
    expect(receipt).toMatchObject({ total_cents: 999, refunded_cents: 500 });
  });

  test("about a refund that failed at the bank is accepted, and reaches us with the other secret too", async () => {
    const hans = await subscriber("hans");
    const { rows } = await testApp.deps.pool.query("select provider_id from invoices where account_id = $1", [
      hans.accountId,
    ]);
    const refundId = fake.refund(rows[0].provider_id, 999, "pending");
    const [failed] = await eventsOf(() => fake.failRefund(refundId));
    if (!failed) throw new Error("nothing happened");
    expect(await fake.deliver(testApp.origin, failed, { secret: CONNECT_SECRET })).toBe(200);
    expect(await isSaved(failed)).toBe(true);
    expect((await hans.call(billingRoutes.invoices)).invoices[0]).toMatchObject({ refunded_cents: 0 });
  });

  test("about a refund that failed after it was completed takes it off the receipt, and another one can follow", async () => {
    const hilda = await subscriber("hilda");
    const { rows } = await testApp.deps.pool.query("select provider_id from invoices where account_id = $1", [
      hilda.accountId,
    ]);
    const refunded = async () => (await hilda.call(billingRoutes.invoices)).invoices[0]?.refunded_cents;
    let refundId = "";
    const completed = await eventsOf(() => {
      refundId = fake.refund(rows[0].provider_id, 999);
    });
    for (const event of completed) await fake.deliver(testApp.origin, event);
    expect(await refunded()).toBe(999);
    const failed = await eventsOf(() => fake.failRefund(refundId));
    for (const event of [...failed, ...completed, ...failed]) await fake.deliver(testApp.origin, event);
    expect(await refunded()).toBe(0);
    const again = await eventsOf(() => void fake.refund(rows[0].provider_id, 999));
    for (const event of again) await fake.deliver(testApp.origin, event);
    expect(await refunded()).toBe(999);
  });

  test("about a refund may arrive before the payment's event, and after the bank's delay", async () => {
    const hedy = await subscriber("hedy");
    const paid = await renewed(hedy);
    const invoiceId = String(paid.find((event) => event.type === "invoice.paid")?.object.id);
    let refundId = "";
    const events = await eventsOf(() => {
      fake.refund(invoiceId, 300);
      refundId = fake.refund(invoiceId, 200, "pending");
    });
    for (const event of events) expect(await fake.deliver(testApp.origin, event)).toBe(200);
    const newest = async () => (await hedy.call(billingRoutes.invoices)).invoices[0];
    expect(await newest()).toMatchObject({ total_cents: 999, refunded_cents: 300 });
    const settled = await eventsOf(() => fake.settleRefund(refundId));
    for (const event of [...settled, ...settled, ...paid]) expect(await fake.deliver(testApp.origin, event)).toBe(200);
    expect(await newest()).toMatchObject({ total_cents: 999, refunded_cents: 500 });
    expect((await hedy.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect(await mails.count(hedy.email)).toBe(2);
  });

  test("about a detached card removes it from the list", async () => {
    const ines = await subscriber("ines");
    const [method] = [...fake.world.methods.values()].slice(-1);
    if (!method) throw new Error("no card");
    method.customer = null;
    const event = { id: "evt_detached", type: "payment_method.detached", created: 1, object: { id: method.id } };
    await fake.deliver(testApp.origin, event);
    expect(await ines.call(billingRoutes.paymentMethods)).toEqual([]);
  });

  test("that is lost is made up for by the hourly job", async () => {
    const jon = await subscriber("jon");
    await renewed(jon);
    await testApp.deps.pool.query(
      "update subscriptions set current_period_end = now() - interval '4 hours' where account_id = $1",
      [jon.accountId],
    );
    await enqueue(testApp.deps.sql, watchPlansJob, {});
    await testApp.settle();
    expect((await jon.call(billingRoutes.invoices)).pagination.total).toBe(2);
  });
});

test("completes an interrupted order on the second attempt, and charges once", async () => {
  const kim = await testApp.person("kim", { plan: "Individual" });
  const body = toOrder("Individual", await world.addCard(kim));
  fake.failNext(3);
  const cut = await kim.refused(billingRoutes.createSubscription, { body });
  expect(cut).toMatchObject({ code: 503, kind: "unavailable" });
  const other = await kim.refused(billingRoutes.createSubscription, {
    body: toOrder("Individual", body.payment_method_id),
  });
  expect(other).toMatchObject({ code: 409, message: "A payment is in progress. Please wait a minute." });
  // The age of the last attempt matters, not that of the first request.
  await testApp.deps.pool.query(
    `update subscriptions set attempted_at = now() - interval '2 minutes', consented_at = now() - interval '2 minutes'
     where account_id = $1`,
    [kim.accountId],
  );
  fake.failNext(3);
  expect((await kim.refused(billingRoutes.createSubscription, { body })).code).toBe(503);
  expect(
    (await kim.refused(billingRoutes.createSubscription, { body: toOrder("Individual", body.payment_method_id) }))
      .message,
  ).toBe("A payment is in progress. Please wait a minute.");
  expect((await kim.call(billingRoutes.createSubscription, { body })).status).toBe("active");
  const reference = [...fake.world.subscriptions.values()].filter(
    (one) => one.customer === [...fake.world.customers.values()].at(-1)?.id,
  );
  expect(reference).toHaveLength(1);
});

test("a renewal that the bank wants confirmed can be confirmed in the days after it", async () => {
  const uma = await testApp.person("uma", { plan: "Individual" });
  await world.answerChallenge(uma, await world.orderWithChallenge(uma, "Individual"), "complete");
  await uma.call(billingRoutes.confirmSubscription);
  expect((await uma.call(billingRoutes.summary)).subscription).toMatchObject({
    status: "active",
    requires_action: null,
  });
  await world.passMonth(uma);
  const { subscription } = await uma.call(billingRoutes.summary);
  expect(subscription).toMatchObject({ status: "past_due", requires_action: { kind: "payment" } });
  if (!subscription?.requires_action) throw new Error("nothing to confirm");
  await world.answerChallenge(uma, subscription.requires_action, "complete");
  const confirmed = await uma.call(billingRoutes.confirmSubscription);
  expect(confirmed).toMatchObject({ status: "active", grace_until: null, requires_action: null });
  await world.deliverEvents();
  expect((await uma.call(billingRoutes.invoices)).invoices.map(({ total_cents }) => total_cents)).toEqual([999, 999]);
});

test("an overdue plan is shown also while Stripe fails, or does not answer", async () => {
  const vic = await subscriber("vic", FAILS_RENEWALS);
  for (const event of await renewed(vic)) await fake.deliver(testApp.origin, event);
  const overdue = { status: "past_due", requires_action: null };
  // The client tries a request three times.
  fake.failNext(3);
  expect((await vic.call(billingRoutes.summary)).subscription).toMatchObject(overdue);
  const before = fake.seen.length;
  const answer = fake.hang();
  expect((await vic.call(billingRoutes.summary)).subscription).toMatchObject(overdue);
  // It was shown before the client gave up the first time.
  expect(fake.seen.slice(before)).toHaveLength(1);
  answer();
});

test("the sandbox has no webhook route", async () => {
  const sandbox = await createSandboxWorld();
  const reply = await sandbox.testApp.visitor.send("POST", "/api/v1/webhooks/stripe", { body: { id: "evt_1" } });
  expect(reply.status).toBe(404);
});
