import { accountRoutes } from "@app/contract/accounts";
import { earnerRoutes } from "@app/contract/earners";
import { SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import { CODE_ATTEMPTS_MAX, CORRECTIONS_PER_DAY, verificationRoutes } from "@app/contract/verification";
import { describe, expect, test } from "vitest";
import { purgeExpiredRegistrations } from "#modules/membership/earners/lifecycle.service.ts";
import { createCaller } from "#testing/caller.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toDevice, toLogin } from "#testing/people.ts";
import { payPlan, signUpAsEarner, signUpAsFan, type TestRegistrant } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const { pool } = testApp.deps;
const linkTo = async (email: string) => mails.tokenOf(await mails.last(email), "email-verification");
const signIn = (name: string, password: string) =>
  testApp.visitor.send("POST", "/api/v1/login", { body: toLogin(name, password) });

/** Moves emails and sign-ups this far into the past. */
async function letPass(interval: string): Promise<void> {
  await pool.query(
    "update account_links set sent_at = sent_at - $1::interval, expires_at = expires_at - $1::interval",
    [interval],
  );
  await pool.query("update accounts set created_at = created_at - $1::interval", [interval]);
}

describe("the browser that signed up", () => {
  test("verifies by the link alone, and is signed in", async () => {
    const maya = await signUpAsFan(testApp, "maya");
    const token = await linkTo(maya.email);
    const session = await maya.call(signUpRoutes.verifyEmail, { body: { token, ...toDevice() } });
    expect(session.users).toMatchObject({ username: "maya", type: "General User", can: { upload: false } });
    expect(await maya.call(verificationRoutes.signUp)).toBeNull();
    const again = await maya.refused(signUpRoutes.verifyEmail, { body: { token, ...toDevice() } });
    expect(again).toMatchObject({ code: 410, message: SIGN_UP_MESSAGES.linkUseless });
    expect((await signIn("maya", PASSWORD)).status).toBe(200);
  });

  test("verifies by the code of the email, with or without its space, once", async () => {
    const noa = await signUpAsFan(testApp, "noa");
    const code = mails.codeOf(await mails.last(noa.email));
    const token = await linkTo(noa.email);
    expect(code).toMatch(/^\d{4} \d{4}$/);
    const session = await noa.call(verificationRoutes.verifyCode, { body: { code, ...toDevice() } });
    expect(session.users.username).toBe("noa");
    expect((await noa.refused(verificationRoutes.verifyCode, { body: { code, ...toDevice() } })).code).toBe(410);
    expect((await noa.refused(signUpRoutes.verifyEmail, { body: { token, ...toDevice() } })).code).toBe(410);
  });

  test("may enter a few wrong codes; after that it needs a new email", async () => {
    const ole = await signUpAsFan(testApp, "ole");
    const code = mails.codeOf(await mails.last(ole.email)).replace(" ", "");
    const wrong = code.replace(/^./, (first) => String((Number(first) + 1) % 10));
    const guess = (typed: string) =>
      ole.refused(verificationRoutes.verifyCode, { body: { code: typed, ...toDevice() } });
    const guesses = await Promise.all(Array.from({ length: CODE_ATTEMPTS_MAX }, () => guess(wrong)));
    for (const refused of guesses) expect(refused.errors).toEqual({ code: [SIGN_UP_MESSAGES.wrongCode] });
    expect(await guess(code)).toMatchObject({ code: 410, message: SIGN_UP_MESSAGES.codeUseless });
    expect((await guess("12a45678")).errors).toEqual({ code: ["Code must be 8 digits"] });

    await letPass("2 minutes");
    await testApp.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "ole" } });
    const fresh = mails.codeOf(await mails.last(ole.email));
    await ole.call(verificationRoutes.verifyCode, { body: { code: fresh, ...toDevice() } });
  });

  test("cannot use the code of another sign-up, nor can a browser without a sign-up use any", async () => {
    const [pia, rex] = [await signUpAsFan(testApp, "pia"), await signUpAsFan(testApp, "rex")];
    const code = mails.codeOf(await mails.last(pia.email));
    expect((await rex.refused(verificationRoutes.verifyCode, { body: { code, ...toDevice() } })).code).toBe(422);
    const nobody = await testApp.visitor.refused(verificationRoutes.verifyCode, { body: { code, ...toDevice() } });
    expect(nobody).toMatchObject({ code: 410, message: SIGN_UP_MESSAGES.noSignUp });
    const madeUp = createCaller(testApp.origin, null, { cookie: `__Host-fieldhouse_registration=${"A".repeat(43)}` });
    expect(await madeUp.call(verificationRoutes.signUp)).toBeNull();
    expect((await madeUp.refused(verificationRoutes.correctEmail, { body: { email: "x@people.test" } })).code).toBe(
      410,
    );
  });
});

