import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { earnerRoutes } from "@app/contract/earners";
import type { Route } from "@app/contract/http";
import { SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import argon2 from "@node-rs/argon2";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toLogin, toSignUp } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const NEW = "Right-Horse-2";
const chosen = { password: NEW, password_confirmation: NEW };
const MADE_UP = "A".repeat(43);

// Spies only: the real functions still run.
const spies = [vi.spyOn(argon2, "hash"), vi.spyOn(argon2, "verify")];
const hashesMade = () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
function clear(): void {
  for (const spy of spies) spy.mockClear();
}
beforeEach(clear);
afterAll(() => vi.restoreAllMocks());

async function resetTokenFor(name: string): Promise<string> {
  await testApp.visitor.call(signUpRoutes.forgotPassword, { body: { email_or_username: name } });
  return mails.tokenOf(await mails.last(`${name}@people.test`), "reset-password");
}

describe("cheaper checks come before the password hash:", () => {
  test("a reset link that is made up, used or expired", async () => {
    await testApp.person("abe");
    clear();
    const token = await resetTokenFor("abe");
    await testApp.visitor.call(signUpRoutes.resetPassword, { body: { token, ...chosen } });
    expect(hashesMade()).toBe(1);
    for (const useless of [MADE_UP, token]) {
      const refused = await testApp.visitor.refused(signUpRoutes.resetPassword, {
        body: { token: useless, ...chosen },
      });
      expect(refused).toMatchObject({ code: 410, message: SIGN_UP_MESSAGES.linkUseless });
    }
    expect(hashesMade()).toBe(1);
  });

  test("a sign-up with a taken username or address, on both ways to sign up", async () => {
    await testApp.person("bea");
    clear();
    const fieldsOf = async (route: typeof signUpRoutes.register | typeof earnerRoutes.registerEarner, body: object) => {
      const userType = route === signUpRoutes.register ? "General User" : "Fieldhouse";
      const form = { ...toSignUp("bea2"), ...body, user_type: userType } as const;
      return (await testApp.visitor.refused(route, { body: form })).errors;
    };
    for (const route of [signUpRoutes.register, earnerRoutes.registerEarner]) {
      expect(await fieldsOf(route, { username: "BEA" })).toEqual({ username: [SIGN_UP_MESSAGES.usernameTaken] });
      expect(await fieldsOf(route, { email: "Bea@people.test" })).toEqual({ email: [SIGN_UP_MESSAGES.emailTaken] });
    }
    expect(hashesMade()).toBe(0);
  });

  test("a new password that is not acceptable", async () => {
    const cleo = await testApp.person("cleo");
    const change = (more: object) => ({ body: { current_password: PASSWORD, ...chosen, ...more } });
    clear();
    await cleo.refused(signUpRoutes.changePassword, change({ password_confirmation: "Other-Horse-3" }));
    await cleo.refused(
      signUpRoutes.changePassword,
      change({ password: "Password1!", password_confirmation: "Password1!" }),
    );
    expect(hashesMade()).toBe(0);
  });
});

describe("while the queue for password hashes is full", () => {
  /** Keeps the queue full until `work` is done. */
  async function whileFull<T>(work: () => Promise<T>): Promise<T> {
    let isOver = false;
    const fill = async () => {
      while (!isOver) await hashPassword(PASSWORD).catch(() => new Promise((resolve) => setTimeout(resolve, 5)));
    };
    const filling = Array.from({ length: 200 }, fill);
    try {
      return await work();
    } finally {
      isOver = true;
      await Promise.all(filling);
    }
  }

  test("requests that need one get 503 with a message and Retry-After, and count as no attempt", async () => {
    const dan = await testApp.person("dan");
    const token = await resetTokenFor("dan");
    const calls: [Route, object][] = [
      [accountRoutes.login, toLogin("dan", PASSWORD)],
      [accountRoutes.login, toLogin("nobody", PASSWORD)],
      [signUpRoutes.register, toSignUp("dan2")],
      [earnerRoutes.registerEarner, { ...toSignUp("dan3"), user_type: "Fieldhouse" }],
      [signUpRoutes.resetPassword, { token, ...chosen }],
      [signUpRoutes.changePassword, { current_password: PASSWORD, ...chosen }],
      [signUpRoutes.changeEmail, { email: "dan@new.test", password: PASSWORD }],
      [accountSecurityRoutes.confirmPassword, { password: PASSWORD }],
    ];
    await whileFull(async () => {
      // More attempts than allowed wrong ones: an attempt that was not checked does not count.
      for (let round = 0; round < 6; round++)
        for (const [route, body] of calls) {
          const reply = await dan.send(route.method, `/api/v1${route.path}`, { body });
          expect([route.name, reply.status]).toEqual([route.name, 503]);
          expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
          expect(JSON.parse(reply.text)).toMatchObject({
            kind: "unavailable",
            message: "The server is busy. Please try again in a few seconds.",
          });
        }
      expect((await testApp.visitor.send("GET", "/api/v1/categories")).status).toBe(200);
    });
    await testApp.visitor.call(accountRoutes.login, { body: toLogin("dan", PASSWORD) });
    await dan.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    // The link was not used up either.
    await testApp.visitor.call(signUpRoutes.resetPassword, { body: { token, ...chosen } });
  });
});
