import { BILLING_MESSAGES, billingRoutes } from "@app/contract/billing";
import { CARD_MESSAGES } from "@app/contract/cards";
import { describe, expect, test } from "vitest";
import { toCardForm, toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";

const sandbox = await createSandboxWorld();
const stripe = await createStripeWorld();
const worlds = [
  ["the sandbox", sandbox],
  ["Stripe", stripe],
] as const;

const MASTERCARD = "5555 5555 5555 4444";
const AMEX = "3782 822463 10005";

describe.each(worlds)("cards with %s", (_, world) => {
  const { testApp } = world;

  test("makes the first card the default, and the newest one after the default is removed", async () => {
    const ana = await testApp.person("ana", { plan: "Individual" });
    const visa = await world.addCard(ana);
    const amex = await world.addCard(ana, AMEX);
    const mastercard = await world.addCard(ana, MASTERCARD);
    const listed = await ana.call(billingRoutes.paymentMethods, { query: { type: "card" } });
    expect(listed.map((card) => card.brand)).toEqual(["visa", "mastercard", "amex"]);
    const chosen = await ana.call(billingRoutes.setDefault, { params: { id: amex } });
    expect(chosen.map((card) => [card.brand, card.is_default])).toEqual([
      ["amex", true],
      ["mastercard", false],
      ["visa", false],
    ]);
    const remaining = await ana.call(billingRoutes.removePaymentMethod, { params: { id: amex } });
    expect(remaining.map((card) => [card.id, card.is_default])).toEqual([
      [mastercard, true],
      [visa, false],
    ]);
    expect((await ana.refused(billingRoutes.setDefault, { params: { id: amex } })).code).toBe(404);
    await world.deliverEvents();
    expect(await ana.call(billingRoutes.paymentMethods)).toHaveLength(2);
  });

  test("keeps the last card of a renewing plan, even when two cards are removed at once", async () => {
    const ben = await testApp.person("ben", { plan: "Individual" });
    const cards = [await world.addCard(ben), await world.addCard(ben, MASTERCARD)];
    await ben.call(billingRoutes.createSubscription, { body: toOrder("Individual", cards[0] ?? "") });
    const replies = await Promise.all(
      cards.map((id) => ben.send("POST", `/api/v1/payment-methods/remove/${id}`, { body: {} })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const [last] = await ben.call(billingRoutes.paymentMethods);
    const params = { id: last?.id ?? "" };
    const refused = await ben.refused(billingRoutes.removePaymentMethod, { params });
    expect(refused).toMatchObject({ code: 409, message: BILLING_MESSAGES.lastCard });
    await ben.call(billingRoutes.cancel);
    expect(await ben.call(billingRoutes.removePaymentMethod, { params })).toEqual([]);
  });

  test("renews with the card that became the default", async () => {
    const cleo = await testApp.person("cleo", { plan: "Individual" });
    const visa = await world.addCard(cleo);
    await cleo.call(billingRoutes.createSubscription, { body: toOrder("Individual", visa) });
    await world.addCard(cleo, MASTERCARD);
    await cleo.call(billingRoutes.removePaymentMethod, { params: { id: visa } });
    await testApp.settle();
    await world.passMonth(cleo);
    const { invoices } = await cleo.call(billingRoutes.invoices);
    const receipts = await Promise.all(
      invoices.map((invoice) => cleo.call(billingRoutes.invoice, { params: { id: invoice.id } })),
    );
    expect(receipts.map((receipt) => receipt.card?.brand)).toEqual(["mastercard", "visa"]);
  });

  test("charges the card that a plan without a card got before it was resumed, and resumes none without a card", async () => {
    const fay = await testApp.person("fay", { plan: "Individual" });
    const visa = await world.addCard(fay);
    await fay.call(billingRoutes.createSubscription, { body: toOrder("Individual", visa) });
    await fay.call(billingRoutes.cancel);
    await fay.call(billingRoutes.removePaymentMethod, { params: { id: visa } });
    await testApp.settle();
    expect(await fay.refused(billingRoutes.resume)).toMatchObject({ code: 409, message: BILLING_MESSAGES.noCard });
    await world.addCard(fay, MASTERCARD);
    await fay.call(billingRoutes.resume);
    await world.passMonth(fay);
    const { invoices } = await fay.call(billingRoutes.invoices);
    const newest = await fay.call(billingRoutes.invoice, { params: { id: invoices[0]?.id ?? "" } });
    expect([invoices.length, newest.card?.brand]).toEqual([2, "mastercard"]);
  });

  test("pays what is owed with the first card that is added after the failing one was removed", async () => {
    const gil = await testApp.person("gil", { plan: "Individual" });
    const failing = await world.addCard(gil, "4000 0000 0000 0341");
    await gil.call(billingRoutes.createSubscription, { body: toOrder("Individual", failing) });
    await world.passMonth(gil);
    const statusOf = async () => (await gil.call(billingRoutes.summary)).subscription?.status;
    expect(await statusOf()).toBe("past_due");
    await world.addCard(gil, MASTERCARD);
    await gil.call(billingRoutes.removePaymentMethod, { params: { id: failing } });
    await testApp.settle();
    expect(await statusOf()).toBe("active");
    expect((await gil.call(billingRoutes.invoices)).pagination.total).toBe(2);
  });

  test("hides other people's cards and setups", async () => {
    const dina = await testApp.person("dina", { plan: "Individual" });
    const eve = await testApp.person("eve", { plan: "Individual" });
    const card = await world.addCard(dina);
    for (const route of [billingRoutes.setDefault, billingRoutes.removePaymentMethod])
      expect((await eve.refused(route, { params: { id: card } })).code).toBe(404);
    const order = await eve.refused(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
    expect(Object.keys(order.errors)).toEqual(["payment_method_id"]);
    const setup = await dina.call(billingRoutes.createSetupIntent, { body: {} });
    const refusal = await eve.refused(billingRoutes.createPaymentMethod, {
      params: { type: "card" },
      body: { setup_intent_id: setup.id },
    });
    expect(Object.keys(refusal.errors)).toEqual(["setup_intent_id"]);
    expect(await dina.call(billingRoutes.paymentMethods)).toHaveLength(1);
  });
});

describe("the card form of the sandbox", () => {
  const thisYear = new Date().getUTCFullYear();

  test.each([
    ["number", "", CARD_MESSAGES.numberRequired],
    ["number", "4242 4242 4242 4241", CARD_MESSAGES.numberInvalid],
    ["number", "4242", CARD_MESSAGES.numberInvalid],
    ["number", "not a number", CARD_MESSAGES.numberInvalid],
    ["exp_month", 13, CARD_MESSAGES.monthInvalid],
    ["exp_month", 0, CARD_MESSAGES.monthInvalid],
    ["exp_year", thisYear + 51, CARD_MESSAGES.yearInvalid],
    ["cvc", "", CARD_MESSAGES.cvcRequired],
    ["cvc", "12", CARD_MESSAGES.cvcInvalid],
    ["cvc", "1234", CARD_MESSAGES.cvcInvalid],
    ["name", " ", CARD_MESSAGES.nameRequired],
    ["zip", "9410", CARD_MESSAGES.zipInvalid],
  ])("%s %j is refused: %s", async (field, value, message) => {
    const name = `form${Math.random().toString(36).slice(2, 10)}`;
    const person = await sandbox.testApp.person(name, { plan: "Individual" });
    const setup = await person.call(billingRoutes.createSetupIntent, { body: {} });
    const reply = await person.send("POST", "/api/v1/create-payment-method/card", {
      body: { setup_intent_id: setup.id, card: { ...toCardForm("4242424242424242"), [field]: value } },
    });
    expect(reply.status).toBe(422);
    expect(JSON.parse(reply.text).errors).toEqual({ [`card.${field}`]: [message] });
  });

  test.each([
    ["4000 0000 0000 0069", "Your card has expired."],
    ["4000 0000 0000 0127", "Your card's security code is incorrect."],
    ["4111 1111 1111 1111", "only test cards work here"],
  ])("%s is declined: %s", async (number, sentence) => {
    const person = await sandbox.testApp.person(`d${number.slice(-4)}`, { plan: "Individual" });
    expect((await sandbox.enterCard(person, number)).refusal).toContain(sentence);
  });

  test("refuses a card that expired last month and accepts one that expires this month", async () => {
    const person = await sandbox.testApp.person("months", { plan: "Individual" });
    const now = new Date();
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
    const add = async (date: Date) => {
      const setup = await person.call(billingRoutes.createSetupIntent, { body: {} });
      const dates = { exp_month: date.getUTCMonth() + 1, exp_year: date.getUTCFullYear() };
      return person.send("POST", "/api/v1/create-payment-method/card", {
        body: { setup_intent_id: setup.id, card: { ...toCardForm("4242424242424242"), ...dates } },
      });
    };
    const expired = await add(last);
    expect(JSON.parse(expired.text).errors).toEqual({ "card.exp_month": [CARD_MESSAGES.expired] });
    expect((await add(now)).status).toBe(200);
  });

  test("adds cards only, and answers a challenge only for the person it belongs to", async () => {
    const frida = await sandbox.testApp.person("frida", { plan: "Individual" });
    const gus = await sandbox.testApp.person("gus", { plan: "Individual" });
    const wrong = await frida.send("POST", "/api/v1/create-payment-method/iban", {
      body: { setup_intent_id: "seti_a" },
    });
    expect([wrong.status, JSON.parse(wrong.text).errors.type]).toEqual([
      422,
      ["This type of payment is not supported."],
    ]);
    const { action } = await sandbox.enterCard(frida, "4000002500003155");
    const body = { challenge_id: action?.challenge_id ?? "", outcome: "complete" as const };
    expect((await gus.refused(billingRoutes.authenticate, { body })).code).toBe(404);
    await frida.call(billingRoutes.authenticate, { body });
    expect((await frida.refused(billingRoutes.authenticate, { body })).code).toBe(404);
  });
});

describe("with Stripe", () => {
  test("refuses card numbers, and has no sandbox bank", async () => {
    const hana = await stripe.testApp.person("hana", { plan: "Individual" });
    const setup = await hana.call(billingRoutes.createSetupIntent, { body: {} });
    const refused = await hana.refused(billingRoutes.createPaymentMethod, {
      params: { type: "card" },
      body: { setup_intent_id: setup.id, card: toCardForm("4242424242424242") },
    });
    expect(refused.errors).toEqual({ card: ["Card details go to Stripe only, never to us."] });
    const body = { challenge_id: "challenge_a", outcome: "complete" as const };
    expect((await hana.refused(billingRoutes.authenticate, { body })).code).toBe(404);
    expect(await hana.call(billingRoutes.summary)).toMatchObject({
      provider: "stripe",
      publishable_key: "pk_test_of_the_fake",
    });
    expect(stripe.fake.seen.join("\n")).not.toContain("4242424242424242");
  });
});
