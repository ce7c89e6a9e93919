import { randomUUID } from "node:crypto";
import { accountRoutes } from "@app/contract/accounts";
import { BILLING_MESSAGES, billingRoutes } from "@app/contract/billing";
import { contentRoutes } from "@app/contract/contents";
import { describe, expect, test } from "vitest";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { toUploadForm } from "#testing/test-app.ts";
import { findPaidPlan } from "./plans.service.ts";

const worlds = [
  ["the sandbox", await createSandboxWorld()],
  ["Stripe", await createStripeWorld()],
] as const;

const ASKS_ONCE = "4000 0025 0000 3155";
const ASKS_ALWAYS = "4000 0027 6000 3184";
const NO_FUNDS = "4000 0000 0000 9995";
const FAILS_RENEWALS = "4000 0000 0000 0341";

describe.each(worlds)("paying for a plan with %s", (_, world) => {
  const { testApp } = world;
  const mails = createMailReader(testApp);
  const subjects = async (email: string) =>
    (await mails.all(email)).map((mail) => mail.subject).filter((subject) => !subject.startsWith("New sign-in"));

  async function mayUpload(name: string): Promise<boolean> {
    const session = await testApp.visitor.call(accountRoutes.login, { body: toLogin(name, PASSWORD) });
    return session.users.can.upload;
  }

  test("activates the plan and emails a receipt", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const before = await maya.call(billingRoutes.summary);
    expect(before).toMatchObject({ offer: { plan: "Individual", price_cents: 999 }, subscription: null });
    expect(before.consent_text).toContain("$9.99 now and every month for the Student Athlete plan");
    const card = await world.addCard(maya);
    const paid = await maya.call(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
    expect(paid).toMatchObject({ status: "active", plan: "Individual", price_cents: 999, requires_action: null });
    expect(paid.card).toMatchObject({ id: card, brand: "visa", last4: "4242", is_default: true });
    expect(await findPaidPlan(testApp.deps.sql, maya.accountId)).not.toBeNull();

    await world.deliverEvents();
    const { invoices, pagination } = await maya.call(billingRoutes.invoices);
    expect(pagination.total).toBe(1);
    const receipt = await maya.call(billingRoutes.invoice, { params: { id: invoices[0]?.id ?? "" } });
    expect(receipt).toMatchObject({ total_cents: 999, card: { last4: "4242" }, billed_to: { email: maya.email } });
    expect(receipt.lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(receipt.subtotal_cents);
    expect(receipt.subtotal_cents + receipt.tax_cents).toBe(receipt.total_cents);
    expect(await subjects(maya.email)).toEqual([`Your Fieldhouse receipt ${receipt.number}`]);
    expect((await mails.last(maya.email)).links).toEqual([`${testApp.deps.config.publicUrl}/receipt/${receipt.id}`]);
  });

  test("does not save a declined card, and reports the reason on its field", async () => {
    const noor = await testApp.person("noor", { plan: "Team" });
    expect(await world.enterCard(noor, "4000 0000 0000 0002")).toMatchObject({ refusal: "Your card was declined." });
    expect(await noor.call(billingRoutes.paymentMethods, { query: { type: "card" } })).toEqual([]);
  });

  test("cancels an order whose payment is declined, and accepts another card", async () => {
    const lena = await testApp.person("lena", { plan: "Team" });
    const order = toOrder("Team", await world.addCard(lena, NO_FUNDS));
    const refused = await lena.refused(billingRoutes.createSubscription, { body: order });
    expect(refused).toMatchObject({
      code: 402,
      kind: "payment_required",
      errors: { card: ["Your card has insufficient funds."] },
    });
    expect((await lena.refused(billingRoutes.createSubscription, { body: order })).errors).toEqual(refused.errors);
    await world.deliverEvents();
    expect((await lena.call(billingRoutes.summary)).subscription).toBeNull();
    expect((await lena.call(billingRoutes.invoices)).invoices).toEqual([]);
    const other = await world.addCard(lena);
    const paid = await lena.call(billingRoutes.createSubscription, { body: toOrder("Team", other) });
    expect(paid).toMatchObject({ status: "active", price_cents: 2999, card: { id: other, is_default: true } });
    // The declined card does not pay the renewal, whatever is removed.
    const third = await world.addCard(lena, "3782 822463 10005");
    await lena.call(billingRoutes.removePaymentMethod, { params: { id: third } });
    await testApp.settle();
    await world.passMonth(lena);
    expect((await lena.call(billingRoutes.summary)).subscription).toMatchObject({ status: "active" });
  });

  test("adds a card after its bank's challenge succeeds, not after it fails", async () => {
    const omar = await testApp.person("omar", { plan: "Organization" });
    const refused = await world.enterCard(omar, ASKS_ONCE);
    expect(refused).toMatchObject({ card: null, action: { kind: "card" } });
    if (refused.action) await world.answerChallenge(omar, refused.action, "fail");
    expect(await omar.call(billingRoutes.paymentMethods)).toEqual([]);

    const challenged = await world.enterCard(omar, ASKS_ONCE);
    if (challenged.action) await world.answerChallenge(omar, challenged.action, "complete");
    const { payment_method: card } = await omar.call(billingRoutes.createPaymentMethod, {
      params: { type: "card" },
      body: { setup_intent_id: challenged.setupId },
    });
    const paid = await omar.call(billingRoutes.createSubscription, { body: toOrder("Organization", card?.id ?? "") });
    expect(paid).toMatchObject({ status: "active", price_cents: 5999 });
  });

  async function orderWithChallengedPayment(name: string) {
    const person = await testApp.person(name, { plan: "Individual" });
    const { action: first, setupId } = await world.enterCard(person, ASKS_ALWAYS);
    if (first) await world.answerChallenge(person, first, "complete");
    const body = { setup_intent_id: setupId };
    const added = await person.call(billingRoutes.createPaymentMethod, { params: { type: "card" }, body });
    const order = toOrder("Individual", added.payment_method?.id ?? "");
    return { person, challenged: await person.call(billingRoutes.createSubscription, { body: order }) };
  }

  test("keeps a payment incomplete until its bank's challenge is answered, even after a reload", async () => {
    const { person, challenged } = await orderWithChallengedPayment("pia");
    expect(challenged).toMatchObject({ status: "incomplete", current_period_end: null });
    const { requires_action: action } = challenged;
    expect((await person.call(billingRoutes.summary)).subscription?.requires_action).toEqual(action);
    expect(await person.call(billingRoutes.confirmSubscription)).toMatchObject({ status: "incomplete" });
    expect(await findPaidPlan(testApp.deps.sql, person.accountId)).toBeNull();
    if (action) await world.answerChallenge(person, action, "complete");
    expect(await person.call(billingRoutes.confirmSubscription)).toMatchObject({ status: "active" });
    expect((await person.call(billingRoutes.invoices)).invoices).toHaveLength(1);
  });

  test("refuses a payment whose challenge fails", async () => {
    const { person, challenged } = await orderWithChallengedPayment("quin");
    if (challenged.requires_action) await world.answerChallenge(person, challenged.requires_action, "fail");
    const refused = await person.refused(billingRoutes.confirmSubscription);
    expect(refused).toMatchObject({ code: 402, errors: { card: [BILLING_MESSAGES.authenticationFailed] } });
    expect(await findPaidPlan(testApp.deps.sql, person.accountId)).toBeNull();
  });

  test("makes one subscription and one payment of five concurrent requests with one key", async () => {
    const rosa = await testApp.person("rosa", { plan: "Individual" });
    const order = toOrder("Individual", await world.addCard(rosa));
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => rosa.call(billingRoutes.createSubscription, { body: order })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(5).fill("active"));
    await world.deliverEvents();
    expect((await rosa.call(billingRoutes.invoices)).invoices).toHaveLength(1);
    expect(await mails.count(rosa.email)).toBe(1);
    const again = await rosa.refused(billingRoutes.createSubscription, {
      body: { ...order, idempotency_key: randomUUID() },
    });
    expect(again).toMatchObject({ code: 409, message: BILLING_MESSAGES.alreadyPaid });
    expect((await rosa.refused(billingRoutes.createSubscription, { body: { ...order, plan: "Team" } })).code).toBe(409);
  });

  test("makes one subscription of two concurrent orders with different keys", async () => {
    const sven = await testApp.person("sven", { plan: "Individual" });
    const card = await world.addCard(sven);
    const replies = await Promise.all(
      [1, 2].map(() => sven.send("POST", "/api/v1/create-subscription", { body: toOrder("Individual", card) })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    await world.deliverEvents();
    expect((await sven.call(billingRoutes.invoices)).invoices).toHaveLength(1);
  });

  test("runs a canceled plan to the end of its period, allows a resume until then, and emails at the end", async () => {
    const tara = await testApp.person("tara", { plan: "Individual" });
    await tara.call(billingRoutes.createSubscription, { body: toOrder("Individual", await world.addCard(tara)) });
    expect(await tara.call(billingRoutes.cancel)).toMatchObject({ status: "active", cancel_at_period_end: true });
    expect(await tara.call(billingRoutes.resume)).toMatchObject({ cancel_at_period_end: false });
    expect(await tara.call(billingRoutes.cancel)).toMatchObject({ cancel_at_period_end: true });
    expect(await tara.call(billingRoutes.cancel)).toMatchObject({ cancel_at_period_end: true });
    const item = await testApp.publishes(tara, "Before the end");
    await world.passMonth(tara);

    expect((await tara.call(billingRoutes.summary)).subscription).toMatchObject({ status: "canceled" });
    expect((await tara.refused(billingRoutes.resume)).code).toBe(409);
    expect(await mayUpload("tara")).toBe(false);
    const refused = await tara.refused(contentRoutes.upload, {
      body: toUploadForm(testApp.categoryId, randomUUID().replaceAll("-", "")),
    });
    expect(refused).toMatchObject({ code: 402, kind: "payment_required", message: BILLING_MESSAGES.lapsed });
    const begun = await tara.send("POST", "/api/v1/uploads", {
      headers: { "tus-resumable": "1.0.0", "upload-length": "5" },
    });
    expect(begun.status).toBe(402);
    const fan = await testApp.person("taras.fan");
    expect((await fan.call(contentRoutes.one, { params: { id: item.id } })).title).toBe("Before the end");

    const again = await tara.call(billingRoutes.paymentMethods);
    await tara.call(billingRoutes.createSubscription, { body: toOrder("Individual", again[0]?.id ?? "") });
    expect(await mayUpload("tara")).toBe(true);
    expect(
      (await subjects(tara.email)).toReversed().map((subject) => subject.replace(/receipt .*/, "receipt")),
    ).toEqual([
      "Your Fieldhouse receipt",
      "Your Fieldhouse plan was canceled",
      "Your Fieldhouse plan continues",
      "Your Fieldhouse plan was canceled",
      "Your Fieldhouse plan has ended",
      "Your Fieldhouse receipt",
    ]);
  });

  test("keeps everything open for seven days after a failed renewal, then ends the plan", async () => {
    const ugo = await testApp.person("ugo", { plan: "Individual" });
    await ugo.call(billingRoutes.createSubscription, {
      body: toOrder("Individual", await world.addCard(ugo, FAILS_RENEWALS)),
    });
    await world.passMonth(ugo);
    const { subscription } = await ugo.call(billingRoutes.summary);
    expect(subscription?.status).toBe("past_due");
    const graceDays = (Date.parse(subscription?.grace_until ?? "") - Date.now()) / 86_400_000;
    expect(graceDays).toBeGreaterThan(6.9);
    expect(graceDays).toBeLessThanOrEqual(7);
    await world.passGraceDays(ugo, 6);
    expect(await mayUpload("ugo")).toBe(true);
    expect(await findPaidPlan(testApp.deps.sql, ugo.accountId)).not.toBeNull();
    await world.passGraceDays(ugo, 1);
    expect((await ugo.call(billingRoutes.summary)).subscription?.status).toBe("canceled");
    expect(await mayUpload("ugo")).toBe(false);
    expect(await findPaidPlan(testApp.deps.sql, ugo.accountId)).toBeNull();
    expect((await subjects(ugo.email)).slice(0, 2)).toEqual([
      "Your Fieldhouse plan has ended",
      "Your Fieldhouse payment did not go through",
    ]);
  });

  test("charges a card that is added or chosen at once for an unpaid renewal, and says if it is declined", async () => {
    const vera = await testApp.person("vera", { plan: "Individual" });
    const failing = await world.addCard(vera, FAILS_RENEWALS);
    await vera.call(billingRoutes.createSubscription, { body: toOrder("Individual", failing) });
    await world.passMonth(vera);
    const chosen = await vera.send("POST", `/api/v1/payment-methods/default/${failing}`, { body: {} });
    expect(JSON.parse(chosen.text).message).toBe(BILLING_MESSAGES.defaultUnpaid);
    await world.addCard(vera, "5555 5555 5555 4444");
    await testApp.settle();
    expect((await vera.call(billingRoutes.summary)).subscription).toMatchObject({
      status: "active",
      grace_until: null,
      card: { brand: "mastercard" },
    });
    await world.deliverEvents();
    expect((await vera.call(billingRoutes.invoices)).invoices.map((invoice) => invoice.total_cents)).toEqual([
      999, 999,
    ]);
  });
});
