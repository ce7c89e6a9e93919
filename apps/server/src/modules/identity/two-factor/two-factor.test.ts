import { accountSecurityRoutes, RECOVERY_CODES, SECURITY_MESSAGES } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { LOGIN_MESSAGES, MESSAGES } from "@app/contract/errors";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { createCaller } from "#testing/caller.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { newCodeFor, PASSWORD, toDevice, toLogin, toSignUp } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { appCode, enableTwoFactor, previousAppCode } from "#testing/two-factor.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);

const login = (name: string, code?: string, password = PASSWORD) => ({
  body: { ...toLogin(name, password), ...(code === undefined ? {} : { code }) },
});

describe("switching it on", () => {
  test("needs a confirmed password and a code from the app; from then on, signing in needs a code", async () => {
    const maya = await testApp.person("maya");
    const unconfirmed = await maya.refused(accountSecurityRoutes.beginTwoFactor);
    expect(unconfirmed).toMatchObject({ code: 403, kind: "confirm_password", message: MESSAGES.confirmPassword });
    await maya.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    const begun = await maya.call(accountSecurityRoutes.beginTwoFactor);
    expect(begun.otpauth_url).toMatch(/^otpauth:\/\/totp\/Fieldhouse:maya\?/);
    expect(begun.otpauth_url).toContain(begun.secret);
    const wrong = await maya.refused(accountSecurityRoutes.enableTwoFactor, { body: { code: "000000" } });
    expect(wrong).toMatchObject({ code: 422, errors: { code: [SECURITY_MESSAGES.wrongCode] } });
    // Not on yet: signing in asks for nothing.
    await testApp.visitor.call(accountRoutes.login, login("maya"));

    const enabled = await maya.call(accountSecurityRoutes.enableTwoFactor, {
      body: { code: await previousAppCode(begun.secret) },
    });

    expect(new Set(enabled.recovery_codes).size).toBe(RECOVERY_CODES);
    expect((await mails.last(maya.email)).subject).toBe("Two-factor sign-in is on for Fieldhouse");
    expect(await maya.call(accountSecurityRoutes.twoFactor)).toMatchObject({
      is_enabled: true,
      recovery_codes_left: RECOVERY_CODES,
      is_required: false,
    });
    const asked = await testApp.visitor.refused(accountRoutes.login, login("maya"));
    expect(asked).toMatchObject({ code: 403, kind: "two_factor_required", message: SECURITY_MESSAGES.codeRequired });
    await testApp.visitor.call(accountRoutes.login, login("maya", appCode(begun.secret)));
    expect((await maya.refused(accountSecurityRoutes.beginTwoFactor)).code).toBe(409);
    expect((await maya.refused(accountSecurityRoutes.enableTwoFactor, { body: { code: "000000" } })).code).toBe(409);
  });

  test("only one of two concurrent requests gets recovery codes", async () => {
    const ned = await testApp.person("ned");
    await ned.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    const { secret } = await ned.call(accountSecurityRoutes.beginTwoFactor);
    const body = { body: { code: appCode(secret) } };
    const both = await Promise.allSettled([
      ned.call(accountSecurityRoutes.enableTwoFactor, body),
      ned.call(accountSecurityRoutes.enableTwoFactor, body),
    ]);
    expect(both.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await ned.call(accountSecurityRoutes.twoFactor)).recovery_codes_left).toBe(RECOVERY_CODES);
  });

  test("the confirmation expires after ten minutes, and belongs to one device", async () => {
    const olga = await testApp.person("olga");
    await olga.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    const phone = await olga.onAnotherDevice();
    expect((await phone.refused(accountSecurityRoutes.beginTwoFactor)).kind).toBe("confirm_password");
    await olga.call(accountSecurityRoutes.beginTwoFactor);
    await testApp.deps.pool.query(
      "update devices set password_confirmed_at = now() - interval '10 minutes' where account_id = $1",
      [olga.accountId],
    );
    expect((await olga.refused(accountSecurityRoutes.beginTwoFactor)).kind).toBe("confirm_password");
  });

  test("the confirmation ends with the session: signing in again on the device does not renew it", async () => {
    await testApp.person("quin");
    const body = toLogin("quin", PASSWORD);
    const first = createCaller(
      testApp.origin,
      (await testApp.visitor.call(accountRoutes.login, { body })).access_token,
    );
    await first.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    const again = createCaller(
      testApp.origin,
      (await testApp.visitor.call(accountRoutes.login, { body })).access_token,
    );
    expect((await again.refused(accountSecurityRoutes.beginTwoFactor)).kind).toBe("confirm_password");
  });

  test("a wrong password confirms nothing, and the attempts are limited", async () => {
    const pete = await testApp.person("pete");
    const wrong = { body: { password: "not-it" } };
    for (let attempts = 0; attempts < 5; attempts++)
      expect((await pete.refused(accountSecurityRoutes.confirmPassword, wrong)).errors.password).toHaveLength(1);
    const locked = await pete.send("POST", "/api/v1/confirm-password", { body: { password: PASSWORD } });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(20);
    expect((await pete.refused(accountSecurityRoutes.beginTwoFactor)).kind).toBe("confirm_password");
  });
});

