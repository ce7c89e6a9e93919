import { randomBytes } from "node:crypto";
import { BILLING_MESSAGES, billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import { profileRoutes } from "@app/contract/profile";
import { describe, expect, test } from "vitest";
import { completeRegistrationsJob } from "#modules/membership/earners/complete-registration.service.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toOrder, toPlanChange } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { toBasics, toSport, toTeam } from "#testing/earner-forms.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import { changePlanPrice } from "./plans.service.ts";

const worlds = [
  ["the sandbox", await createSandboxWorld()],
  ["Stripe", await createStripeWorld()],
] as const;

describe.each(worlds)("plans and prices with %s", (name, world) => {
  const { testApp } = world;
  const mails = createMailReader(testApp);

  async function subscriber(name: string): Promise<TestPerson> {
    const person = await testApp.person(name, { plan: "Individual" });
    const { offer } = await person.call(billingRoutes.summary);
    const body = toOrder("Individual", await world.addCard(person), offer?.price_cents);
    await person.call(billingRoutes.createSubscription, { body });
    return person;
  }

  async function paidCents(person: TestPerson): Promise<[string, number][]> {
    const { invoices } = await person.call(billingRoutes.invoices);
    return invoices.map((invoice) => [invoice.plan, invoice.total_cents]);
  }

  test("starts another plan with the next renewal, at its price", async () => {
    const ana = await subscriber("ana");
    const changed = await ana.call(billingRoutes.changePlan, { body: toPlanChange("Team") });
    expect(changed).toMatchObject({
      plan: "Individual",
      price_cents: 999,
      pending: { plan: "Team", price_cents: 2999 },
    });
    expect(await paidCents(ana)).toEqual([["Individual", 999]]);
    await world.passMonth(ana);
    const { subscription } = await ana.call(billingRoutes.summary);
    expect(subscription).toMatchObject({ plan: "Team", price_cents: 2999, pending: null });
    expect(await paidCents(ana)).toEqual([
      ["Team", 2999],
      ["Individual", 999],
    ]);
    const { rows } = await testApp.deps.pool.query("select plan from accounts where id = $1", [ana.accountId]);
    expect(rows).toEqual([{ plan: "Team" }]);
  });

  test("switches to the saved profile of the new plan with the renewal", async () => {
    const ivy = await subscriber("ivy");
    await ivy.call(earnerRoutes.individualBasics, { body: toBasics("ivy") });
    await ivy.call(earnerRoutes.individualSport, { body: toSport(testApp.categoryId) });
    await ivy.call(billingRoutes.changePlan, { body: toPlanChange("Team") });
    await ivy.call(earnerRoutes.team, { body: toTeam("ivy", testApp.categoryId) });
    expect((await ivy.call(profileRoutes.one)).earner).toMatchObject({ plan: "Individual", first_name: "Maya" });
    await world.passMonth(ivy);
    await enqueue(testApp.deps.sql, completeRegistrationsJob, {});
    await testApp.settle();
    const switched = { plan: "Team", earner: { plan: "Team", team_name: "Charles River Eight", first_name: null } };
    expect(await ivy.call(profileRoutes.one)).toMatchObject(switched);
    expect(await ivy.call(earnerRoutes.readUpgradeCompletion)).toMatchObject({ plan: "Team" });
    expect(await ivy.call(earnerRoutes.registration)).toMatchObject({ next: "done", draft_id: null });

    // Without one, the profile can be entered later.
    await ivy.call(billingRoutes.changePlan, { body: toPlanChange("Individual") });
    await world.passMonth(ivy);
    expect(await ivy.call(earnerRoutes.readUpgradeCompletion)).toMatchObject({ plan: "Individual" });
    expect((await ivy.call(profileRoutes.one)).earner).toMatchObject({ plan: "Team" });
  });

  test("applies a change that is agreed to during a renewal to the next one", async () => {
    const joy = await subscriber("joy");
    await world.endPeriod(joy);
    const reply = await joy.send("POST", "/api/v1/subscription/change-plan", { body: toPlanChange("Team") });
    // Stripe has renewed, so the change is accepted; the sandbox has not, so it is refused.
    expect(reply.status).toBe(name === "Stripe" ? 200 : 409);
    if (reply.status === 409) expect(JSON.parse(reply.text).message).toBe(BILLING_MESSAGES.renewing);
    await world.deliverEvents();
    await joy.call(billingRoutes.changePlan, { body: toPlanChange("Team") });
    await world.deliverEvents();
    expect((await joy.call(billingRoutes.summary)).subscription).toMatchObject({
      plan: "Individual",
      price_cents: 999,
      pending: { plan: "Team" },
    });
    expect(await paidCents(joy)).toEqual([
      ["Individual", 999],
      ["Individual", 999],
    ]);
    await world.passMonth(joy);
    expect((await paidCents(joy))[0]).toEqual(["Team", 2999]);
  });

  test("undoes a pending change by choosing the current plan", async () => {
    const ben = await subscriber("ben");
    await ben.call(billingRoutes.changePlan, { body: toPlanChange("Organization") });
    const reply = await ben.send("POST", "/api/v1/subscription/change-plan", {
      body: toPlanChange("Individual"),
    });
    const back = JSON.parse(reply.text);
    expect(back.message).toBe(BILLING_MESSAGES.planKept);
    expect(back.data).toMatchObject({ plan: "Individual", pending: null });
    await world.passMonth(ben);
    expect(await paidCents(ben)).toEqual([
      ["Individual", 999],
      ["Individual", 999],
    ]);
  });

  test("refuses another plan while the plan is ending, until it is resumed", async () => {
    const kay = await subscriber("kay");
    await kay.call(billingRoutes.cancel);
    const refused = await kay.refused(billingRoutes.changePlan, { body: toPlanChange("Team") });
    expect(refused).toMatchObject({ code: 409, message: BILLING_MESSAGES.resumeFirst });
    await kay.call(billingRoutes.resume);
    const changed = await kay.call(billingRoutes.changePlan, { body: toPlanChange("Team") });
    expect(changed).toMatchObject({ cancel_at_period_end: false, pending: { plan: "Team" } });
  });

  test("keeps a pending change through a cancellation that is taken back, and its email names the new price", async () => {
    const lee = await subscriber("lee");
    await lee.call(billingRoutes.changePlan, { body: toPlanChange("Team") });
    await lee.call(billingRoutes.cancel);
    const pending = { plan: "Team", price_cents: 2999 };
    expect(await lee.call(billingRoutes.resume)).toMatchObject({ cancel_at_period_end: false, pending });
    await world.deliverEvents();
    const mail = (await mails.all(lee.email)).find(({ subject }) => subject.endsWith("plan continues"));
    expect(mail?.text).toContain("becomes Team for $29.99 a month with the next payment");
    await world.passMonth(lee);
    expect((await paidCents(lee))[0]).toEqual(["Team", 2999]);
  });

  test("charges a new price only to people who agree to it", async () => {
    const old = await subscriber("old");
    await changePlanPrice(testApp.deps, "Individual", 1299);
    const young = await subscriber("young");
    for (const person of [old, young]) await world.passMonth(person);
    expect((await paidCents(old)).map(([, cents]) => cents)).toEqual([999, 999]);
    expect((await paidCents(young)).map(([, cents]) => cents)).toEqual([1299, 1299]);
    const { rows } = await testApp.deps.pool.query(
      "select price_cents, consent_text from subscriptions where account_id = $1",
      [young.accountId],
    );
    expect(rows[0].consent_text).toContain("$12.99");
  });

  test("keeps payments that add up and that nobody can change", async () => {
    const { rows } = await testApp.deps.pool.query(`
      select i.id from invoices i
      where i.total_cents <> i.subtotal_cents + i.tax_cents
        or i.subtotal_cents <> (select sum(l.amount_cents) from invoice_lines l where l.invoice_id = i.id)`);
    expect(rows).toEqual([]);
    expect((await testApp.deps.pool.query("select from invoices")).rowCount).toBeGreaterThan(5);
    for (const change of ["update invoices set total_cents = 1", "delete from invoices", "delete from invoice_lines"])
      await expect(testApp.deps.pool.query(change)).rejects.toThrow("append-only");
  });

  test("lets a minor without consent cancel, but neither resume nor change plans", async () => {
    const zoe = await subscriber("zoe");
    await zoe.call(billingRoutes.cancel);
    await testApp.deps.pool.query("update accounts set date_of_birth = now() - interval '16 years' where id = $1", [
      zoe.accountId,
    ]);
    await testApp.deps.pool.query(
      `insert into guardian_consents
         (id, account_id, token_hash, guardian_name, guardian_email, expires_at, is_accepted, answered_at, withdrawn_at)
       values (gen_random_uuid(), $1, $2, 'Rosa', 'rosa@people.test', now(), true, now(), now())`,
      [zoe.accountId, randomBytes(32)],
    );
    const refusal = { code: 403, message: GUARDIAN_MESSAGES.needed };
    expect(await zoe.refused(billingRoutes.resume)).toMatchObject(refusal);
    expect(await zoe.refused(billingRoutes.changePlan, { body: toPlanChange("Team") })).toMatchObject(refusal);
    expect((await zoe.call(billingRoutes.summary)).subscription).toMatchObject({
      cancel_at_period_end: true,
      pending: null,
    });
    expect(await zoe.call(billingRoutes.cancel)).toMatchObject({ cancel_at_period_end: true });
    await world.passMonth(zoe);
    expect((await zoe.call(billingRoutes.summary)).subscription).toMatchObject({ status: "canceled" });
    expect(await paidCents(zoe)).toHaveLength(1);
  });

  test("refuses a price other than the one that was shown, and records no order and no consent", async () => {
    const priceChanged = { code: 409, message: BILLING_MESSAGES.priceChanged };
    const gil = await testApp.person("gil", { plan: "Individual" });
    const { offer } = await gil.call(billingRoutes.summary);
    const cents = offer?.price_cents ?? 0;
    const read = toOrder("Individual", await world.addCard(gil), cents);
    await changePlanPrice(testApp.deps, "Individual", cents + 100);
    expect(await gil.refused(billingRoutes.createSubscription, { body: read })).toMatchObject(priceChanged);
    expect((await gil.call(billingRoutes.summary)).subscription).toBeNull();
    const body = { ...read, price_cents: cents + 100 };
    expect(await gil.call(billingRoutes.createSubscription, { body })).toMatchObject({ price_cents: cents + 100 });
    // A key belongs to one order at one price.
    expect((await gil.refused(billingRoutes.createSubscription, { body: read })).code).toBe(409);

    for (const wrong of [toPlanChange("Team", 1), toPlanChange("Individual", cents)])
      expect(await gil.refused(billingRoutes.changePlan, { body: wrong })).toMatchObject(priceChanged);
    expect((await gil.call(billingRoutes.summary)).subscription).toMatchObject({ pending: null });
    const back = await gil.call(billingRoutes.changePlan, { body: toPlanChange("Individual", cents + 100) });
    expect(back).toMatchObject({ plan: "Individual", price_cents: cents + 100, pending: null });
    await changePlanPrice(testApp.deps, "Individual", cents);
  });

  test("ignores amounts that the page sends", async () => {
    const eve = await testApp.person("eve", { plan: "Individual" });
    const order = toOrder("Individual", await world.addCard(eve));
    for (const field of ["amount", "currency", "status", "current_period_end"]) {
      const reply = await eve.send("POST", "/api/v1/create-subscription", { body: { ...order, [field]: 1 } });
      expect([reply.status, JSON.parse(reply.text).errors]).toEqual([422, { [field]: ["This field is not known."] }]);
    }
    const unwilling = await eve.send("POST", "/api/v1/create-subscription", { body: { ...order, consent: false } });
    expect(JSON.parse(unwilling.text).errors).toEqual({ consent: ["Please agree to the price and the renewal."] });
  });
});
