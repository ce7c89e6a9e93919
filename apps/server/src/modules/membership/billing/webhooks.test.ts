import { billingRoutes } from "@app/contract/billing";
import { describe, expect, test } from "vitest";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toOrder } from "#testing/billing.ts";
import { openSandboxWorld, openStripeWorld } from "#testing/billing-world.ts";
import { openMailReader } from "#testing/mail-reader.ts";
import type { StagePerson } from "#testing/people.ts";
import type { StandInEvent } from "#testing/stripe-stand-in/world.ts";
import { watchPlansJob } from "./billing.jobs.ts";

const world = await openStripeWorld();
const { stage, standIn } = world;
const mails = openMailReader(stage);
const FAILS_RENEWALS = "4000 0000 0000 0341";

async function subscriber(name: string, number?: string): Promise<StagePerson> {
  const person = await stage.person(name, { plan: "Individual" });
  const card = await world.addsCard(person, number);
  await person.call(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
  await world.hears();
  return person;
}

/** What happens at Stripe while `work` runs, told to nobody. */
async function eventsOf(work: () => Promise<void> | void): Promise<StandInEvent[]> {
  const before = standIn.world.events.length;
  await work();
  return standIn.world.events.slice(before);
}

const statusOf = async (person: StagePerson) => (await person.call(billingRoutes.summary)).subscription?.status;
const renewed = async (person: StagePerson) => eventsOf(async () => standIn.renew(await world.subscriptionOf(person)));

async function isKept(event: StandInEvent | undefined): Promise<boolean> {
  const { rowCount } = await stage.deps.pool.query("select from webhook_events where id = $1", [event?.id]);
  return rowCount === 1;
}

describe("an event of Stripe", () => {
  test("is not believed when it is forged, changed on its way, or five minutes old", async () => {
    const ana = await subscriber("ana", FAILS_RENEWALS);
    const events = await renewed(ana);
    const [event] = events;
    if (!event) throw new Error("nothing happened");
    expect(await standIn.deliver(stage.origin, event, { secret: "whsec_of_somebody_else" })).toBe(400);
    expect(await standIn.deliver(stage.origin, event, { tamper: (body) => body.replace("usd", "eur") })).toBe(400);
    expect(await standIn.deliver(stage.origin, event, { ageS: 301 })).toBe(400);
    const unsigned = await stage.visitor.send("POST", "/api/v1/webhooks/stripe", { body: { id: "evt_1" } });
    expect(unsigned.status).toBe(400);
    expect(await isKept(event)).toBe(false);
    expect(await statusOf(ana)).toBe("active");
    expect(await standIn.deliver(stage.origin, event, { ageS: 290 })).toBe(200);
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
  ])("with the odd signature %j is refused, and is no fault of ours", async (signature) => {
    const now = String(Math.floor(Date.now() / 1000));
    const reply = await stage.visitor.send("POST", "/api/v1/webhooks/stripe", {
      body: { id: "evt_1" },
      headers: { "stripe-signature": signature.replace("NOW", now) },
    });
    expect(reply.status).toBe(400);
  });

  test("works once, however often it comes", async () => {
    const ben = await subscriber("ben");
    const events = await renewed(ben);
    for (const event of [...events, ...events, ...events]) expect(await standIn.deliver(stage.origin, event)).toBe(200);
    expect((await ben.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect(await mails.count(ben.email)).toBe(2);
  });

  test("works once when ten copies come at the same moment", async () => {
    const cleo = await subscriber("cleo");
    const events = await renewed(cleo);
    const copies = events.flatMap((event) => Array.from({ length: 10 }, () => event));
    const statuses = await Promise.all(copies.map((event) => standIn.deliver(stage.origin, event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await cleo.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect(await mails.count(cleo.email)).toBe(2);
  });

  test("may come in any order: what counts is how it is now", async () => {
    const dina = await subscriber("dina", FAILS_RENEWALS);
    const failed = await renewed(dina);
    const card = await world.addsCard(dina);
    const paid = await eventsOf(() =>
      dina.call(billingRoutes.setDefault, { params: { id: card } }).then(() => undefined),
    );
    for (const event of [...paid, ...failed].toReversed()) expect(await standIn.deliver(stage.origin, event)).toBe(200);
    expect(await statusOf(dina)).toBe("active");
    expect((await dina.call(billingRoutes.invoices)).pagination.total).toBe(2);
  });

  test("that a plan has ended is not undone by one from before", async () => {
    const egon = await subscriber("egon");
    await egon.call(billingRoutes.cancel);
    const before = await eventsOf(() => undefined);
    const ended = await renewed(egon);
    for (const event of [...ended, ...before, ...ended]) await standIn.deliver(stage.origin, event);
    const created = standIn.world.events.find((event) => event.type === "customer.subscription.created");
    if (created)
      await standIn.deliver(stage.origin, { ...created, id: "evt_a_late_copy", object: ended[0]?.object ?? {} });
    expect(await statusOf(egon)).toBe("canceled");
  });

  test("that comes before the answer to our own call finds its order", async () => {
    const fred = await stage.person("fred", { plan: "Individual" });
    const card = await world.addsCard(fred);
    const call = fred.call(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
    const sent = new Set<string>();
    const isDone = call.then(() => true);
    while (!(await Promise.race([isDone, new Promise<false>((resolve) => setTimeout(() => resolve(false), 1))]))) {
      const event = standIn.world.events.findLast(({ type }) => type === "customer.subscription.created");
      if (!event || sent.has(event.id)) continue;
      sent.add(event.id);
      expect(await standIn.deliver(stage.origin, event)).toBe(200);
    }
    expect((await call).status).toBe("active");
    expect((await fred.call(billingRoutes.invoices)).pagination.total).toBe(1);
  });

  test("about something that is not ours, or of a kind that we do not know, is taken and kept", async () => {
    const strange = [
      "customer.subscription.updated",
      "invoice.paid",
      "payment_method.attached",
      "charge.refunded",
      "refund.updated",
      "a.new.kind",
    ];
    for (const [at, type] of strange.entries()) {
      const event = { id: `evt_strange_${at}`, type, created: 1, object: { id: `obj_${at}` } };
      expect([type, await standIn.deliver(stage.origin, event)]).toEqual([type, 200]);
      expect(await isKept(event)).toBe(true);
    }
  });

  test("that we cannot follow up, for Stripe does not answer, is refused and comes again", async () => {
    const gina = await subscriber("gina", FAILS_RENEWALS);
    const events = await renewed(gina);
    const [event] = events;
    if (!event) throw new Error("nothing happened");
    standIn.failNext(3);
    expect(await standIn.deliver(stage.origin, event)).toBe(503);
    expect(await isKept(event)).toBe(false);
    expect(await standIn.deliver(stage.origin, event)).toBe(200);
    expect(await statusOf(gina)).toBe("past_due");
  }, 20_000);

  test("of money that went back stands on the receipt, once", async () => {
    const hugo = await subscriber("hugo");
    const { rows } = await stage.deps.pool.query("select id, provider_id from invoices where account_id = $1", [
      hugo.accountId,
    ]);
    const events = await eventsOf(() => {
      standIn.refund(rows[0].provider_id, 500);
    });
    for (const event of [...events, ...events]) await standIn.deliver(stage.origin, event);
    const receipt = await hugo.call(billingRoutes.invoice, { params: { id: rows[0].id } });
    expect(receipt).toMatchObject({ total_cents: 999, refunded_cents: 500 });
  });

  test("of money that went back may come before the one of its payment, and after the bank has thought about it", async () => {
    const hedy = await subscriber("hedy");
    const paid = await renewed(hedy);
    const invoiceId = String(paid.find((event) => event.type === "invoice.paid")?.object.id);
    let refundId = "";
    const events = await eventsOf(() => {
      standIn.refund(invoiceId, 300);
      refundId = standIn.refund(invoiceId, 200, "pending");
    });
    for (const event of events) expect(await standIn.deliver(stage.origin, event)).toBe(200);
    const newest = async () => (await hedy.call(billingRoutes.invoices)).invoices[0];
    expect(await newest()).toMatchObject({ total_cents: 999, refunded_cents: 300 });
    const settled = await eventsOf(() => standIn.settleRefund(refundId));
    for (const event of [...settled, ...settled, ...paid]) expect(await standIn.deliver(stage.origin, event)).toBe(200);
    expect(await newest()).toMatchObject({ total_cents: 999, refunded_cents: 500 });
    expect((await hedy.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect(await mails.count(hedy.email)).toBe(2);
  });

  test("of a card that was detached at Stripe takes it off the list", async () => {
    const ines = await subscriber("ines");
    const [method] = [...standIn.world.methods.values()].slice(-1);
    if (!method) throw new Error("no card");
    method.customer = null;
    const event = { id: "evt_detached", type: "payment_method.detached", created: 1, object: { id: method.id } };
    await standIn.deliver(stage.origin, event);
    expect(await ines.call(billingRoutes.paymentMethods)).toEqual([]);
  });

  test("that never comes is asked for by the hourly job", async () => {
    const jon = await subscriber("jon");
    await renewed(jon);
    await stage.deps.pool.query(
      "update subscriptions set current_period_end = now() - interval '4 hours' where account_id = $1",
      [jon.accountId],
    );
    await enqueue(stage.deps.sql, watchPlansJob, {});
    await stage.settle();
    expect((await jon.call(billingRoutes.invoices)).pagination.total).toBe(2);
  });
});

test("an order that is cut off in the middle is finished by its second try, and charged once", async () => {
  const kim = await stage.person("kim", { plan: "Individual" });
  const body = toOrder("Individual", await world.addsCard(kim));
  standIn.failNext(3);
  const cut = await kim.refused(billingRoutes.createSubscription, { body });
  expect(cut).toMatchObject({ code: 503, kind: "unavailable" });
  const other = await kim.refused(billingRoutes.createSubscription, {
    body: toOrder("Individual", body.payment_method_id),
  });
  expect(other).toMatchObject({ code: 409, message: "A payment is under way. Please wait a minute." });
  // What counts is the last try, not the press of the button.
  await stage.deps.pool.query(
    `update subscriptions set attempted_at = now() - interval '2 minutes', consented_at = now() - interval '2 minutes'
     where account_id = $1`,
    [kim.accountId],
  );
  standIn.failNext(3);
  expect((await kim.refused(billingRoutes.createSubscription, { body })).code).toBe(503);
  expect(
    (await kim.refused(billingRoutes.createSubscription, { body: toOrder("Individual", body.payment_method_id) }))
      .message,
  ).toBe("A payment is under way. Please wait a minute.");
  expect((await kim.call(billingRoutes.createSubscription, { body })).status).toBe("active");
  const reference = [...standIn.world.subscriptions.values()].filter(
    (one) => one.customer === [...standIn.world.customers.values()].at(-1)?.id,
  );
  expect(reference).toHaveLength(1);
}, 20_000);

test("the sandbox has no webhook: whoever sends one is told that there is nothing", async () => {
  const sandbox = await openSandboxWorld();
  const reply = await sandbox.stage.visitor.send("POST", "/api/v1/webhooks/stripe", { body: { id: "evt_1" } });
  expect(reply.status).toBe(404);
});
