import { accountRoutes } from "@app/contract/accounts";
import { LOGIN_MESSAGES } from "@app/contract/errors";
import { PASSWORDS_DIFFER, SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import { describe, expect, test } from "vitest";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toDevice, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const NEW = "Right-Horse-2";
const chosen = { password: NEW, password_confirmation: NEW };
const RULES_BROKEN = "This password does not meet the set requirements.";

const forgot = (name: string) =>
  testApp.visitor.send("POST", "/api/v1/forgot-password", { body: { email_or_username: name } });

async function passMinute(): Promise<void> {
  await testApp.deps.pool.query("update login_attempts set tried_at = tried_at - interval '1 minute'");
  await testApp.deps.pool.query("update account_links set sent_at = sent_at - interval '1 minute'");
}

describe("a forgotten password", () => {
  test("is replaced by the mailed link, once, and every session ends", async () => {
    const maya = await testApp.person("maya");
    expect((await forgot("maya")).status).toBe(200);
    const mail = await mails.last(maya.email);
    expect(mail.subject).toBe("Choose a new password for Fieldhouse");
    const token = mails.tokenOf(mail, "reset-password");

    await testApp.visitor.call(signUpRoutes.resetPassword, { body: { token, ...chosen } });

    expect((await maya.refused(accountRoutes.devices)).code).toBe(401);
    const old = await testApp.visitor.refused(accountRoutes.login, { body: toLogin("maya", PASSWORD) });
    expect(old.message).toBe(LOGIN_MESSAGES.wrong);
    await testApp.visitor.call(accountRoutes.login, { body: toLogin("maya", NEW) });
    expect((await testApp.visitor.refused(signUpRoutes.resetPassword, { body: { token, ...chosen } })).code).toBe(410);
    expect((await mails.last(maya.email)).subject).toMatch(/password was changed|New sign-in/);
  });

  test("gets the same reply for an unknown name", async () => {
    await testApp.person("nia");
    const [known, unknown] = [await forgot("nia"), await forgot("nobody.at.all")];
    const bare = ({ text }: { text: string }) => JSON.parse(text);
    expect(bare(known)).toEqual(bare(unknown));
    expect((await forgot("nobody.at.all")).status).toBe(429);
  });

  test("requested many times at once sends one email", async () => {
    const moe = await testApp.person("moe");
    const replies = await Promise.all([1, 2, 3, 4].map(() => forgot("moe")));
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 429, 429, 429]);
    expect(await mails.count(moe.email)).toBe(1);
  });

  test("needs two equal passwords that follow the rules; a mistake does not consume the link", async () => {
    await testApp.person("ole");
    await forgot("ole@people.test");
    const token = mails.tokenOf(await mails.last("ole@people.test"), "reset-password");
    const different = { token, password: NEW, password_confirmation: "Other-Horse-3" };
    const refused = await testApp.visitor.refused(signUpRoutes.resetPassword, { body: different });
    expect(refused.errors).toEqual({ password_confirmation: [PASSWORDS_DIFFER] });
    const weak = await testApp.visitor.refused(signUpRoutes.resetPassword, {
      body: { token, password: "short", password_confirmation: "short" },
    });
    expect(weak.errors).toEqual({ password: [RULES_BROKEN] });
    await testApp.visitor.call(signUpRoutes.resetPassword, { body: { token, ...chosen } });
  });

  test("its link expires after half an hour, and is not a verification link", async () => {
    await testApp.person("pit");
    await forgot("pit");
    const token = mails.tokenOf(await mails.last("pit@people.test"), "reset-password");
    const { device_id, device_name, ip_address } = toLogin("", "");
    const other = { token, device_id, device_name, ip_address };
    expect((await testApp.visitor.refused(signUpRoutes.verifyEmail, { body: other })).code).toBe(410);
    await testApp.deps.pool.query("update account_links set expires_at = now() where purpose = 'reset'");
    expect((await testApp.visitor.refused(signUpRoutes.resetPassword, { body: { token, ...chosen } })).code).toBe(410);
  });
});

describe("changing the password", () => {
  test("keeps this session and ends all others", async () => {
    const rosa = await testApp.person("rosa");
    const phone = await rosa.onAnotherDevice();
    await rosa.call(signUpRoutes.changePassword, { body: { current_password: PASSWORD, ...chosen } });
    await rosa.call(accountRoutes.devices);
    expect((await phone.refused(accountRoutes.devices)).code).toBe(401);
    await testApp.visitor.call(accountRoutes.login, { body: toLogin("rosa", NEW) });
  });

  test("gets one message for a broken rule, whichever it is", async () => {
    const uma = await testApp.person("uma");
    for (const password of ["Sh0rt-1", "no-digit-HERE", "NO-LOWERCASE-1", "no-uppercase-1", "NoSpecial11"]) {
      const body = { current_password: PASSWORD, password, password_confirmation: password };
      const refused = await uma.refused(signUpRoutes.changePassword, { body });
      expect([password, refused.errors]).toEqual([password, { password: [RULES_BROKEN] }]);
    }
    const { status, text } = await uma.send("POST", "/api/v1/change-password", { body: { password: null } });
    expect([status, JSON.parse(text).errors]).toEqual([
      422,
      {
        current_password: ["Current password is a required field"],
        password: ["Password is a required field"],
        password_confirmation: ["Password confirmation is a required field"],
      },
    ]);
  });

  test("needs the old one, and limits the attempts", async () => {
    const sven = await testApp.person("sven");
    const body = { current_password: "not-it", ...chosen };
    for (let attempts = 0; attempts < 5; attempts++) {
      const refused = await sven.refused(signUpRoutes.changePassword, { body });
      expect(refused.errors).toEqual({ current_password: [SIGN_UP_MESSAGES.wrongPassword] });
    }
    expect(
      (await sven.refused(signUpRoutes.changePassword, { body: { ...body, current_password: PASSWORD } })).code,
    ).toBe(429);
  });
});

