import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plan } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { subscriptionId } from "@app/contract/ids";
import { describe, expect, test } from "vitest";
import { forgetExpiredRegistrations } from "#modules/membership/earners/forget.service.ts";
import { openLog } from "#platform/log.ts";
import { newId } from "#platform/new-id.ts";
import type { Price } from "#platform/payments/payments.ts";
import { toOrder } from "#testing/billing.ts";
import { openSandboxWorld, openStripeWorld } from "#testing/billing-world.ts";
import type { Caller } from "#testing/caller.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { openMailReader } from "#testing/mail-reader.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { insertOrder, selectSubscription } from "./subscriptions.sql.ts";
import { takeOver } from "./takeover.service.ts";

const worlds = [
  ["the sandbox", await openSandboxWorld()],
  ["Stripe", await openStripeWorld()],
] as const;

describe.each(worlds)("an order that is left with %s", (_, world) => {
  const { stage } = world;
  const { payments, pool } = stage.deps;
  const mails = openMailReader(stage);

  const exists = async (accountId: string) =>
    (await pool.query("select from accounts where id = $1", [accountId])).rowCount === 1;

  async function signsUp(username: string) {
    const person = await signUpAsEarner(stage, username);
    await person.refused(earnerRoutes.team, { body: toTeam(username, stage.categoryId) });
    return person;
  }

  async function heldAtProvider(accountId: string) {
    const { rows } = await pool.query(
      `select s.provider_id as subscription, p.provider_id as card from subscriptions s
       join payment_methods p on p.id = s.payment_method_id where s.account_id = $1`,
      [accountId],
    );
    return { subscription: String(rows[0]?.subscription), card: String(rows[0]?.card) };
  }

  /** In the middle of signing up, with a bank that asks about the payment. */
  async function isAsked(username: string) {
    const person = await signsUp(username);
    const question = await world.ordersAtBank(person, "Team");
    return { person, question, held: await heldAtProvider(person.accountId) };
  }

  /** An order whose answer never came. */
  async function cutOff(person: Caller & { accountId: string }, plan: Plan, secondsAgo: number) {
    const [card] = await person.call(billingRoutes.paymentMethods);
    const id = newId(subscriptionId);
    await insertOrder(stage.deps.sql, {
      id,
      accountId: person.accountId,
      provider: payments.provider,
      key: randomUUID(),
      plan,
      priceCents: 999,
      cardId: card?.id ?? "",
      consentText: "I agree.",
      at: new Date(Date.now() - secondsAgo * 1_000),
    });
    return id;
  }

  /** The provider takes an order, however late. */
  async function comesAbout(id: string, accountId: string, price: Price) {
    const { rows } = await pool.query(
      `select c.customer_id, p.provider_id from billing_customers c join payment_methods p using (account_id)
       where account_id = $1`,
      [accountId],
    );
    const { customer_id: customerId, provider_id: cardId } = rows[0];
    return payments.subscribe({ reference: id, customerId, cardId, price });
  }

  const runsOut = (accountId: string) =>
    pool.query("update registrations set expires_at = now() - interval '1 hour' where account_id = $1", [accountId]);

  test("ends at the provider with the sign-up that is aborted once the bank has said no, and its card is taken off", async () => {
    const { person, question, held } = await isAsked("abe.l");
    expect(await payments.readCard(held.card)).not.toBeNull();
    await world.answersBank(person, question, "fail");
    await person.call(earnerRoutes.abortRegistration);
    expect((await payments.readSubscription(held.subscription))?.status).toBe("canceled");
    expect(await exists(person.accountId)).toBe(false);
    await world.hears();
    expect(await payments.readCard(held.card)).toBeNull();
  });

  test("keeps the account of whoever aborts while it is being paid, or when it just was", async () => {
    const bea = await signsUp("bea.l");
    await world.addsCard(bea);
    await cutOff(bea, "Team", 5);
    expect(await bea.refused(earnerRoutes.abortRegistration)).toMatchObject({
      code: 409,
      message: "A payment is under way. Please wait a minute.",
    });
    expect(await bea.call(earnerRoutes.registration)).toMatchObject({ next: "paying", can: { abort: false } });

    const { person, question } = await isAsked("cyd.l");
    await world.answersBank(person, question, "complete");
    expect(await person.refused(earnerRoutes.abortRegistration)).toMatchObject({
      code: 409,
      message: EARNER_MESSAGES.abortPaid,
    });
    expect((await person.call(billingRoutes.summary)).subscription).toMatchObject({ status: "active" });
    expect(await exists(person.accountId)).toBe(true);
  });

  test("ends with a sign-up that runs out; one that cannot be ended holds up nobody", async () => {
    const stuck = await signsUp("dov.l");
    await world.addsCard(stuck);
    await cutOff(stuck, "Team", 5);
    const { person, held } = await isAsked("eda.l");
    await runsOut(stuck.accountId);
    await runsOut(person.accountId);
    await forgetExpiredRegistrations(stage.deps);
    expect(await exists(stuck.accountId)).toBe(true);
    expect(await exists(person.accountId)).toBe(false);
    expect((await payments.readSubscription(held.subscription))?.status).toBe("canceled");
    await pool.query("update subscriptions set attempted_at = now() - interval '2 minutes' where account_id = $1", [
      stuck.accountId,
    ]);
    await forgetExpiredRegistrations(stage.deps);
    expect(await exists(stuck.accountId)).toBe(false);
  });

  test("and comes about after another took its place is ended at the provider, and its payment goes back", async () => {
    const fay = await stage.person("fay.l", { plan: "Individual" });
    const card = await world.addsCard(fay);
    const id = await cutOff(fay, "Individual", 120);
    await fay.call(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
    expect((await selectSubscription(stage.deps.sql, id))?.status).toBe("canceled");

    const late = await comesAbout(id, fay.accountId, { plan: "Individual", title: "Student Athlete", cents: 999 });
    expect(late.status).toBe("active");
    const file = path.join(stage.deps.config.dataDir, "left-orders.log");
    await takeOver({ ...stage.deps, log: openLog("warn", file) }, late.id);
    expect((await payments.readSubscription(late.id))?.status).toBe("canceled");
    await expect.poll(() => readFileSync(file, "utf8")).toContain("its payment goes back");
    expect(readFileSync(file, "utf8")).toContain(id);
    for (const secret of [fay.email, fay.accountId]) expect(readFileSync(file, "utf8")).not.toContain(secret);

    await world.hears();
    expect((await fay.call(billingRoutes.summary)).subscription).toMatchObject({ status: "active" });
    const { invoices } = await fay.call(billingRoutes.invoices);
    expect(invoices.map((invoice) => invoice.refunded_cents).toSorted()).toEqual([0, 999]);
    expect((await mails.all(fay.email)).map((mail) => mail.subject)).toContainEqual(
      expect.stringMatching(/^Your Fieldhouse payment .* is refunded$/),
    );
    expect(await stage.deps.sql.selectFrom("subscriptions").select("status").where("id", "=", id).execute()).toEqual([
      { status: "canceled" },
    ]);
  });

  test("and comes about in the middle of a sign-up goes back, and the sign-up can still be given up", async () => {
    const gil = await signsUp("gil.l");
    await world.addsCard(gil);
    const id = await cutOff(gil, "Team", 120);
    expect(await gil.call(earnerRoutes.registration)).toMatchObject({
      next: "billing",
      can: { abort: true, pay: true },
    });
    const late = await comesAbout(id, gil.accountId, { plan: "Team", title: "Team", cents: 2999 });
    await takeOver(stage.deps, late.id);
    await world.hears();
    const { invoices } = await gil.call(billingRoutes.invoices);
    expect(invoices.map((invoice) => invoice.refunded_cents)).toEqual([2999]);
    await gil.call(earnerRoutes.abortRegistration);
    await stage.settle();
    const { rows: left } = await pool.query(
      "select email, erased_at is not null as is_erased from accounts where id = $1",
      [gil.accountId],
    );
    expect(left).toEqual([{ email: expect.stringMatching(/@erased\.invalid$/), is_erased: true }]);
    await signUpAsEarner(stage, "gil2.l");
  });
});
