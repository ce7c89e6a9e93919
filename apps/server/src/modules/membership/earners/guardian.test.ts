import { billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { GUARDIAN_MESSAGES, guardianRoutes } from "@app/contract/guardian";
import { describe, expect, test } from "vitest";
import { changePlanPrice } from "#modules/membership/billing/plans.service.ts";
import { addTestCard, TEST_CARD, toCardForm, toOrder } from "#testing/billing.ts";
import { SSN, toBasics, toSport, toTeam } from "#testing/earner-forms.ts";
import { consentAsGuardian, STATEMENT, withdrawConsent } from "#testing/guardian.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { payPlan, signUpAsEarner } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";
import { requireGuardianConsent } from "./guardian.service.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const { pool } = testApp.deps;

/** Sixteen years old. */
const BIRTH = `${new Date().getFullYear() - 16}${new Date().toISOString().slice(4, 8)}01`;
const PAGE = "guardian-consent";

async function minor(username: string) {
  const person = await signUpAsEarner(testApp, username, { date_of_birth: BIRTH });
  const guardian = `mum.of.${username}@people.test`;
  const asks = () => person.call(guardianRoutes.ask, { body: { guardian_email: guardian, guardian_name: "Rosa" } });
  const token = async () => mails.tokenOf(await mails.last(guardian), PAGE);
  return {
    person,
    guardian,
    asks,
    token,
    /** Requests consent. @returns the link's token */
    async linked() {
      await asks();
      return token();
    },
    isFree: () =>
      requireGuardianConsent(testApp.deps, person.accountId).then(
        () => true,
        () => false,
      ),
  };
}

const read = (token: string) => testApp.visitor.call(guardianRoutes.request, { params: { token } });
const decline = (token: string) => testApp.visitor.call(guardianRoutes.decline, { body: { token } });

/** The body of a consent, with a card check for this link. */
async function toConsent(token: string) {
  const { consent_text } = await read(token);
  const { id } = await testApp.visitor.call(guardianRoutes.beginCardCheck, { body: { token } });
  return {
    token,
    ...STATEMENT,
    consent_text,
    setup_intent_id: id,
    card: { ...toCardForm(TEST_CARD), name: `Guardian ${token}` },
  };
}

const consentRow = async (accountId: string) =>
  (await pool.query("select * from guardian_consents where account_id = $1 order by id desc limit 1", [accountId]))
    .rows[0];

const jobs = async (name: string, accountId: string) =>
  (
    await pool.query(
      `select count(*)::int as count from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = $1 and j.payload->>'account_id' = $2`,
      [name, accountId],
    )
  ).rows[0].count;

describe("somebody aged 13 to 17", () => {
  test("cannot pay until a guardian has read the price, stated who they are, and proved their age with a card", async () => {
    const { person, guardian, linked, isFree } = await minor("mia.g");
    await person.refused(earnerRoutes.team, { body: toTeam("mia.g", testApp.categoryId) });
    expect(await person.call(earnerRoutes.registration)).toMatchObject({ needs_guardian: true, next: "billing" });
    await changePlanPrice(testApp.deps, "Team", 3123);
    const token = await linked();
    expect((await mails.last(guardian)).text).toContain("The Team plan costs $31.23 a month.");
    expect(await person.call(guardianRoutes.state)).toMatchObject({ is_needed: true, state: "asked" });
    const request = await read(token);
    expect(request).toMatchObject({
      guardian_name: "Rosa",
      first_name: "mia.g",
      plan: "Team",
      prices: [{ plan: "Team", price_cents: 3123 }],
      state: "asked",
      can: { consent: true, decline: true, withdraw: false },
      provider: "sandbox",
    });
    expect(request.consent_text).toContain("The Team plan costs $31.23 a month.");
    expect(await isFree()).toBe(false);
    await consentAsGuardian(testApp.visitor, token);
    expect(await isFree()).toBe(true);
    expect(await read(token)).toMatchObject({ state: "accepted", can: { consent: false, withdraw: true } });
    expect(await person.call(earnerRoutes.registration)).toMatchObject({ needs_guardian: false });
    expect(await consentRow(person.accountId)).toMatchObject({
      is_accepted: true,
      stated_name: "Rosa Vega",
      relation: "Mother",
      consent_text: request.consent_text,
    });
    const body = { guardian_email: "a@b.test", guardian_name: "R" };
    expect((await person.refused(guardianRoutes.ask, { body })).code).toBe(409);
    await changePlanPrice(testApp.deps, "Team", 2999);
  });

  test("gets an email with every plan's price while none is chosen", async () => {
    const { guardian, linked } = await minor("mel.g");
    const token = await linked();
    const sentence = "A plan costs $9.99 (Student Athlete), $29.99 (Team) or $59.99 (Organization) a month.";
    expect((await mails.last(guardian)).text).toContain(sentence);
    expect((await read(token)).consent_text).toContain(sentence);
  });

  test("has no saved card before consent, and none after it is withdrawn", async () => {
    const { person, linked } = await minor("noa.g");
    await person.refused(earnerRoutes.team, { body: toTeam("noa.g", testApp.categoryId) });
    const refusal = { code: 403, message: GUARDIAN_MESSAGES.needed };
    expect(await person.refused(billingRoutes.createSetupIntent, { body: {} })).toMatchObject(refusal);
    const card = { setup_intent_id: "seti_any", card: toCardForm(TEST_CARD) };
    expect(
      await person.refused(billingRoutes.createPaymentMethod, { params: { type: "card" }, body: card }),
    ).toMatchObject(refusal);
    const order = toOrder("Team", "0190a1b2-0000-7000-8000-000000000000");
    expect(await person.refused(billingRoutes.createSubscription, { body: order })).toMatchObject(refusal);
    const token = await linked();
    await consentAsGuardian(testApp.visitor, token);
    const setup = await person.call(billingRoutes.createSetupIntent, { body: {} });
    const id = await addTestCard(person);
    await person.call(billingRoutes.createSubscription, { body: toOrder("Team", id) });
    await withdrawConsent(testApp.visitor, token);
    expect(await person.call(billingRoutes.paymentMethods)).toEqual([]);
    expect(await person.refused(billingRoutes.setDefault, { params: { id } })).toMatchObject(refusal);
    // Started while consent was valid.
    const late = { setup_intent_id: setup.id, card: toCardForm(TEST_CARD) };
    expect(
      await person.refused(billingRoutes.createPaymentMethod, { params: { type: "card" }, body: late }),
    ).toMatchObject(refusal);
    await testApp.settle();
    expect(
      (
        await pool.query(
          "select from sandbox_cards where is_attached and id = any(select provider_id from payment_methods where account_id = $1)",
          [person.accountId],
        )
      ).rowCount,
    ).toBe(0);
    expect((await person.call(billingRoutes.summary)).subscription).toMatchObject({ cancel_at_period_end: true });
  });

  test("has a saved SSN only with consent, and can change it only with consent", async () => {
    const { person, linked } = await minor("pam.g");
    await person.call(earnerRoutes.individualBasics, {
      body: { ...toBasics("pam.g"), date_of_birth: `${BIRTH.slice(5, 7)}/${BIRTH.slice(0, 4)}` },
    });
    await person.refused(earnerRoutes.individualSport, { body: toSport(testApp.categoryId) });
    const token = await linked();
    await consentAsGuardian(testApp.visitor, token);
    const ssnOf = async () =>
      (await pool.query("select ssn_last4 from earner_profiles where account_id = $1", [person.accountId])).rows[0]
        ?.ssn_last4;
    await withdrawConsent(testApp.visitor, token);
    // The bank confirms the payment only now.
    await payPlan(testApp, person.accountId, "Individual");
    expect((await person.refused(earnerRoutes.completeRegistration)).message).toBe(GUARDIAN_MESSAGES.needed);
    expect(await ssnOf()).toBeUndefined();
    await consentAsGuardian(testApp.visitor, token);
    expect((await person.call(earnerRoutes.completeRegistration)).next).toBe("done");
    expect(await ssnOf()).toBe(SSN.slice(-4));
  });

  test("loses the renewal when the guardian withdraws with the same link", async () => {
    const { person, linked, isFree } = await minor("quin.g");
    const token = await linked();
    await consentAsGuardian(testApp.visitor, token);
    await payPlan(testApp, person.accountId, "Team");
    expect(await decline(token)).toMatchObject({ state: "withdrawn", first_name: "quin.g" });
    expect(await decline(token)).toMatchObject({ state: "withdrawn" });
    expect(await isFree()).toBe(false);
    expect(await jobs("billing:stop-renewal", person.accountId)).toBe(1);
  });

  test("keeps plan and card on a withdrawal after coming of age", async () => {
    const { person, linked, isFree } = await minor("rue.g");
    const token = await linked();
    await consentAsGuardian(testApp.visitor, token);
    const card = await addTestCard(person);
    await payPlan(testApp, person.accountId, "Team");
    await pool.query("update accounts set date_of_birth = '2000-01-01' where id = $1", [person.accountId]);
    await withdrawConsent(testApp.visitor, token);
    expect(await isFree()).toBe(true);
    expect(await jobs("billing:stop-renewal", person.accountId)).toBe(0);
    expect((await person.call(billingRoutes.paymentMethods))[0]?.id).toBe(card);
  });
});

describe("a guardian's link", () => {
  test("accepts a no, and a yes after it, while the page offers it", async () => {
    const { person, linked, isFree } = await minor("oli.g");
    const token = await linked();
    expect(await decline(token)).toMatchObject({ state: "declined", can: { consent: true, decline: false } });
    expect(await decline(token)).toMatchObject({ state: "declined" });
    expect(await person.call(guardianRoutes.state)).toMatchObject({ state: "declined" });
    await consentAsGuardian(testApp.visitor, token);
    expect(await isFree()).toBe(true);
    await withdrawConsent(testApp.visitor, token);
    await consentAsGuardian(testApp.visitor, token);
    expect(await isFree()).toBe(true);

    await decline(token);
    const consent = await toConsent(token);
    await pool.query("update guardian_consents set expires_at = now() - interval '1 minute' where account_id = $1", [
      person.accountId,
    ]);
    expect(await read(token)).toMatchObject({ state: "withdrawn", can: { consent: false } });
    for (const refusal of [
      await testApp.visitor.refused(guardianRoutes.beginCardCheck, { body: { token } }),
      await testApp.visitor.refused(guardianRoutes.consent, { body: consent }),
    ])
      expect(refusal).toMatchObject({ code: 409, message: GUARDIAN_MESSAGES.tooLate });
  });

  test("expires after 14 days without an answer, but can always withdraw", async () => {
    const [ray, rex] = [await minor("ray.g"), await minor("rex.g")];
    const [open, given] = [await ray.linked(), await rex.linked()];
    await consentAsGuardian(testApp.visitor, given);
    const consent = await toConsent(open);
    await pool.query("update guardian_consents set expires_at = now() - interval '1 minute'");
    expect((await testApp.visitor.refused(guardianRoutes.request, { params: { token: open } })).code).toBe(410);
    expect((await testApp.visitor.refused(guardianRoutes.consent, { body: consent })).code).toBe(410);
    expect((await testApp.visitor.refused(guardianRoutes.decline, { body: { token: open } })).code).toBe(410);
    expect(await ray.person.call(guardianRoutes.state)).toMatchObject({ state: "none" });
    expect(await read(given)).toMatchObject({ state: "accepted" });
    expect(await decline(given)).toMatchObject({ state: "withdrawn" });
  });

  test("stops working when another email is sent, and never works if it was not sent", async () => {
    const { person, guardian, asks, linked } = await minor("sam.g");
    const first = await linked();
    const consent = await toConsent(first);
    const body = { guardian_email: guardian, guardian_name: "Rosa" };
    const early = await person.send("POST", "/api/v1/guardian/ask", { body });
    expect([early.status, Number(early.headers.get("retry-after")) > 0]).toEqual([429, true]);
    await pool.query("update login_attempts set tried_at = tried_at - interval '2 minutes'");
    await asks();
    for (const token of [first, "A".repeat(43)]) {
      const codes = [
        (await testApp.visitor.refused(guardianRoutes.request, { params: { token } })).code,
        (await testApp.visitor.refused(guardianRoutes.beginCardCheck, { body: { token } })).code,
        (await testApp.visitor.refused(guardianRoutes.consent, { body: { ...consent, token } })).code,
        (await testApp.visitor.refused(guardianRoutes.decline, { body: { token } })).code,
      ];
      expect(codes).toEqual([410, 410, 410, 410]);
    }
  });

  test("consents once, also for concurrent and repeated requests", async () => {
    const { person, linked } = await minor("tia.g");
    const token = await linked();
    const body = await toConsent(token);
    const send = () => testApp.visitor.send("POST", "/api/v1/guardian/consent", { body });
    expect((await Promise.all([send(), send(), send()])).map((reply) => reply.status)).toEqual([200, 200, 200]);
    const first = await consentRow(person.accountId);
    expect((await send()).status).toBe(200);
    expect(await consentRow(person.accountId)).toEqual(first);
    expect((await testApp.visitor.refused(guardianRoutes.beginCardCheck, { body: { token } })).code).toBe(409);
  });

  test("keeps the last of a concurrent yes and no, never both", async () => {
    const { person, linked } = await minor("uma.g");
    const token = await linked();
    const body = await toConsent(token);
    await Promise.all([
      testApp.visitor.send("POST", "/api/v1/guardian/consent", { body }),
      testApp.visitor.send("POST", "/api/v1/guardian/decline", { body: { token } }),
    ]);
    const { state } = await person.call(guardianRoutes.state);
    expect(["accepted", "withdrawn"]).toContain(state);
  });

  test("asks again if the price has changed", async () => {
    const { person, linked } = await minor("vic.g");
    await person.refused(earnerRoutes.team, { body: toTeam("vic.g", testApp.categoryId) });
    const token = await linked();
    const body = await toConsent(token);
    await changePlanPrice(testApp.deps, "Team", 4999);
    expect(await testApp.visitor.refused(guardianRoutes.consent, { body })).toMatchObject({
      code: 409,
      message: GUARDIAN_MESSAGES.changed,
    });
    await changePlanPrice(testApp.deps, "Team", 2999);
    await testApp.visitor.call(guardianRoutes.consent, { body });
  });

  test.each([
    ["guardian_name", undefined, "Your name is a required field"],
    ["guardian_name", "R2D2", "Your name may contain letters, spaces, hyphens and apostrophes only"],
    ["relation", undefined, "Your relation is a required field"],
    ["relation", "Coach", "Your relation is a required field"],
    ["consent_text", undefined, "Consent text is a required field"],
  ])("is refused with %s %j", async (field, value, message) => {
    const body = { token: "A".repeat(43), ...STATEMENT, consent_text: "", setup_intent_id: "seti_a", [field]: value };
    const reply = await testApp.visitor.send("POST", "/api/v1/guardian/consent", { body });
    expect([reply.status, JSON.parse(reply.text).errors]).toEqual([422, { [field]: [message] }]);
  });
});

test("ignores an earlier consent without a card check until it is given again", async () => {
  const { person, linked, isFree } = await minor("wes.g");
  const token = await linked();
  await pool.query("update guardian_consents set is_accepted = true, answered_at = now() where account_id = $1", [
    person.accountId,
  ]);
  expect(await isFree()).toBe(false);
  expect(await read(token)).toMatchObject({ state: "asked", can: { consent: true, withdraw: false } });
  await consentAsGuardian(testApp.visitor, token);
  expect(await isFree()).toBe(true);
});

test("an adult needs no guardian", async () => {
  const sue = await signUpAsEarner(testApp, "sue.g");
  expect(await sue.call(guardianRoutes.state)).toEqual({ is_needed: false, state: "none", guardian_email: null });
  await sue.call(earnerRoutes.individualBasics, { body: toBasics("sue.g") });
  await sue.refused(earnerRoutes.individualSport, { body: toSport(testApp.categoryId) });
  expect(await sue.call(earnerRoutes.registration)).toMatchObject({ needs_guardian: false, next: "billing" });
});
