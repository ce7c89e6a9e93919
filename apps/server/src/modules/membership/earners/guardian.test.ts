import { billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { GUARDIAN_MESSAGES, guardianRoutes } from "@app/contract/guardian";
import { describe, expect, test } from "vitest";
import { changePlanPrice } from "#modules/membership/billing/plans.service.ts";
import { addTestCard, TEST_CARD, toCardForm, toOrder } from "#testing/billing.ts";
import { SSN, toBasics, toSport, toTeam } from "#testing/earner-forms.ts";
import { consentAsGuardian, createMinors, SIXTEEN, withdrawConsent } from "#testing/guardian.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { payPlan, signUpAsEarner } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const minor = createMinors(testApp);
const { pool } = testApp.deps;

const read = (token: string) => testApp.visitor.call(guardianRoutes.request, { params: { token } });
const decline = (token: string) => testApp.visitor.call(guardianRoutes.decline, { body: { token } });

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
    expect(await person.call(guardianRoutes.state)).toEqual({
      is_needed: true,
      state: "asked",
      guardian_email: guardian,
      guardian_name: "Rosa",
      is_late: false,
    });
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
      body: { ...toBasics("pam.g"), date_of_birth: `${SIXTEEN.slice(5, 7)}/${SIXTEEN.slice(0, 4)}` },
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
    expect((await person.refused(earnerRoutes.readCompletion)).message).toBe(GUARDIAN_MESSAGES.needed);
    expect(await ssnOf()).toBeUndefined();
    await consentAsGuardian(testApp.visitor, token);
    expect((await person.call(earnerRoutes.readCompletion)).next).toBe("done");
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
    expect(await read(token)).toMatchObject({ is_of_age: true, can: { consent: false, withdraw: true } });
    await withdrawConsent(testApp.visitor, token);
    expect(await read(token)).toMatchObject({ is_of_age: true, can: { consent: false, withdraw: false } });
    expect(await isFree()).toBe(true);
    expect(await jobs("billing:stop-renewal", person.accountId)).toBe(0);
    expect((await person.call(billingRoutes.paymentMethods))[0]?.id).toBe(card);
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
  expect(await sue.call(guardianRoutes.state)).toEqual({
    is_needed: false,
    state: "none",
    guardian_email: null,
    guardian_name: null,
    is_late: false,
  });
  await sue.call(earnerRoutes.individualBasics, { body: toBasics("sue.g") });
  await sue.refused(earnerRoutes.individualSport, { body: toSport(testApp.categoryId) });
  expect(await sue.call(earnerRoutes.registration)).toMatchObject({ needs_guardian: false, next: "billing" });
});
