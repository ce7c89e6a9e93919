import { readFileSync } from "node:fs";
import path from "node:path";
import { billingRoutes } from "@app/contract/billing";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { describe, expect, test } from "vitest";
import { purgeExpiredRegistrations } from "#modules/membership/earners/lifecycle.service.ts";
import { createLog } from "#platform/log.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { acceptLate, placeUnanswered } from "#testing/unanswered-order.ts";
import { reconcile } from "./reconcile.service.ts";
import { selectSubscription } from "./subscriptions.sql.ts";

const worlds = [
  ["the sandbox", await createSandboxWorld()],
  ["Stripe", await createStripeWorld()],
] as const;

describe.each(worlds)("an abandoned order with %s", (_, world) => {
  const { testApp } = world;
  const { payments, pool } = testApp.deps;
  const mails = createMailReader(testApp);

  const exists = async (accountId: string) =>
    (await pool.query("select from accounts where id = $1", [accountId])).rowCount === 1;

  async function signsUp(username: string) {
    const person = await signUpAsEarner(testApp, username);
    await person.refused(earnerRoutes.team, { body: toTeam(username, testApp.categoryId) });
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

  /** A registrant whose bank challenges the payment. */
  async function startChallenge(username: string) {
    const person = await signsUp(username);
    const question = await world.orderWithChallenge(person, "Team");
    return { person, question, held: await heldAtProvider(person.accountId) };
  }

  const runsOut = (accountId: string) =>
    pool.query("update registrations set expires_at = now() - interval '1 hour' where account_id = $1", [accountId]);

  test("is canceled at the provider when the sign-up is aborted after a decline, and its card is detached", async () => {
    const { person, question, held } = await startChallenge("abe.l");
    expect(await payments.readCard(held.card)).not.toBeNull();
    await world.answerChallenge(person, question, "fail");
    await person.call(earnerRoutes.abortRegistration);
    expect((await payments.readSubscription(held.subscription))?.status).toBe("canceled");
    expect(await exists(person.accountId)).toBe(false);
    await world.deliverEvents();
    expect(await payments.readCard(held.card)).toBeNull();
  });

  test("keeps the account if the person aborts during or right after the payment", async () => {
    const bea = await signsUp("bea.l");
    await world.addCard(bea);
    await placeUnanswered(testApp, bea, { plan: "Team", secondsAgo: 5 });
    expect(await bea.refused(earnerRoutes.abortRegistration)).toMatchObject({
      code: 409,
      message: "A payment is in progress. Please wait a minute.",
    });
    expect(await bea.call(earnerRoutes.registration)).toMatchObject({ next: "paying", can: { abort: false } });

    const { person, question } = await startChallenge("cyd.l");
    await world.answerChallenge(person, question, "complete");
    expect(await person.refused(earnerRoutes.abortRegistration)).toMatchObject({
      code: 409,
      message: EARNER_MESSAGES.abortPaid,
    });
    expect((await person.call(billingRoutes.summary)).subscription).toMatchObject({ status: "active" });
    expect(await exists(person.accountId)).toBe(true);
  });

  test("is canceled when the sign-up expires; one that cannot be canceled does not block the others", async () => {
    const stuck = await signsUp("dov.l");
    await world.addCard(stuck);
    await placeUnanswered(testApp, stuck, { plan: "Team", secondsAgo: 5 });
    const { person, held } = await startChallenge("eda.l");
    await runsOut(stuck.accountId);
    await runsOut(person.accountId);
    await purgeExpiredRegistrations(testApp.deps);
    expect(await exists(stuck.accountId)).toBe(true);
    expect(await exists(person.accountId)).toBe(false);
    expect((await payments.readSubscription(held.subscription))?.status).toBe("canceled");
    await pool.query("update subscriptions set attempted_at = now() - interval '2 minutes' where account_id = $1", [
      stuck.accountId,
    ]);
    await purgeExpiredRegistrations(testApp.deps);
    expect(await exists(stuck.accountId)).toBe(false);
  });

  test("is canceled at the provider and refunded if it succeeds after another order replaced it", async () => {
    const fay = await testApp.person("fay.l", { plan: "Individual" });
    const card = await world.addCard(fay);
    const id = await placeUnanswered(testApp, fay, { plan: "Individual", secondsAgo: 120 });
    await fay.call(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
    expect((await selectSubscription(testApp.deps.sql, id))?.status).toBe("canceled");

    const late = await acceptLate(testApp, fay, {
      id,
      price: { plan: "Individual", title: "Student Athlete", cents: 999 },
    });
    expect(late.status).toBe("active");
    const file = path.join(testApp.deps.config.dataDir, "left-orders.log");
    await reconcile({ ...testApp.deps, log: createLog("warn", file) }, late.id);
    expect((await payments.readSubscription(late.id))?.status).toBe("canceled");
    await expect.poll(() => readFileSync(file, "utf8")).toContain("refunding it");
    expect(readFileSync(file, "utf8")).toContain(id);
    for (const secret of [fay.email, fay.accountId]) expect(readFileSync(file, "utf8")).not.toContain(secret);

    await world.deliverEvents();
    expect((await fay.call(billingRoutes.summary)).subscription).toMatchObject({ status: "active" });
    const { invoices } = await fay.call(billingRoutes.invoices);
    expect(invoices.map((invoice) => invoice.refunded_cents).toSorted()).toEqual([0, 999]);
    expect((await mails.all(fay.email)).map((mail) => mail.subject)).toContainEqual(
      expect.stringMatching(/^We are refunding your Fieldhouse payment /),
    );
    expect(await testApp.deps.sql.selectFrom("subscriptions").select("status").where("id", "=", id).execute()).toEqual([
      { status: "canceled" },
    ]);
  });

  /** Orders with a card whose bank sends a challenge. @returns the order and the challenge */
  async function ordersAtBank(name: string) {
    const person = await testApp.person(name, { plan: "Individual" });
    const question = await world.orderWithChallenge(person, "Individual");
    const { rows } = await pool.query(
      "select idempotency_key, payment_method_id from subscriptions where account_id = $1",
      [person.accountId],
    );
    return {
      person,
      question,
      body: { ...toOrder("Individual", ""), ...rows[0] },
      held: await heldAtProvider(person.accountId),
    };
  }

  test("is refunded if the bank accepts it while another order replaces it, and only the new order becomes a plan", async () => {
    const { person, question, held } = await ordersAtBank("hob.l");
    testApp.deps.payments = {
      ...payments,
      async cancelNow(id) {
        testApp.deps.payments = payments;
        await world.answerChallenge(person, question, "complete");
        await world.deliverEvents();
        return payments.cancelNow(id);
      },
    };
    const body = toOrder("Individual", await world.addCard(person));
    expect(await person.call(billingRoutes.createSubscription, { body })).toMatchObject({ status: "active" });
    await world.deliverEvents();
    expect((await payments.readSubscription(held.subscription))?.status).toBe("canceled");
    const { invoices } = await person.call(billingRoutes.invoices);
    expect(invoices.map((invoice) => invoice.refunded_cents).toSorted()).toEqual([0, 999]);
    expect((await person.call(billingRoutes.summary)).subscription).toMatchObject({ status: "active" });
  });

  test("is canceled and refunded if the provider was down when it was replaced, and the bank accepts it later", async () => {
    const { person, question, held } = await ordersAtBank("ike.l");
    testApp.deps.payments = { ...payments, cancelNow: () => Promise.reject(new Error("the provider is away")) };
    const body = toOrder("Individual", await world.addCard(person));
    await person.refused(billingRoutes.createSubscription, { body });
    testApp.deps.payments = payments;
    await world.answerChallenge(person, question, "complete");
    await world.deliverEvents();
    expect((await payments.readSubscription(held.subscription))?.status).toBe("canceled");
    await person.call(billingRoutes.createSubscription, { body });
    await world.deliverEvents();
    const { invoices } = await person.call(billingRoutes.invoices);
    expect(invoices.map((invoice) => invoice.refunded_cents).toSorted()).toEqual([0, 999]);
  });

  test("is paid, and not declined, if its request is repeated after the bank accepted it", async () => {
    const { person, question, body } = await ordersAtBank("jil.l");
    await world.answerChallenge(person, question, "complete");
    expect(await person.call(billingRoutes.createSubscription, { body })).toMatchObject({ status: "active" });
    await world.deliverEvents();
    const { invoices } = await person.call(billingRoutes.invoices);
    expect(invoices.map((invoice) => invoice.refunded_cents)).toEqual([0]);
  });

  test("is refunded if it succeeds during a sign-up, which can still be aborted", async () => {
    const gil = await signsUp("gil.l");
    await world.addCard(gil);
    const id = await placeUnanswered(testApp, gil, { plan: "Team", secondsAgo: 120 });
    expect(await gil.call(earnerRoutes.registration)).toMatchObject({
      next: "billing",
      can: { abort: true, pay: true },
    });
    const late = await acceptLate(testApp, gil, { id, price: { plan: "Team", title: "Team", cents: 2999 } });
    await reconcile(testApp.deps, late.id);
    await world.deliverEvents();
    const { invoices } = await gil.call(billingRoutes.invoices);
    expect(invoices.map((invoice) => invoice.refunded_cents)).toEqual([2999]);
    await gil.call(earnerRoutes.abortRegistration);
    await testApp.settle();
    const { rows: left } = await pool.query(
      "select email, erased_at is not null as is_erased from accounts where id = $1",
      [gil.accountId],
    );
    expect(left).toEqual([{ email: expect.stringMatching(/@erased\.invalid$/), is_erased: true }]);
    await signUpAsEarner(testApp, "gil2.l");
  });
});