describe("a typing error in the address", () => {
  test("can be corrected in the browser that signed up; the old link and code expire", async () => {
    const yan = await signUpAsFan(testApp, "yan", { email: "yan@wrnog.test" });
    const old = await mails.last("yan@wrnog.test");
    const state = await yan.call(verificationRoutes.correctEmail, { body: { email: "yan@right.test" } });
    expect(state).toMatchObject({ username: "yan", email: "yan@right.test", is_verified: false });

    const token = mails.tokenOf(old, "email-verification");
    for (const route of [signUpRoutes.verifyEmail, verificationRoutes.disownSignUp])
      expect(
        (await testApp.visitor.send("POST", `/api/v1${route.path}`, { body: { token, ...toDevice() } })).status,
      ).not.toBe(200);
    const oldCode = await yan.refused(verificationRoutes.verifyCode, {
      body: { code: mails.codeOf(old), ...toDevice() },
    });
    expect(oldCode.code).toBe(422);
    const code = mails.codeOf(await mails.last("yan@right.test"));
    const session = await yan.call(verificationRoutes.verifyCode, { body: { code, ...toDevice() } });
    expect(session.users.email).toBe("yan@right.test");
    const late = await yan.refused(verificationRoutes.correctEmail, { body: { email: "yan@other.test" } });
    expect(late.code).toBe(410);
  });

  test("is not corrected back within a minute, when no new link can be sent", async () => {
    const xan = await signUpAsFan(testApp, "xan");
    await xan.call(verificationRoutes.correctEmail, { body: { email: "xan@other.test" } });
    const soon = await xan.refused(verificationRoutes.correctEmail, { body: { email: xan.email } });
    expect(soon).toMatchObject({ code: 429, kind: "too_many_requests" });
    expect(await xan.call(verificationRoutes.signUp)).toMatchObject({ email: "xan@other.test" });
    const body = { token: await linkTo("xan@other.test"), ...toDevice() };
    expect((await xan.call(signUpRoutes.verifyEmail, { body })).users.email).toBe("xan@other.test");
  });

  test("can be corrected after the payment, too; the email was sent before it", async () => {
    const zoe = await signUpAsEarner(testApp, "zoe");
    expect((await mails.last(zoe.email)).subject).toBe("Verify your email address for Fieldhouse");
    await zoe.refused(earnerRoutes.team, { body: toTeam("zoe", testApp.categoryId) });
    await payPlan(testApp, zoe.accountId, "Team");
    await zoe.call(earnerRoutes.readCompletion);

    await zoe.call(verificationRoutes.correctEmail, { body: { email: "zoe@right.test" } });
    const body = { token: await linkTo("zoe@right.test"), ...toDevice() };
    expect((await zoe.call(signUpRoutes.verifyEmail, { body })).users).toMatchObject({ plan: "Team" });
    expect(await zoe.call(verificationRoutes.signUp)).toBeNull();
  });

  test("can be corrected in any browser by whoever signs in with the password, after the payment as well", async () => {
    const lea = await signUpAsEarner(testApp, "lea");
    await lea.refused(earnerRoutes.team, { body: toTeam("lea", testApp.categoryId) });
    await payPlan(testApp, lea.accountId, "Team");
    const cookieOf = (reply: { headers: Headers }) =>
      /__Host-fieldhouse_registration=[^;]+/.exec(reply.headers.get("set-cookie") ?? "")?.[0];
    expect(cookieOf(await signIn("lea", "Wrong-Horse-1"))).toBeUndefined();

    const refused = await signIn("lea", PASSWORD);
    expect(refused.status).toBe(403);
    const elsewhere = createCaller(testApp.origin, null, { cookie: cookieOf(refused) ?? "" });
    await elsewhere.call(verificationRoutes.correctEmail, { body: { email: "lea@right.test" } });
    const code = mails.codeOf(await mails.last("lea@right.test"));
    const session = await elsewhere.call(verificationRoutes.verifyCode, { body: { code, ...toDevice() } });
    expect(session.users).toMatchObject({ username: "lea", plan: "Team" });
    // An account has one sign-up session.
    expect(await lea.call(verificationRoutes.signUp)).toBeNull();
    expect(cookieOf(await signIn("lea", PASSWORD))).toBeUndefined();
  });

  test("cannot be corrected to a taken, equal or invalid address, or too often", async () => {
    await testApp.person("taken");
    const ada = await signUpAsFan(testApp, "ada");
    const correct = (email: string) => ada.refused(verificationRoutes.correctEmail, { body: { email } });
    expect((await correct("TAKEN@people.test")).errors).toEqual({ email: [SIGN_UP_MESSAGES.emailTaken] });
    expect((await correct("Ada@people.test")).errors).toEqual({ email: [SIGN_UP_MESSAGES.sameEmail] });
    expect((await correct("nonsense")).errors).toEqual({ email: ["Email must be a valid email"] });
    for (let n = 1; n < CORRECTIONS_PER_DAY; n++)
      await ada.call(verificationRoutes.correctEmail, { body: { email: `ada${n}@people.test` } });
    expect((await correct("ada9@people.test")).code).toBe(429);
  });
});

