import { accountRoutes } from "@app/contract/accounts";
import { signUpRoutes } from "@app/contract/sign-up";
import argon2 from "@node-rs/argon2";
import pg from "pg";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMailReader } from "#testing/mail-reader.ts";
import { toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
// Spies only: the real functions still run.
const queries = vi.spyOn(pg.Client.prototype, "query");
const verify = vi.spyOn(argon2, "verify");

beforeEach(async () => {
  await testApp.settle();
});
afterEach(() => queries.mockClear());
afterAll(() => vi.restoreAllMocks());

/** Records what the server does before it replies: its queries in order, and the number of password checks. */
async function workOf(ask: () => Promise<unknown>): Promise<{ queries: string[]; verifications: number }> {
  queries.mockClear();
  verify.mockClear();
  await ask();
  const texts = queries.mock.calls.map(([first]) => {
    const query: unknown = first;
    if (typeof query === "string") return query;
    return typeof query === "object" && query !== null && "text" in query ? String(query.text) : "";
  });
  // The listener's heartbeat, which runs without any request.
  const asked = texts.filter((text) => text !== "select 1");
  return { queries: asked, verifications: verify.mock.calls.length };
}

test("signing in with a wrong password takes the same work with and without an account", async () => {
  await testApp.person("known");
  const wrong = (name: string) =>
    workOf(() => testApp.visitor.refused(accountRoutes.login, { body: toLogin(name, "not-it") }));
  const [known, unknown] = [await wrong("known"), await wrong("unknown")];
  expect(known).toEqual(unknown);
  expect(known.verifications).toBe(1);
  expect(known.queries.length).toBeGreaterThan(2);
});

test.each([
  ["forgotPassword", "asked"],
  ["sendVerification", "waits"],
] as const)(
  "%s is the same work for an account and for none, and only the account gets a mail",
  async (route, name) => {
    const isVerified = route === "forgotPassword";
    await testApp.person(name, { isVerified });
    await testApp.person(`${name}2`, { isVerified: !isVerified });
    const ask = (of: string) =>
      workOf(() => testApp.visitor.call(signUpRoutes[route], { body: { email_or_username: of } }));
    const known = await ask(name);
    const unknown = await ask(`no.${name}`);
    const other = await ask(`${name}2@people.test`);

    expect(known).toEqual(unknown);
    expect(known).toEqual(other);
    expect(known.queries.length).toBeGreaterThan(1);
    expect(await mails.count(`${name}@people.test`)).toBe(1);
    expect(await mails.count(`no.${name}@people.test`)).toBe(0);
  },
);
