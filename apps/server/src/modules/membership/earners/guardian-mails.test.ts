import { earnerRoutes } from "@app/contract/earners";
import { guardianRoutes } from "@app/contract/guardian";
import { describe, expect, test } from "vitest";
import { TEST_CARD, toCardForm } from "#testing/billing.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { consentAsGuardian, createMinors, STATEMENT, withdrawConsent } from "#testing/guardian.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { payPlan } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const mails = createMailReader(testApp);
const minor = createMinors(testApp);

const decline = (token: string) => testApp.visitor.call(guardianRoutes.decline, { body: { token } });
const subjects = async (address: string) => (await mails.all(address)).map(({ subject }) => subject).toReversed();
const verify = (accountId: string) =>
  pool.query("update accounts set email_verified_at = now() where id = $1", [accountId]);
const comeOfAge = (accountId: string) =>
  pool.query("update accounts set date_of_birth = '2000-01-01' where id = $1", [accountId]);

const CONSENTED = "Your guardian has consented to your Fieldhouse account";
const DECLINED = "Your guardian has not consented to your Fieldhouse account";
const WITHDREW = "Your guardian has withdrawn their consent to your Fieldhouse account";

describe("a guardian who consents", () => {
  test("gets an email with the price and the link to withdraw, and the athlete one with the way on", async () => {
    const { person, guardian, linked } = await minor("abe.m");
    await person.refused(earnerRoutes.team, { body: toTeam("abe.m", testApp.categoryId) });
    const token = await linked();
    await consentAsGuardian(testApp.visitor, token);
    const mail = await mails.last(guardian);
    expect(mail.subject).toBe("You have consented to abe.m's account on Fieldhouse");
    expect(mail.text).toMatch(/Hello Rosa, on \w+ \d+, \d{4} at .+ you consented to an earner account/);
    expect(mail.text).toContain("The Team plan costs $29.99 a month.");
    expect(mails.tokenOf(mail, "guardian-consent")).toBe(token);
    const theirs = await mails.last(person.email);
    expect([theirs.subject, theirs.links]).toEqual([CONSENTED, [`${testApp.deps.config.publicUrl}/billing`]]);
    expect(theirs.text).not.toContain(token);
  });

  test("is mailed once for concurrent and repeated consents", async () => {
    const { person, guardian, linked } = await minor("bea.m");
    const token = await linked();
    const before = await mails.count(person.email);
    const { consent_text } = await testApp.visitor.call(guardianRoutes.request, { params: { token } });
    const { id } = await testApp.visitor.call(guardianRoutes.beginCardCheck, { body: { token } });
    const card = { ...toCardForm(TEST_CARD), name: "Rosa M" };
    const body = { token, ...STATEMENT, consent_text, setup_intent_id: id, card };
    const send = () => testApp.visitor.send("POST", "/api/v1/guardian/consent", { body });
    expect((await Promise.all([send(), send(), send()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    await send();
    expect(await mails.count(guardian)).toBe(2);
    expect(await mails.count(person.email)).toBe(before + 1);
  });

  test("lets a paid sign-up be completed, whose athlete is told to verify their email", async () => {
    const { person, linked } = await minor("cal.m");
    await person.refused(earnerRoutes.team, { body: toTeam("cal.m", testApp.categoryId) });
    const token = await linked();
    await payPlan(testApp, person.accountId, "Team");
    await consentAsGuardian(testApp.visitor, token);
    expect(await person.call(earnerRoutes.registration)).toMatchObject({ next: "done" });
    const mail = await mails.last(person.email);
    expect(mail.text).toContain("Your account is set up.");
    expect(mail.links).toEqual([`${testApp.deps.config.publicUrl}/verify-email`]);
  });

  test("sends an athlete with a verified email to sign in, or to their plan", async () => {
    const { person, linked } = await minor("dan.m");
    const token = await linked();
    await verify(person.accountId);
    await consentAsGuardian(testApp.visitor, token);
    const { publicUrl } = testApp.deps.config;
    expect((await mails.last(person.email)).links).toEqual([`${publicUrl}/login?next=%2Fbilling`]);
    await pool.query("update accounts set plan = 'Team', user_type = 'Fieldhouse' where id = $1", [person.accountId]);
    await withdrawConsent(testApp.visitor, token);
    expect((await mails.last(person.email)).links).toEqual([`${publicUrl}/setting?tab=plan`]);
  });
});

test("a guardian who declines is not mailed, and the athlete once, also for concurrent refusals", async () => {
  const { person, guardian, linked } = await minor("eli.m");
  const token = await linked();
  const before = await mails.count(person.email);
  await Promise.all([decline(token), decline(token), decline(token)]);
  await decline(token);
  expect((await subjects(person.email)).slice(before)).toEqual([DECLINED]);
  const mail = await mails.last(person.email);
  expect(mail.text).toContain("You can also ask again. Please open the link in the browser you signed up with.");
  expect(mail.text).toMatch(/^Ask again:$/m);
  expect(await mails.count(guardian)).toBe(1);
});

describe("a guardian who withdraws", () => {
  test("gets an email, and so does the athlete, once also for concurrent withdrawals", async () => {
    const { person, guardian, linked } = await minor("fay.m");
    const token = await linked();
    const before = await mails.count(person.email);
    await consentAsGuardian(testApp.visitor, token);
    await Promise.all([decline(token), decline(token), decline(token)]);
    await decline(token);
    expect((await subjects(person.email)).slice(before)).toEqual([CONSENTED, WITHDREW]);
    expect((await subjects(guardian)).slice(1)).toEqual([
      "You have consented to fay.m's account on Fieldhouse",
      "You have withdrawn your consent to fay.m's account on Fieldhouse",
    ]);
    const mail = await mails.last(guardian);
    expect(mail.text).toContain("their saved cards are removed");
    expect(mails.tokenOf(mail, "guardian-consent")).toBe(token);
    await consentAsGuardian(testApp.visitor, token);
    expect((await mails.last(person.email)).subject).toBe(CONSENTED);
    expect(await mails.count(guardian)).toBe(4);
  });

  test("after the link's days cannot consent with it again, so the email does not offer it", async () => {
    const { person, guardian, linked } = await minor("gus.m");
    const token = await linked();
    await consentAsGuardian(testApp.visitor, token);
    await pool.query("update guardian_consents set expires_at = now() - interval '1 minute' where account_id = $1", [
      person.accountId,
    ]);
    await withdrawConsent(testApp.visitor, token);
    const mail = await mails.last(guardian);
    expect(mail.links).toEqual([]);
    expect(mail.text).toContain("gus.m can have another email sent to you.");
    expect((await mails.last(person.email)).text).toContain("ask them once more");
  });

  test("from somebody of age changes nothing, which both are told", async () => {
    const { person, guardian, linked } = await minor("hal.m");
    const token = await linked();
    await consentAsGuardian(testApp.visitor, token);
    await comeOfAge(person.accountId);
    await withdrawConsent(testApp.visitor, token);
    for (const address of [guardian, person.email]) {
      const { text } = await mails.last(address);
      expect(text).toContain("nothing changes");
      expect(text).not.toContain("cards are removed");
    }
  });
});