describe("a code", () => {
  test("works once, even if sent twice at once, and one step early or late", async () => {
    const rosa = await testApp.person("rosa");
    const { secret } = await enableTwoFactor(rosa);
    const code = appCode(secret);
    const [one, other] = await Promise.all([
      testApp.visitor.send("POST", "/api/v1/login", login("rosa", code)),
      testApp.visitor.send("POST", "/api/v1/login", login("rosa", code)),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 422]);
    const again = await testApp.visitor.refused(accountRoutes.login, login("rosa", code));
    expect(again.errors).toEqual({ code: [SECURITY_MESSAGES.wrongCode] });
    await testApp.visitor.call(accountRoutes.login, login("rosa", appCode(secret, 1)));
    expect((await testApp.visitor.refused(accountRoutes.login, login("rosa", appCode(secret, 3)))).code).toBe(422);
  });

  test("has limited attempts, from any number of networks", async () => {
    const sam = await testApp.person("sam");
    const { secret } = await enableTwoFactor(sam);
    for (let attempts = 0; attempts < 5; attempts++) {
      await testApp.visitor.refused(accountRoutes.login, login("sam", "000000"));
      // Drops the counts by network, so that only the account's own count is left.
      await testApp.deps.pool.query("delete from login_attempts where subject_hash <> $1", [
        testApp.deps.secrets.keyedHash("two-factor-attempts", sam.accountId),
      ]);
    }
    expect((await testApp.visitor.refused(accountRoutes.login, login("sam", appCode(secret)))).code).toBe(429);
  });

  test("is only requested after the right password", async () => {
    const tia = await testApp.person("tia");
    await enableTwoFactor(tia);
    const wrong = await testApp.visitor.refused(accountRoutes.login, login("tia", "000000", "not-it"));
    expect(wrong).toMatchObject({ code: 422, message: LOGIN_MESSAGES.wrong });
    expect(wrong.errors).toEqual({ password: [LOGIN_MESSAGES.wrong] });
  });
});

describe("a recovery code", () => {
  test("signs in once, however it is typed, and its owner is emailed", async () => {
    const uma = await testApp.person("uma");
    const { secret, recoveryCodes } = await enableTwoFactor(uma);
    const [first = "", second = ""] = recoveryCodes;
    await testApp.visitor.call(accountRoutes.login, login("uma", ` ${first.toLowerCase().replace("-", " ")} `));
    const told = (await mails.all(uma.email)).find((mail) => mail.subject.startsWith("A recovery code was used"));
    expect(told?.text).toContain("9 are left");
    expect((await testApp.visitor.refused(accountRoutes.login, login("uma", first))).errors).toHaveProperty("code");
    expect((await uma.call(accountSecurityRoutes.twoFactor)).recovery_codes_left).toBe(RECOVERY_CODES - 1);

    const wrong = await uma.refused(accountSecurityRoutes.renewRecoveryCodes, { body: { code: "000000" } });
    expect(wrong.errors).toEqual({ code: [SECURITY_MESSAGES.wrongCode] });
    const renewed = await uma.call(accountSecurityRoutes.renewRecoveryCodes, { body: { code: appCode(secret) } });
    expect((await testApp.visitor.refused(accountRoutes.login, login("uma", second))).errors).toHaveProperty("code");
    await testApp.visitor.call(accountRoutes.login, login("uma", renewed.recovery_codes[0]));
  });

  test("of somebody else does not work", async () => {
    const [vic, wes] = [await testApp.person("vic"), await testApp.person("wes")];
    const { recoveryCodes } = await enableTwoFactor(vic);
    await enableTwoFactor(wes);
    const refused = await testApp.visitor.refused(accountRoutes.login, login("wes", recoveryCodes[0]));
    expect(refused.errors).toEqual({ code: [SECURITY_MESSAGES.wrongCode] });
  });
});

