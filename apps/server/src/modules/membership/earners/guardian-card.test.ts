import { billingRoutes, type RequiredAction } from "@app/contract/billing";
import { CARD_MESSAGES } from "@app/contract/cards";
import { GUARDIAN_MESSAGES, GUARDIAN_MINORS_MAX, guardianRoutes } from "@app/contract/guardian";
import { describe, expect, test } from "vitest";
import { toCardForm } from "#testing/billing.ts";
import { type BillingWorld, openSandboxWorld, openStripeWorld } from "#testing/billing-world.ts";
import { STATEMENT } from "#testing/guardian.ts";
import { openMailReader } from "#testing/mail-reader.ts";
import { signUpAsEarner } from "#testing/registrant.ts";

const BIRTH = `${new Date().getUTCFullYear() - 16}-01-01`;
const WORKS = "4242424242424242";
const DECLINED = "4000000000000002";
const ASKS = "4000002500003155";
const PREPAID = "5105105105105100";

/** How a guardian's card gets to the provider. */
type Counter = {
  world: BillingWorld;
  /** @returns what the consent is sent with */
  enters(token: string, number: string): Promise<{ setup_intent_id: string; card?: object }>;
  answersBank(token: string, action: RequiredAction, outcome: "complete" | "fail"): Promise<void>;
};

const begin = (world: BillingWorld, token: string) =>
  world.stage.visitor.call(guardianRoutes.beginCardCheck, { body: { token } });

const sandbox = await openSandboxWorld();
const stripe = await openStripeWorld();

const counters: [string, Counter][] = [
  [
    "the sandbox",
    {
      world: sandbox,
      enters: async (token, number) => ({
        setup_intent_id: (await begin(sandbox, token)).id,
        card: toCardForm(number),
      }),
      async answersBank(token, { challenge_id }, outcome) {
        const body = { token, challenge_id, outcome };
        await sandbox.stage.visitor.send("POST", "/api/v1/guardian/card-check/authenticate", { body });
      },
    },
  ],
  [
    "Stripe",
    {
      world: stripe,
      async enters(token, number) {
        const { id, client_secret } = await begin(stripe, token);
        stripe.standIn.page.enterCard(client_secret ?? "", number);
        return { setup_intent_id: id };
      },
      async answersBank(_token, action, outcome) {
        stripe.standIn.page.answerBank(action.client_secret ?? "", outcome);
      },
    },
  ],
];

