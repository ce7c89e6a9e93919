import { billingRoutes, type RequiredAction } from "@app/contract/billing";
import { CARD_MESSAGES } from "@app/contract/cards";
import { GUARDIAN_MESSAGES, GUARDIAN_MINORS_MAX, guardianRoutes } from "@app/contract/guardian";
import { describe, expect, test } from "vitest";
import { toCardForm } from "#testing/billing.ts";
import { type BillingWorld, createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { STATEMENT } from "#testing/guardian.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { signUpAsEarner } from "#testing/registrant.ts";

const BIRTH = `${new Date().getUTCFullYear() - 16}-01-01`;
const WORKS = "4242424242424242";
const DECLINED = "4000000000000002";
const ASKS = "4000002500003155";
const PREPAID = "5105105105105100";

/** How a guardian's card reaches the provider. */
type Counter = {
  world: BillingWorld;
  /** @returns the card fields of the consent */
  enters(token: string, number: string): Promise<{ setup_intent_id: string; card?: object }>;
  answerChallenge(token: string, action: RequiredAction, outcome: "complete" | "fail"): Promise<void>;
};

const begin = (world: BillingWorld, token: string) =>
  world.testApp.visitor.call(guardianRoutes.beginCardCheck, { body: { token } });

const sandbox = await createSandboxWorld();
const stripe = await createStripeWorld();

const counters: [string, Counter][] = [
  [
    "the sandbox",
    {
      world: sandbox,
      enters: async (token, number) => ({
        setup_intent_id: (await begin(sandbox, token)).id,
        card: toCardForm(number),
      }),
      async answerChallenge(token, { challenge_id }, outcome) {
        const body = { token, challenge_id, outcome };
        await sandbox.testApp.visitor.send("POST", "/api/v1/guardian/card-check/authenticate", { body });
      },
    },
  ],
  [
    "Stripe",
    {
      world: stripe,
      async enters(token, number) {
        const { id, client_secret } = await begin(stripe, token);
        stripe.fake.page.enterCard(client_secret ?? "", number);
        return { setup_intent_id: id };
      },
      async answerChallenge(_token, action, outcome) {
        stripe.fake.page.answerBank(action.client_secret ?? "", outcome);
      },
    },
  ],
];

describe.each(counters)("a guardian's card at %s", (_, counter) => {
  const { world } = counter;
  const { testApp } = world;
  const mails = createMailReader(testApp);

  async function linkOf(username: string) {
    const person = await signUpAsEarner(testApp, username, { date_of_birth: BIRTH });
    const email = `mum.of.${username}@people.test`;
    await person.call(guardianRoutes.ask, { body: { guardian_email: email, guardian_name: "Rosa" } });
    return { person, token: mails.tokenOf(await mails.last(email), "guardian-consent") };
  }

  async function consent(token: string, card: { setup_intent_id: string; card?: object }) {
    const { consent_text } = await testApp.visitor.call(guardianRoutes.request, { params: { token } });
    const body = { token, ...STATEMENT, consent_text, ...card };
    return JSON.parse((await testApp.visitor.send("POST", "/api/v1/guardian/consent", { body })).text);
  }

  const enters = async (token: string, number: string) => consent(token, await counter.enters(token, number));
  const stateOf = async (token: string) =>
    (await testApp.visitor.call(guardianRoutes.request, { params: { token } })).state;

  test("is authorized, never charged, and saved nowhere", async () => {
    const { person, token } = await linkOf("ada.c");
    expect(await enters(token, WORKS)).toMatchObject({ code: 200, data: { request: { state: "accepted" } } });
    await world.deliverEvents();
    for (const table of ["payment_methods", "billing_customers", "subscriptions", "invoices"])
      expect(
        (await testApp.deps.pool.query(`select from ${table} where account_id = $1`, [person.accountId])).rowCount,
      ).toBe(0);
    const { rows } = await testApp.deps.pool.query("select * from guardian_consents where account_id = $1", [
      person.accountId,
    ]);
    expect(rows[0].adult_proved_at).toBeInstanceOf(Date);
    expect(JSON.stringify(rows)).not.toMatch(/4242424242424242|"4242"|visa/);
  });

  test("proves nothing if it is declined or prepaid, and another one may be tried with the same link", async () => {
    const { person, token } = await linkOf("ben.c");
    expect(await enters(token, DECLINED)).toMatchObject({ code: 402, errors: { card: ["Your card was declined."] } });
    expect(await enters(token, PREPAID)).toMatchObject({ code: 402, errors: { card: [GUARDIAN_MESSAGES.prepaid] } });
    expect(await stateOf(token)).toBe("asked");
    expect((await person.refused(billingRoutes.createSetupIntent, { body: {} })).code).toBe(403);
    expect((await enters(token, WORKS)).code).toBe(200);
  });

  test("counts after its bank's challenge succeeds, not after it fails", async () => {
    const { token } = await linkOf("cal.c");
    const card = await counter.enters(token, ASKS);
    const challenged = await consent(token, card);
    expect([challenged.code, challenged.message, challenged.data.request.state]).toEqual([
      200,
      GUARDIAN_MESSAGES.authenticate,
      "asked",
    ]);
    await counter.answerChallenge(token, challenged.data.requires_action, "fail");
    expect((await consent(token, { setup_intent_id: card.setup_intent_id })).code).toBe(402);
    const again = await counter.enters(token, ASKS);
    const { data } = await consent(token, again);
    await counter.answerChallenge(token, data.requires_action, "complete");
    expect(await consent(token, { setup_intent_id: again.setup_intent_id })).toMatchObject({
      code: 200,
      data: { request: { state: "accepted" }, requires_action: null },
    });
  });

  test("is valid only for the link that it was checked for, not for another guardian or a payer", async () => {
    const [dan, dora] = [await linkOf("dan.c"), await linkOf("dora.c")];
    const others = await counter.enters(dora.token, WORKS);
    expect(await consent(dan.token, others)).toMatchObject({
      code: 422,
      errors: { setup_intent_id: [GUARDIAN_MESSAGES.noSuchCheck] },
    });
    const adult = await testApp.person("payer.c", { plan: "Individual" });
    const paid = await world.enterCard(adult, WORKS);
    const borrowed = { setup_intent_id: paid.setupId, ...(others.card ? { card: others.card } : {}) };
    expect((await consent(dan.token, borrowed)).code).toBe(422);
    expect((await consent(dan.token, { ...others, setup_intent_id: "seti_none" })).code).toBe(422);
    expect(await stateOf(dan.token)).toBe("asked");
    // And a check adds no card to a payer.
    const refusal = await adult.refused(billingRoutes.createPaymentMethod, {
      params: { type: "card" },
      body: { setup_intent_id: others.setup_intent_id },
    });
    expect(refusal.code).toBe(422);
  });

  test(`counts for ${GUARDIAN_MINORS_MAX} athletes under 18, and no more`, async () => {
    const MASTERCARD = "5555555555554444";
    for (let at = 0; at < GUARDIAN_MINORS_MAX; at++)
      expect((await enters((await linkOf(`eve${at}.c`)).token, MASTERCARD)).code).toBe(200);
    const { token } = await linkOf("eva.c");
    expect(await enters(token, MASTERCARD)).toMatchObject({ code: 403, message: GUARDIAN_MESSAGES.manyCards });
    expect((await enters(token, "378282246310005")).code).toBe(200);
  });

  test("cannot be used to test stolen numbers", async () => {
    const { token } = await linkOf("fay.c");
    const codes: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) codes.push((await enters(token, DECLINED)).code);
    expect(codes).toEqual([402, 402, 402, 402, 402, 429]);
  });

  test("does not count if the guardian's address now belongs to a minor's account", async () => {
    const { token } = await linkOf("gia.c");
    await signUpAsEarner(testApp, "mum.of.gia.c", { date_of_birth: BIRTH });
    expect(await enters(token, WORKS)).toMatchObject({ code: 403, message: GUARDIAN_MESSAGES.minorsAddress });
    expect(await stateOf(token)).toBe("asked");
  });
});