describe("somebody who has verified and not paid", () => {
  test("signs in as a General User, and resumes the registration", async () => {
    const bea = await signUpAsEarner(testApp, "bea");
    await bea.refused(earnerRoutes.team, { body: toTeam("bea", testApp.categoryId) });
    const body = { token: await linkTo(bea.email), ...toDevice() };
    const session = await bea.call(signUpRoutes.verifyEmail, { body });
    expect(session.users).toMatchObject({ type: "General User", plan: null });

    const signedIn = createCaller(testApp.origin, session.access_token);
    const registration = { next: "billing", is_verified: true, is_sign_up: true };
    expect(await signedIn.call(earnerRoutes.registration)).toMatchObject({ ...registration, is_upgrade: true });
    // The tab with the open form continues by its cookie.
    expect(await bea.call(earnerRoutes.registration)).toMatchObject({ ...registration, is_upgrade: false });
    await payPlan(testApp, bea.accountId, "Team");
    await bea.call(earnerRoutes.readCompletion);
    expect(await bea.call(verificationRoutes.signUp)).toBeNull();
    expect((await signIn("bea", PASSWORD)).status).toBe(200);
  });

  test("is not taken for a registrant by the cookie of a General User's sign-up", async () => {
    const cleo = await signUpAsFan(testApp, "cleo");
    expect((await cleo.refused(earnerRoutes.registration)).code).toBe(410);
  });
});

describe("the names of an account that is neither verified nor paid for", () => {
  const signsUpAgain = (one: TestRegistrant) =>
    testApp.visitor.send("POST", "/api/v1/register", {
      body: {
        username: one.username,
        email: one.email,
        date_of_birth: "2000-02-29",
        phone: null,
        password: PASSWORD,
        gender: "Other",
        user_type: "General User",
        referral_code: null,
      },
    });

  test("are available again after seven days; those of other accounts are not", async () => {
    const [fan, earner] = [await signUpAsFan(testApp, "dan"), await signUpAsEarner(testApp, "eli")];
    const paid = await signUpAsEarner(testApp, "fay");
    await paid.refused(earnerRoutes.team, { body: toTeam("fay", testApp.categoryId) });
    await payPlan(testApp, paid.accountId, "Team");
    const verified = await signUpAsFan(testApp, "gus");
    await verified.call(signUpRoutes.verifyEmail, { body: { token: await linkTo(verified.email), ...toDevice() } });

    await letPass("6 days");
    await purgeExpiredRegistrations(testApp.deps);
    expect((await signsUpAgain(fan)).status).toBe(422);
    await letPass("1 day");
    await purgeExpiredRegistrations(testApp.deps);
    for (const free of [fan, earner]) expect((await signsUpAgain(free)).status).toBe(200);
    for (const held of [paid, verified]) expect((await signsUpAgain(held)).status).toBe(422);
  });

  test("are kept as long as a link to the account works", async () => {
    const hal = await signUpAsFan(testApp, "hal");
    await letPass("8 days");
    await testApp.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "hal" } });
    const token = await linkTo(hal.email);
    await purgeExpiredRegistrations(testApp.deps);
    await hal.call(signUpRoutes.verifyEmail, { body: { token, ...toDevice() } });
    expect((await signIn("hal", PASSWORD)).status).toBe(200);
  });
});

test("signing in without a verified address is refused, after the payment as well", async () => {
  const ivo = await signUpAsEarner(testApp, "ivo");
  await ivo.refused(earnerRoutes.team, { body: toTeam("ivo", testApp.categoryId) });
  await payPlan(testApp, ivo.accountId, "Team");
  await ivo.call(earnerRoutes.readCompletion);
  const refused = await testApp.visitor.refused(accountRoutes.login, { body: toLogin("ivo", PASSWORD) });
  expect(refused.kind).toBe("email_not_verified");
});