describe.each(counters)("a guardian's card at %s", (_, counter) => {
  const { world } = counter;
  const { stage } = world;
  const mails = openMailReader(stage);

  async function linkOf(username: string) {
    const person = await signUpAsEarner(stage, username, { date_of_birth: BIRTH });
    const email = `mum.of.${username}@people.test`;
    await person.call(guardianRoutes.ask, { body: { guardian_email: email, guardian_name: "Rosa" } });
    return { person, token: mails.tokenOf(await mails.last(email), "guardian-consent") };
  }

  async function consent(token: string, card: { setup_intent_id: string; card?: object }) {
    const { consent_text } = await stage.visitor.call(guardianRoutes.request, { params: { token } });
    const body = { token, ...STATEMENT, consent_text, ...card };
    return JSON.parse((await stage.visitor.send("POST", "/api/v1/guardian/consent", { body })).text);
  }

  const enters = async (token: string, number: string) => consent(token, await counter.enters(token, number));
  const stateOf = async (token: string) =>
    (await stage.visitor.call(guardianRoutes.request, { params: { token } })).state;

  test("is authorised, charged with nothing, and saved nowhere", async () => {
    const { person, token } = await linkOf("ada.c");
    expect(await enters(token, WORKS)).toMatchObject({ code: 200, data: { request: { state: "accepted" } } });
    await world.hears();
    for (const table of ["payment_methods", "billing_customers", "subscriptions", "invoices"])
      expect(
        (await stage.deps.pool.query(`select from ${table} where account_id = $1`, [person.accountId])).rowCount,
      ).toBe(0);
    const { rows } = await stage.deps.pool.query("select * from guardian_consents where account_id = $1", [
      person.accountId,
    ]);
    expect(rows[0].adult_proved_at).toBeInstanceOf(Date);
    expect(JSON.stringify(rows)).not.toMatch(/4242424242424242|"4242"|visa/);
  });

  test("that is declined, or prepaid, proves nothing; another one may be tried by the same link", async () => {
    const { person, token } = await linkOf("ben.c");
    expect(await enters(token, DECLINED)).toMatchObject({ code: 402, errors: { card: ["Your card was declined."] } });
    expect(await enters(token, PREPAID)).toMatchObject({ code: 402, errors: { card: [GUARDIAN_MESSAGES.prepaid] } });
    expect(await stateOf(token)).toBe("asked");
    expect((await person.refused(billingRoutes.createSetupIntent, { body: {} })).code).toBe(403);
    expect((await enters(token, WORKS)).code).toBe(200);
  });

  test("whose bank asks counts once the bank is answered, and not when it says no", async () => {
    const { token } = await linkOf("cal.c");
    const card = await counter.enters(token, ASKS);
    const asked = await consent(token, card);
    expect([asked.code, asked.message, asked.data.request.state]).toEqual([
      200,
      GUARDIAN_MESSAGES.authenticate,
      "asked",
    ]);
    await counter.answersBank(token, asked.data.requires_action, "fail");
    expect((await consent(token, { setup_intent_id: card.setup_intent_id })).code).toBe(402);
    const again = await counter.enters(token, ASKS);
    const { data } = await consent(token, again);
    await counter.answersBank(token, data.requires_action, "complete");
    expect(await consent(token, { setup_intent_id: again.setup_intent_id })).toMatchObject({
      code: 200,
      data: { request: { state: "accepted" }, requires_action: null },
    });
  });

  test("is good for the link that it was begun for: neither another guardian's nor one of a payer", async () => {
    const [dan, dora] = [await linkOf("dan.c"), await linkOf("dora.c")];
    const others = await counter.enters(dora.token, WORKS);
    expect(await consent(dan.token, others)).toMatchObject({
      code: 422,
      errors: { setup_intent_id: [GUARDIAN_MESSAGES.noSuchCheck] },
    });
    const adult = await stage.person("payer.c", { plan: "Individual" });
    const paid = await world.entersCard(adult, WORKS);
    const borrowed = { setup_intent_id: paid.setupId, ...(others.card ? { card: others.card } : {}) };
    expect((await consent(dan.token, borrowed)).code).toBe(422);
    expect((await consent(dan.token, { ...others, setup_intent_id: "seti_none" })).code).toBe(422);
    expect(await stateOf(dan.token)).toBe("asked");
    // And the other way round: a check makes nobody a payer.
    const taken = await adult.refused(billingRoutes.createPaymentMethod, {
      params: { type: "card" },
      body: { setup_intent_id: others.setup_intent_id },
    });
    expect(taken.code).toBe(422);
  });

  test(`stands for ${GUARDIAN_MINORS_MAX} athletes under 18, and for no fifth one`, async () => {
    const MASTERCARD = "5555555555554444";
    for (let at = 0; at < GUARDIAN_MINORS_MAX; at++)
      expect((await enters((await linkOf(`eve${at}.c`)).token, MASTERCARD)).code).toBe(200);
    const { token } = await linkOf("eva.c");
    expect(await enters(token, MASTERCARD)).toMatchObject({ code: 403, message: GUARDIAN_MESSAGES.manyCards });
    expect((await enters(token, "378282246310005")).code).toBe(200);
  });

  test("cannot be used to try stolen numbers", async () => {
    const { token } = await linkOf("fay.c");
    const codes: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) codes.push((await enters(token, DECLINED)).code);
    expect(codes).toEqual([402, 402, 402, 402, 402, 429]);
  });

  test("does not make a guardian of an address that has become a minor's account meanwhile", async () => {
    const { token } = await linkOf("gia.c");
    await signUpAsEarner(stage, "mum.of.gia.c", { date_of_birth: BIRTH });
    expect(await enters(token, WORKS)).toMatchObject({ code: 403, message: GUARDIAN_MESSAGES.minorsAddress });
    expect(await stateOf(token)).toBe("asked");
  });
});

describe("with Stripe", () => {
  const { stage, standIn } = stripe;
  const mails = openMailReader(stage);

  test("no card number comes to us, and the card of a minor who goes past the page is detached again", async () => {
    const kim = await signUpAsEarner(stage, "kim.c", { date_of_birth: BIRTH });
    await kim.call(guardianRoutes.ask, { body: { guardian_email: "mum.k@people.test", guardian_name: "Rosa" } });
    const token = mails.tokenOf(await mails.last("mum.k@people.test"), "guardian-consent");
    const { consent_text } = await stage.visitor.call(guardianRoutes.request, { params: { token } });
    const { id, client_secret } = await begin(stripe, token);
    const body = { token, ...STATEMENT, consent_text, setup_intent_id: id };
    expect(
      (await stage.visitor.refused(guardianRoutes.consent, { body: { ...body, card: toCardForm(WORKS) } })).errors,
    ).toEqual({ card: [CARD_MESSAGES.stripeOnly] });
    standIn.page.enterCard(client_secret ?? "", WORKS);
    await stage.visitor.call(guardianRoutes.consent, { body });
    expect(standIn.seen.join("\n")).not.toContain(WORKS);

    // Begun while the consent stood, confirmed at Stripe after it was withdrawn.
    const setup = await kim.call(billingRoutes.createSetupIntent, { body: {} });
    await stage.visitor.call(guardianRoutes.decline, { body: { token } });
    standIn.page.enterCard(setup.client_secret ?? "", WORKS);
    await stripe.hears();
    expect(await kim.call(billingRoutes.paymentMethods)).toEqual([]);
    const attached = [...standIn.world.methods.values()].filter(
      (method) => method.customer === standIn.world.setups.get(setup.id)?.customer,
    );
    expect(attached).toEqual([]);
  });
});