describe("changing the email address", () => {
  test("does not work by a link requested before the password was changed", async () => {
    const thief = await testApp.person("abe");
    await thief.call(signUpRoutes.changeEmail, { body: { email: "thief@new.test", password: PASSWORD } });
    const token = mails.tokenOf(await mails.last("thief@new.test"), "change-email-verification");
    await forgot("abe");
    const reset = mails.tokenOf(await mails.last("abe@people.test"), "reset-password");
    await testApp.visitor.call(signUpRoutes.resetPassword, { body: { token: reset, ...chosen } });
    expect((await testApp.visitor.refused(signUpRoutes.confirmChangeEmail, { body: { token } })).code).toBe(410);
    await testApp.visitor.call(accountRoutes.login, { body: toLogin("abe@people.test", NEW) });
  });

  test("leaves no link to the old address that gives access to the account", async () => {
    const bea = await testApp.person("bea");
    await testApp.deps.pool.query("update accounts set email_verified_at = null where id = $1", [bea.accountId]);
    await testApp.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "bea" } });
    const verify = mails.tokenOf(await mails.last("bea@people.test"), "email-verification");
    await bea.call(signUpRoutes.changeEmail, { body: { email: "bea@new.test", password: PASSWORD } });
    const token = mails.tokenOf(await mails.last("bea@new.test"), "change-email-verification");
    await bea.call(signUpRoutes.confirmChangeEmail, { body: { token } });
    const body = { token: verify, ...toDevice() };
    expect((await testApp.visitor.refused(signUpRoutes.verifyEmail, { body })).code).toBe(410);
    // Nor if such a link were left over.
    await testApp.deps.pool.query(
      "update account_links set expires_at = now() + interval '1 hour' where purpose = 'verify' and account_id = $1",
      [bea.accountId],
    );
    expect((await testApp.visitor.refused(signUpRoutes.verifyEmail, { body })).code).toBe(410);
  });

  test("takes effect once its link is opened, and the old address is notified", async () => {
    const tess = await testApp.person("tess");
    await tess.call(signUpRoutes.changeEmail, { body: { email: "tess@new.test", password: PASSWORD } });
    await testApp.visitor.call(accountRoutes.login, { body: toLogin("tess@people.test", PASSWORD) });
    const token = mails.tokenOf(await mails.last("tess@new.test"), "change-email-verification");
    await tess.call(signUpRoutes.confirmChangeEmail, { body: { token } });
    await testApp.visitor.call(accountRoutes.login, { body: toLogin("tess@new.test", PASSWORD) });
    const old = await testApp.visitor.refused(accountRoutes.login, { body: toLogin("tess@people.test", PASSWORD) });
    expect(old.code).toBe(422);
    const subjects = (await mails.all("tess@people.test")).map((mail) => mail.subject);
    expect(subjects).toContain("Your Fieldhouse email address was changed");
    expect((await testApp.visitor.refused(signUpRoutes.confirmChangeEmail, { body: { token } })).code).toBe(410);
  });

  test("to somebody else's address sends no email, and gets the same reply", async () => {
    const ugo = await testApp.person("ugo");
    await testApp.person("vera");
    await ugo.call(signUpRoutes.changeEmail, { body: { email: "vera@people.test", password: PASSWORD } });
    expect(await mails.count("vera@people.test")).toBe(0);
    const own = { email: "UGO@people.test", password: PASSWORD };
    expect((await ugo.refused(signUpRoutes.changeEmail, { body: own })).errors.email).toHaveLength(1);
  });

  test("fails if the address was taken in the meantime", async () => {
    const wim = await testApp.person("wim");
    await wim.call(signUpRoutes.changeEmail, { body: { email: "xeno@people.test", password: PASSWORD } });
    const token = mails.tokenOf(await mails.last("xeno@people.test"), "change-email-verification");
    await testApp.person("xeno");
    expect((await wim.refused(signUpRoutes.confirmChangeEmail, { body: { token } })).code).toBe(410);
  });

  test("is confirmed by a session of the account or by its password", async () => {
    const [zeno, other] = [await testApp.person("zeno"), await testApp.person("zenos.fan")];
    await zeno.call(signUpRoutes.changeEmail, { body: { email: "zeno@new.test", password: PASSWORD } });
    const token = mails.tokenOf(await mails.last("zeno@new.test"), "change-email-verification");
    // The owner of the mailbox may be somebody whose address was typed by mistake, or on purpose.
    for (const stranger of [testApp.visitor, other])
      expect(await stranger.refused(signUpRoutes.confirmChangeEmail, { body: { token } })).toMatchObject({
        code: 403,
        kind: "password_required",
        message: SIGN_UP_MESSAGES.passwordToConfirm,
      });
    const wrong = await other.refused(signUpRoutes.confirmChangeEmail, { body: { token, password: "not-it" } });
    expect(wrong.errors).toEqual({ password: [SIGN_UP_MESSAGES.wrongPassword] });
    await testApp.visitor.call(signUpRoutes.confirmChangeEmail, { body: { token, password: PASSWORD } });
    await testApp.visitor.call(accountRoutes.login, { body: toLogin("zeno@new.test", PASSWORD) });
  });

  test("counts only the latest address: earlier links expire, and Resend goes to the latest", async () => {
    const abby = await testApp.person("abby");
    await abby.call(signUpRoutes.changeEmail, { body: { email: "first@new.test", password: PASSWORD } });
    const first = mails.tokenOf(await mails.last("first@new.test"), "change-email-verification");
    await passMinute();
    await abby.call(signUpRoutes.changeEmail, { body: { email: "second@new.test", password: PASSWORD } });
    expect((await abby.refused(signUpRoutes.confirmChangeEmail, { body: { token: first } })).code).toBe(410);
    expect(await abby.call(verificationRoutes.pendingEmail)).toMatchObject({ email: "second@new.test" });
    await passMinute();
    const second = mails.tokenOf(await mails.last("second@new.test"), "change-email-verification");
    await abby.call(signUpRoutes.resendChangeEmail);
    expect([await mails.count("first@new.test"), await mails.count("second@new.test")]).toEqual([1, 2]);
    expect((await abby.refused(signUpRoutes.confirmChangeEmail, { body: { token: second } })).code).toBe(410);
    const third = mails.tokenOf(await mails.last("second@new.test"), "change-email-verification");
    await abby.call(signUpRoutes.confirmChangeEmail, { body: { token: third } });
    expect(await abby.call(verificationRoutes.pendingEmail)).toBeNull();
  });

  test("can be canceled while pending", async () => {
    const bo = await testApp.person("bobo");
    expect(await bo.call(verificationRoutes.pendingEmail)).toBeNull();
    await bo.call(signUpRoutes.changeEmail, { body: { email: "bo@new.test", password: PASSWORD } });
    const token = mails.tokenOf(await mails.last("bo@new.test"), "change-email-verification");
    await bo.call(verificationRoutes.cancelChangeEmail);
    expect(await bo.call(verificationRoutes.pendingEmail)).toBeNull();
    expect((await bo.refused(signUpRoutes.confirmChangeEmail, { body: { token } })).code).toBe(410);
    expect((await bo.refused(signUpRoutes.resendChangeEmail)).code).toBe(409);
    const [stranger] = [testApp.visitor];
    for (const route of [verificationRoutes.pendingEmail, verificationRoutes.cancelChangeEmail])
      expect((await stranger.refused(route)).code).toBe(401);
  });

  test("looks the same and can be resent, whether the address is taken or available", async () => {
    await testApp.person("carlo");
    const dora = await testApp.person("dora");
    const answers = [];
    for (const email of ["carlo@people.test", "free@new.test"]) {
      await dora.call(signUpRoutes.changeEmail, { body: { email, password: PASSWORD } });
      const pending = await dora.call(verificationRoutes.pendingEmail);
      expect(pending).toMatchObject({ email });
      const soon = await dora.refused(signUpRoutes.resendChangeEmail);
      await passMinute();
      const later = await dora.send("POST", "/api/v1/resend-change-email");
      await passMinute();
      answers.push([soon.code, later.status, later.text]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await mails.count("carlo@people.test")).toBe(0);
  });

  test("can be resent a minute later", async () => {
    const yara = await testApp.person("yara");
    expect((await yara.refused(signUpRoutes.resendChangeEmail)).code).toBe(409);
    await yara.call(signUpRoutes.changeEmail, { body: { email: "yara@new.test", password: PASSWORD } });
    expect((await yara.refused(signUpRoutes.resendChangeEmail)).code).toBe(429);
    await passMinute();
    await yara.call(signUpRoutes.resendChangeEmail);
    expect(await mails.count("yara@new.test")).toBe(2);
  });
});

test("one request signs out all other devices", async () => {
  const zoe = await testApp.person("zoe");
  const [phone, tablet] = [await zoe.onAnotherDevice(), await zoe.onAnotherDevice()];
  await zoe.call(signUpRoutes.removeOtherDevices);
  expect((await phone.refused(accountRoutes.devices)).code).toBe(401);
  expect((await tablet.refused(accountRoutes.devices)).code).toBe(401);
  expect(await zoe.call(accountRoutes.devices)).toHaveLength(1);
});
