import { earnerRoutes } from "@app/contract/earners";
import { SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import { describe, expect, test } from "vitest";
import { findAccountByEmail } from "#modules/identity/index.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toDevice, toLogin, toSignUp } from "#testing/people.ts";
import { payPlan, signUpAsEarner, signUpAsFan } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const { pool } = testApp.deps;
const NEW = "Right-Horse-2";
const linkTo = async (email: string) => mails.tokenOf(await mails.last(email), "email-verification");
const signIn = (name: string, password: string) =>
  testApp.visitor.send("POST", "/api/v1/login", { body: toLogin(name, password) });

describe("a link opened in another browser", () => {
  test("asks for the password of the sign-up, and limits the attempts", async () => {
    await signUpAsFan(testApp, "sam");
    const token = await linkTo("sam@people.test");
    const open = (password?: string) =>
      testApp.visitor.refused(signUpRoutes.verifyEmail, {
        body: { token, ...(password === undefined ? {} : { password }), ...toDevice() },
      });
    expect(await open()).toMatchObject({
      code: 403,
      kind: "password_required",
      message: SIGN_UP_MESSAGES.passwordToVerify,
    });
    for (let attempts = 0; attempts < 5; attempts++)
      expect((await open("not-it")).errors).toEqual({ password: [SIGN_UP_MESSAGES.wrongPassword] });
    expect((await open(PASSWORD)).code).toBe(429);
    await pool.query("delete from login_attempts");
    const body = { token, password: PASSWORD, ...toDevice() };
    expect((await testApp.visitor.call(signUpRoutes.verifyEmail, { body })).users.username).toBe("sam");
  });

  test("gives a stranger who signed up first with the address no access to the account", async () => {
    const attacker = await signUpAsEarner(testApp, "tess");
    await attacker.refused(earnerRoutes.team, { body: toTeam("tess", testApp.categoryId) });
    const token = await linkTo("tess@people.test");
    const chosen = { password: NEW, password_confirmation: NEW, date_of_birth: "1999-04-01" };

    const young = await testApp.visitor.refused(verificationRoutes.claimSignUp, {
      body: { token, ...chosen, date_of_birth: new Date().toISOString().slice(0, 10), ...toDevice() },
    });
    expect(young.errors).toEqual({ date_of_birth: [SIGN_UP_MESSAGES.tooYoung] });
    const body = { token, ...chosen, ...toDevice() };
    const tess = await testApp.visitor.call(verificationRoutes.claimSignUp, { body });

    expect(tess.users).toMatchObject({ username: "tess", email: "tess@people.test", type: "General User" });
    expect((await signIn("tess", PASSWORD)).status).toBe(422);
    expect((await signIn("tess", NEW)).status).toBe(200);
    expect((await attacker.refused(earnerRoutes.registration)).code).toBe(410);
    expect(await attacker.call(verificationRoutes.signUp)).toBeNull();
    // Nothing the other person entered is left, not even their date of birth.
    const { rows } = await pool.query(
      `select a.date_of_birth, a.gender, a.phone, a.claimed_at is not null as claimed, r.account_id as registration
       from accounts a left join registrations r on r.account_id = a.id where a.username = 'tess'`,
    );
    expect(rows).toEqual([
      { date_of_birth: "1999-04-01", gender: null, phone: null, claimed: true, registration: null },
    ]);
    expect((await testApp.visitor.refused(verificationRoutes.claimSignUp, { body })).code).toBe(410);
  });

  test("can be claimed by only one of two concurrent requests", async () => {
    await signUpAsFan(testApp, "uma");
    const body = { token: await linkTo("uma@people.test"), password: NEW, password_confirmation: NEW };
    const claim = () =>
      testApp.visitor.send("POST", "/api/v1/email-verification/claim", {
        body: { ...body, date_of_birth: "1999-04-01", ...toDevice() },
      });
    const replies = await Promise.all([claim(), claim()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  test("cannot claim a paid sign-up", async () => {
    const vic = await signUpAsEarner(testApp, "vic");
    await vic.refused(earnerRoutes.team, { body: toTeam("vic", testApp.categoryId) });
    await payPlan(testApp, vic.accountId, "Team");
    const body = { token: await linkTo(vic.email), password: NEW, password_confirmation: NEW };
    const refused = await testApp.visitor.refused(verificationRoutes.claimSignUp, {
      body: { ...body, date_of_birth: "1999-04-01", ...toDevice() },
    });
    expect(refused).toMatchObject({ code: 409, message: SIGN_UP_MESSAGES.paidElsewhere });
  });

  test("says ‘I did not sign up’: an unpaid sign-up is deleted, and the address is free", async () => {
    const wes = await signUpAsFan(testApp, "wes");
    const token = await linkTo(wes.email);
    await testApp.visitor.call(verificationRoutes.disownSignUp, { body: { token } });
    expect(await wes.call(verificationRoutes.signUp)).toBeNull();
    expect((await testApp.visitor.refused(verificationRoutes.disownSignUp, { body: { token } })).code).toBe(410);
    await signUpAsFan(testApp, "wes");
  });

  test("says ‘I did not sign up’ to a paid one: no email is sent there until the address is corrected", async () => {
    const xia = await signUpAsEarner(testApp, "xia");
    await xia.refused(earnerRoutes.team, { body: toTeam("xia", testApp.categoryId) });
    await payPlan(testApp, xia.accountId, "Team");
    await testApp.visitor.call(verificationRoutes.disownSignUp, { body: { token: await linkTo(xia.email) } });

    const sent = await mails.count(xia.email);
    await testApp.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "xia" } });
    await testApp.visitor.call(signUpRoutes.forgotPassword, { body: { email_or_username: "xia" } });
    expect(await mails.count(xia.email)).toBe(sent);
    expect(await xia.call(verificationRoutes.signUp)).toMatchObject({
      is_disowned: true,
      is_verified: false,
      sent_at: null,
    });
    // The address is free for its owner, and the plan can still be refunded by it until then.
    expect((await findAccountByEmail(testApp.deps.sql, "XIA@people.test"))?.id).toBe(xia.accountId);
    const own = await testApp.visitor.send("POST", "/api/v1/register", {
      body: { ...toSignUp("xia.owner"), email: xia.email },
    });
    expect(own.status).toBe(200);
    expect((await mails.last(xia.email)).text).toContain("xia.owner");
    expect((await findAccountByEmail(testApp.deps.sql, xia.email))?.username).toBe("xia.owner");
    const corrected = await xia.call(verificationRoutes.correctEmail, { body: { email: "xia@right.test" } });
    expect(corrected).toMatchObject({ email: "xia@right.test", is_disowned: false });
    await xia.call(signUpRoutes.verifyEmail, { body: { token: await linkTo("xia@right.test"), ...toDevice() } });
  });
});