describe("with Stripe", () => {
  const { testApp, fake } = stripe;
  const mails = createMailReader(testApp);

  test("never receives card numbers, and detaches a card that a minor adds past the page", async () => {
    const kim = await signUpAsEarner(testApp, "kim.c", { date_of_birth: BIRTH });
    await kim.call(guardianRoutes.ask, { body: { guardian_email: "mum.k@people.test", guardian_name: "Rosa" } });
    const token = mails.tokenOf(await mails.last("mum.k@people.test"), "guardian-consent");
    const { consent_text } = await testApp.visitor.call(guardianRoutes.request, { params: { token } });
    const { id, client_secret } = await begin(stripe, token);
    const body = { token, ...STATEMENT, consent_text, setup_intent_id: id };
    expect(
      (await testApp.visitor.refused(guardianRoutes.consent, { body: { ...body, card: toCardForm(WORKS) } })).errors,
    ).toEqual({ card: [CARD_MESSAGES.stripeOnly] });
    fake.page.enterCard(client_secret ?? "", WORKS);
    await testApp.visitor.call(guardianRoutes.consent, { body });
    expect(fake.seen.join("\n")).not.toContain(WORKS);

    // Started with consent, confirmed at Stripe after it was withdrawn.
    const setup = await kim.call(billingRoutes.createSetupIntent, { body: {} });
    await testApp.visitor.call(guardianRoutes.decline, { body: { token } });
    fake.page.enterCard(setup.client_secret ?? "", WORKS);
    await stripe.deliverEvents();
    expect(await kim.call(billingRoutes.paymentMethods)).toEqual([]);
    const attached = [...fake.world.methods.values()].filter(
      (method) => method.customer === fake.world.setups.get(setup.id)?.customer,
    );
    expect(attached).toEqual([]);
  });
});
