import { BILLING_MESSAGES, billingRoutes } from "@app/contract/billing";
import { describe, expect, test } from "vitest";
import { toOrder } from "#testing/billing.ts";
import { openSandboxWorld, openStripeWorld } from "#testing/billing-world.ts";
import type { StagePerson } from "#testing/people.ts";
import { changePlanPrice } from "./plans.service.ts";

const worlds = [
  ["the sandbox", await openSandboxWorld()],
  ["Stripe", await openStripeWorld()],
] as const;

describe.each(worlds)("plans and prices with %s", (_, world) => {
  const { stage } = world;

  async function subscriber(name: string): Promise<StagePerson> {
    const person = await stage.person(name, { plan: "Individual" });
    const body = toOrder("Individual", await world.addsCard(person));
    await person.call(billingRoutes.createSubscription, { body });
    return person;
  }

  async function paidCents(person: StagePerson): Promise<[string, number][]> {
    const { invoices } = await person.call(billingRoutes.invoices);
    return invoices.map((invoice) => [invoice.plan, invoice.total_cents]);
  }

  test("another plan begins with the next renewal, at its price", async () => {
    const ana = await subscriber("ana");
    const body = { plan: "Team", consent: true } as const;
    const changed = await ana.call(billingRoutes.changePlan, { body });
    expect(changed).toMatchObject({
      plan: "Individual",
      price_cents: 999,
      pending: { plan: "Team", price_cents: 2999 },
    });
    expect(await paidCents(ana)).toEqual([["Individual", 999]]);
    await world.monthPasses(ana);
    const { subscription } = await ana.call(billingRoutes.summary);
    expect(subscription).toMatchObject({ plan: "Team", price_cents: 2999, pending: null });
    expect(await paidCents(ana)).toEqual([
      ["Team", 2999],
      ["Individual", 999],
    ]);
    const { rows } = await stage.deps.pool.query("select plan from accounts where id = $1", [ana.accountId]);
    expect(rows).toEqual([{ plan: "Team" }]);
  });

  test("the present plan takes a change back", async () => {
    const ben = await subscriber("ben");
    await ben.call(billingRoutes.changePlan, { body: { plan: "Organization", consent: true } });
    const reply = await ben.send("POST", "/api/v1/subscription/change-plan", {
      body: { plan: "Individual", consent: true },
    });
    const back = JSON.parse(reply.text);
    expect(back.message).toBe(BILLING_MESSAGES.planKept);
    expect(back.data).toMatchObject({ plan: "Individual", pending: null });
    await world.monthPasses(ben);
    expect(await paidCents(ben)).toEqual([
      ["Individual", 999],
      ["Individual", 999],
    ]);
  });

  test("a new price is for those who agree to it; whoever has a plan keeps the old one", async () => {
    const old = await subscriber("old");
    await changePlanPrice(stage.deps, "Individual", 1299);
    const young = await subscriber("young");
    for (const person of [old, young]) await world.monthPasses(person);
    expect((await paidCents(old)).map(([, cents]) => cents)).toEqual([999, 999]);
    expect((await paidCents(young)).map(([, cents]) => cents)).toEqual([1299, 1299]);
    const { rows } = await stage.deps.pool.query(
      "select price_cents, consent_text from subscriptions where account_id = $1",
      [young.accountId],
    );
    expect(rows[0].consent_text).toContain("$12.99");
  });

  test("what was paid adds up, and cannot be changed afterwards", async () => {
    const { rows } = await stage.deps.pool.query(`
      select i.id from invoices i
      where i.total_cents <> i.subtotal_cents + i.tax_cents
        or i.subtotal_cents <> (select sum(l.amount_cents) from invoice_lines l where l.invoice_id = i.id)`);
    expect(rows).toEqual([]);
    expect((await stage.deps.pool.query("select from invoices")).rowCount).toBeGreaterThan(5);
    for (const change of ["update invoices set total_cents = 1", "delete from invoices", "delete from invoice_lines"])
      await expect(stage.deps.pool.query(change)).rejects.toThrow("append-only");
  });

  test("amounts that the page sends are not listened to", async () => {
    const eve = await stage.person("eve", { plan: "Individual" });
    const order = toOrder("Individual", await world.addsCard(eve));
    for (const field of ["price_cents", "amount", "currency", "status", "current_period_end"]) {
      const reply = await eve.send("POST", "/api/v1/create-subscription", { body: { ...order, [field]: 1 } });
      expect([reply.status, JSON.parse(reply.text).errors]).toEqual([422, { [field]: ["This field is not known."] }]);
    }
    const unwilling = await eve.send("POST", "/api/v1/create-subscription", { body: { ...order, consent: false } });
    expect(JSON.parse(unwilling.text).errors).toEqual({ consent: ["Please agree to the price and the renewal."] });
  });
});
