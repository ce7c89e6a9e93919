import { PASSWORD_RULES, SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toDevice, toSignUp } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
/** Somebody who opens the link in a different browser than the one that signed up. */
const proof = { password: PASSWORD, ...toDevice() };

const register = (form: Record<string, unknown>) => testApp.visitor.send("POST", "/api/v1/register", { body: form });

async function errorsOf(change: Record<string, unknown>): Promise<Record<string, string[]>> {
  const reply = await register({ ...toSignUp("rules"), ...change });
  expect(reply.status).toBe(422);
  return JSON.parse(reply.text).errors;
}

describe("signing up as a Registered User", () => {
  test("a link expires after 24 hours, and a new one can be requested", async () => {
    await testApp.visitor.call(signUpRoutes.register, { body: toSignUp("nora") });
    const token = mails.tokenOf(await mails.last("nora@people.test"), "email-verification");
    await testApp.deps.pool.query(
      "update account_links set sent_at = sent_at - interval '24 hours', expires_at = expires_at - interval '24 hours'",
    );
    expect((await testApp.visitor.refused(signUpRoutes.verifyEmail, { body: { token, ...proof } })).code).toBe(410);
    await testApp.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "nora" } });
    const fresh = mails.tokenOf(await mails.last("nora@people.test"), "email-verification");
    expect(fresh).not.toBe(token);
    await testApp.visitor.call(signUpRoutes.verifyEmail, { body: { token: fresh, ...proof } });
  });

  test("a new link expires the earlier ones", async () => {
    await testApp.visitor.call(signUpRoutes.register, { body: toSignUp("petra") });
    const first = mails.tokenOf(await mails.last("petra@people.test"), "email-verification");
    await testApp.deps.pool.query("update account_links set sent_at = sent_at - interval '2 minutes'");
    await testApp.visitor.call(signUpRoutes.sendVerification, { body: { email_or_username: "petra" } });
    const second = mails.tokenOf(await mails.last("petra@people.test"), "email-verification");
    expect((await testApp.visitor.refused(signUpRoutes.verifyEmail, { body: { token: first, ...proof } })).code).toBe(
      410,
    );
    await testApp.visitor.call(signUpRoutes.verifyEmail, { body: { token: second, ...proof } });
  });

  test("requesting it again gets the same reply for everybody, once a minute", async () => {
    await testApp.visitor.call(signUpRoutes.register, { body: toSignUp("olga") });
    await testApp.person("paul");
    for (const name of ["olga", "paul", "nobody.at.all"]) {
      const first = await testApp.visitor.send("POST", "/api/v1/send-verification", {
        body: { email_or_username: name },
      });
      expect(first.status).toBe(200);
      expect(JSON.parse(first.text).message).toBe(SIGN_UP_MESSAGES.sent);
      const second = await testApp.visitor.send("POST", "/api/v1/send-verification", {
        body: { email_or_username: name },
      });
      expect(second.status).toBe(429);
      expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(50);
    }
    // The account that waits for its first link gets one email for two requests within a minute; the others get none.
    expect(await mails.count("olga@people.test")).toBe(1);
    expect(await mails.count("paul@people.test")).toBe(0);
  });

  test("fields that are not in the form are refused", async () => {
    for (const field of ["plan", "staff_role", "email_verified_at", "id", "is_demo", "username_key"])
      expect(await errorsOf({ [field]: "x" })).toEqual({ [field]: ["This field is not known."] });
  });
});

describe("the rules of the form", () => {
  test.each([
    ["username", "", "Username is a required field"],
    ["username", "ab", "Username must be at least 3 characters"],
    ["username", "a".repeat(31), "Username must be at most 30 characters"],
    ["username", "no spaces", "Username may contain letters, digits, “_” and “.” only"],
    ["username", "mаya", "Username may contain letters, digits, “_” and “.” only"],
    ["username", "Admin", SIGN_UP_MESSAGES.usernameTaken],
    ["username", "F1eldhouse", SIGN_UP_MESSAGES.usernameTaken],
    ["username", "_admin_", SIGN_UP_MESSAGES.usernameTaken],
    ["email", "", "Email is a required field"],
    ["email", "not-an-address", "Email must be a valid email"],
    ["date_of_birth", "", "Date of birth is a required field."],
    ["date_of_birth", "2001-02-29", "Date of birth must be a real date"],
    ["date_of_birth", "1899-12-31", "Date of birth must be a real date"],
    ["date_of_birth", "2999-01-01", "Date of birth must be a real date"],
    ["phone", "123", "Phone must be a valid phone number"],
    ["password", "", "Password is a required field"],
    ["password", "Password1!", SIGN_UP_MESSAGES.commonPassword],
    ["gender", "Maybe", "Gender is a required field"],
  ])("%s %j is refused: %s", async (field, value, message) => {
    expect(await errorsOf({ [field]: value })).toEqual({ [field]: [message] });
  });

  test.each([
    ["Ab1!", 0],
    ["Abcdefg!", 1],
    ["ABCDEFG1!", 2],
    ["abcdefg1!", 3],
    ["Abcdefg12", 4],
  ])("of the password %s one rule is named", async (password, rule) => {
    expect(await errorsOf({ password })).toEqual({ password: [PASSWORD_RULES[rule]?.message] });
  });

  test("somebody under 13 is refused, and nothing is saved", async () => {
    const { deps } = testApp;
    const { now } = deps;
    onTestFinished(() => {
      deps.now = now;
    });
    deps.now = () => new Date("2028-02-29T12:00:00Z");
    expect(await errorsOf({ date_of_birth: "2015-03-01" })).toEqual({ date_of_birth: [SIGN_UP_MESSAGES.tooYoung] });
    const { rows } = await deps.pool.query("select from accounts where username = 'rules'");
    expect(rows).toEqual([]);
    const body = { ...toSignUp("thirteen"), date_of_birth: "2015-02-28" };
    await testApp.visitor.call(signUpRoutes.register, { body });
  });

  test("a username and an address belong to one person, in any case and with look-alike letters", async () => {
    await testApp.visitor.call(signUpRoutes.register, { body: toSignUp("Ilmari") });
    for (const username of ["ilmari", "ILMARI", "lirnari", "1lmari"])
      expect(await errorsOf({ ...toSignUp(username), username })).toEqual({
        username: [SIGN_UP_MESSAGES.usernameTaken],
      });
    expect(await errorsOf({ email: "ILMARI@People.Test" })).toEqual({ email: [SIGN_UP_MESSAGES.emailTaken] });
  });

  test("only one of two concurrent sign-ups gets a username", async () => {
    const forms = ["one@people.test", "two@people.test"].map((email) => ({ ...toSignUp("race"), email }));
    const replies = await Promise.all(forms.map(register));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422]);
  });

  test("a phone number is stored in E.164", async () => {
    await testApp.visitor.call(signUpRoutes.register, { body: { ...toSignUp("tel1"), phone: "5551234567" } });
    await testApp.visitor.call(signUpRoutes.register, { body: { ...toSignUp("tel2"), phone: "+4930123456" } });
    const { rows } = await testApp.deps.pool.query(
      "select phone from accounts where username like 'tel%' order by username",
    );
    expect(rows).toEqual([{ phone: "+15551234567" }, { phone: "+4930123456" }]);
  });
});