describe("switching it off", () => {
  test("needs a confirmed password and a code, and its owner is emailed", async () => {
    const xeno = await testApp.person("xeno");
    expect((await xeno.refused(accountSecurityRoutes.disableTwoFactor, { body: { code: "1" } })).kind).toBe(
      "confirm_password",
    );
    const { secret } = await enableTwoFactor(xeno);
    const wrong = await xeno.refused(accountSecurityRoutes.disableTwoFactor, { body: { code: "000000" } });
    expect(wrong.errors).toEqual({ code: [SECURITY_MESSAGES.wrongCode] });
    await xeno.call(accountSecurityRoutes.disableTwoFactor, { body: { code: appCode(secret) } });
    expect((await mails.last(xeno.email)).subject).toBe("Two-factor sign-in is off for Fieldhouse");
    await testApp.visitor.call(accountRoutes.login, login("xeno"));
    expect((await xeno.refused(accountSecurityRoutes.disableTwoFactor, { body: { code: "000000" } })).code).toBe(409);
    expect((await xeno.refused(accountSecurityRoutes.renewRecoveryCodes, { body: { code: "000000" } })).code).toBe(409);
  });
});

describe("staff", () => {
  test("cannot use staff features before it is on, and cannot switch it off", async () => {
    const owner = await testApp.person("owner", { plan: "Individual" });
    const item = await testApp.publishes(owner, "Private", { visibility: "private" });
    const boss = await testApp.person("boss", { staffRole: "admin" });
    await testApp.deps.pool.query("delete from two_factor where account_id = $1", [boss.accountId]);
    const path = `/api/v1/content/${item.id}`;
    const before = await testApp.visitor.call(accountRoutes.login, login("boss"));
    expect(before.users).toMatchObject({ is_staff: true, must_enable_two_factor: true, can: { administer: false } });
    const without = await boss.send("GET", path);

    const { secret } = await enableTwoFactor(boss);

    expect(without.status).toBe(404);
    const after = await testApp.visitor.call(accountRoutes.login, login("boss", appCode(secret)));
    expect(after.users).toMatchObject({ must_enable_two_factor: false, can: { administer: true } });
    expect(await boss.call(accountSecurityRoutes.twoFactor)).toMatchObject({ is_required: true });
    const code = await newCodeFor(testApp.deps, boss.accountId);
    const refused = await boss.refused(accountSecurityRoutes.disableTwoFactor, { body: { code } });
    expect(refused).toMatchObject({ code: 403, message: SECURITY_MESSAGES.staffNeedIt });
  });
});

describe("no link bypasses it", () => {
  test("an old verification link verifies, and does not sign in", async () => {
    await testApp.visitor.call(signUpRoutes.register, { body: toSignUp("zed") });
    const address = "zed@people.test";
    const first = mails.tokenOf(await mails.last(address), "email-verification");
    await testApp.deps.pool.query("update account_links set sent_at = sent_at - interval '2 minutes'");
    await testApp.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "zed" } });
    const second = mails.tokenOf(await mails.last(address), "email-verification");
    const device = { password: PASSWORD, ...toDevice() };
    const session = await testApp.visitor.call(signUpRoutes.verifyEmail, { body: { token: second, ...device } });
    await enableTwoFactor(createCaller(testApp.origin, session.access_token));

    const used = await testApp.visitor.refused(signUpRoutes.verifyEmail, { body: { token: first, ...device } });
    expect(used.code).toBe(410);
    await testApp.deps.pool.query("update account_links set expires_at = now() + interval '1 hour'");
    const refused = await testApp.visitor.refused(signUpRoutes.verifyEmail, { body: { token: first, ...device } });

    expect(refused).toMatchObject({
      code: 403,
      kind: "two_factor_required",
      message: SECURITY_MESSAGES.verifiedSignIn,
    });
  });

  test("a new password chosen by a reset link still needs the code", async () => {
    const ada = await testApp.person("ada");
    const { secret } = await enableTwoFactor(ada);
    await testApp.visitor.call(signUpRoutes.forgotPassword, { body: { email_or_username: "ada" } });
    const token = mails.tokenOf(await mails.last(ada.email), "reset-password");
    const NEW = "Right-Horse-2";
    await testApp.visitor.call(signUpRoutes.resetPassword, {
      body: { token, password: NEW, password_confirmation: NEW },
    });
    const asked = await testApp.visitor.refused(accountRoutes.login, login("ada", undefined, NEW));
    expect(asked.kind).toBe("two_factor_required");
    await testApp.visitor.call(accountRoutes.login, login("ada", appCode(secret), NEW));
  });
});
