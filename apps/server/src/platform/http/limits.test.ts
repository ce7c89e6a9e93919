import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { categoryRoutes } from "@app/contract/categories";
import { earnerRoutes } from "@app/contract/earners";
import type { Route } from "@app/contract/http";
import { refusal } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import { recruitingRoutes } from "@app/contract/recruiting";
import { signUpRoutes } from "@app/contract/sign-up";
import { signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import { TUS_PATH } from "@app/contract/uploads";
import { describe, expect, test } from "vitest";
import { toLogin } from "#testing/people.ts";
import { createTestApp, type TestApp } from "#testing/test-app.ts";
import { TUS } from "#testing/tus.ts";
import { readRateLimits } from "./limits-table.ts";

/** A remote client behind the local proxy. */
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
const CATEGORIES = API_PREFIX + categoryRoutes.list.path;

function expectBusy(reply: { status: number; headers: Headers; text: string }): void {
  expect(reply.status).toBe(429);
  const body = refusal.parse(JSON.parse(reply.text));
  expect(body).toMatchObject({ code: 429, kind: "too_many_requests" });
  const waitS = Number(reply.headers.get("retry-after"));
  expect(waitS).toBeGreaterThanOrEqual(1);
  expect(waitS).toBeLessThanOrEqual(60);
  expect(body.message).toMatch(/^Too many requests\. Please try again in \d+ seconds?\.$/);
}

function openLimited(limits: string): Promise<TestApp> {
  return createTestApp({ RATE_LIMITS: limits, TRUST_PROXY: "loopback" });
}

describe("rate limits", () => {
  test("apply per IP address, and not to files and health checks", async () => {
    const testApp = await openLimited("address=3");
    const ask = (path: string, address: string) => testApp.visitor.send("GET", path, from(address));
    for (let i = 0; i < 3; i++) expect((await ask(CATEGORIES, "203.0.113.1")).status).toBe(200);
    expectBusy(await ask(CATEGORIES, "203.0.113.1"));
    expectBusy(await ask("/api/docs", "203.0.113.1"));
    expectBusy(await ask("/api/v1/not-there", "203.0.113.1"));
    expect((await ask(CATEGORIES, "203.0.113.2")).status).toBe(200);
    expect((await ask("/healthz", "203.0.113.1")).status).toBe(200);
    expect((await ask("/media/o/contents/a/b", "203.0.113.1")).status).toBe(404);
  });

  test("tell a person who opens a page, in a sentence", async () => {
    const testApp = await openLimited("address=1");
    const open = () =>
      testApp.visitor.send("GET", "/explore", {
        headers: { ...from("203.0.113.1").headers, accept: "text/html,application/xhtml+xml" },
      });
    expect((await open()).status).toBe(200);
    const refused = await open();
    expect([refused.status, refused.headers.get("content-type")]).toEqual([429, "text/plain; charset=utf-8"]);
    expect(refused.text).toMatch(/^Too many requests\. Please try again in \d+ seconds\.$/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("ignore forged entries in X-Forwarded-For", async () => {
    const testApp = await openLimited("address=1");
    const ask = (forwarded: string) => testApp.visitor.send("GET", CATEGORIES, from(forwarded));
    expect((await ask("203.0.113.1")).status).toBe(200);
    expectBusy(await ask("198.51.100.7, 203.0.113.1"));
    expectBusy(await ask("127.0.0.1, 203.0.113.1"));
  });

  test("treat an IPv6 network as one address", async () => {
    const testApp = await openLimited("address=1");
    const ask = (address: string) => testApp.visitor.send("GET", CATEGORIES, from(address));
    expect((await ask("2001:db8:1:2::1")).status).toBe(200);
    expectBusy(await ask("2001:db8:1:2:ffff::9"));
    expect((await ask("2001:db8:1:3::1")).status).toBe(200);
  });

  test("do not apply to loopback, which may be a proxy for everybody", async () => {
    const testApp = await openLimited("address=1");
    for (let i = 0; i < 3; i++) expect((await testApp.visitor.send("GET", CATEGORIES)).status).toBe(200);
  });

  test("are stricter for password and code attempts, and for emails", async () => {
    const testApp = await openLimited("login=2");
    const ask = (path: string, address: string) =>
      testApp.visitor.send("POST", API_PREFIX + path, { body: {}, ...from(address) });
    const guesses = [
      accountSecurityRoutes.confirmPassword,
      accountSecurityRoutes.disableTwoFactor,
      accountSecurityRoutes.renewRecoveryCodes,
    ];
    for (const [at, route] of guesses.entries())
      if (at < 2) expect((await ask(route.path, "203.0.113.5")).status).toBe(401);
      else expectBusy(await ask(route.path, "203.0.113.5"));
    const mails = [signUpRoutes.forgotPassword, signUpRoutes.sendVerification, signUpRoutes.register];
    for (const [at, route] of mails.entries())
      if (at < 2) expect((await ask(route.path, "203.0.113.5")).status).toBe(422);
      else expectBusy(await ask(route.path, "203.0.113.5"));
    expect((await ask(signUpRoutes.forgotPassword.path, "203.0.113.6")).status).toBe(422);
    for (let at = 0; at < 2; at++) expect((await ask(signUpRoutes.resetPassword.path, "203.0.113.9")).status).toBe(422);
    expectBusy(await ask(signUpRoutes.resetPassword.path, "203.0.113.9"));
    const coach = recruitingRoutes.contact.path.replace(":token", "A".repeat(43));
    for (let at = 0; at < 2; at++) expect((await ask(coach, "203.0.113.8")).status).toBe(422);
    expectBusy(await ask(coach, "203.0.113.8"));
    for (let at = 0; at < 2; at++)
      expect((await ask(billingRoutes.createSetupIntent.path, "203.0.113.7")).status).toBe(410);
    expectBusy(await ask(billingRoutes.createSetupIntent.path, "203.0.113.7"));
  });

  test("count sign-ins per IP address, successful or not, separately from other requests", async () => {
    const testApp = await openLimited("login=3");
    const signIn = (name: string, address: string) =>
      testApp.visitor.send("POST", API_PREFIX + accountRoutes.login.path, {
        body: toLogin(name, "not-it"),
        ...from(address),
      });
    for (const name of ["ana", "tom", "leo"]) expect((await signIn(name, "203.0.113.1")).status).toBe(422);
    expectBusy(await signIn("ivy", "203.0.113.1"));
    expect((await signIn("ivy", "203.0.113.2")).status).toBe(422);
    expect((await testApp.visitor.send("GET", CATEGORIES, from("203.0.113.1"))).status).toBe(200);
  });

  test("count writes per member from any IP address, but not reads", async () => {
    const testApp = await openLimited("writes=2");
    const maya = await testApp.person("maya");
    const tom = await testApp.person("tom");
    const change = (who: typeof maya, address: string) =>
      who.send("POST", `${API_PREFIX}/devices/remove/${crypto.randomUUID()}`, from(address));
    expect((await change(maya, "203.0.113.1")).status).toBe(404);
    expect((await change(maya, "203.0.113.2")).status).toBe(404);
    expectBusy(await change(maya, "203.0.113.3"));
    expect((await change(tom, "203.0.113.3")).status).toBe(404);
    expect((await maya.call(accountRoutes.devices)).length).toBe(1);
  });

  test("count writes during a sign-up per IP address, separately from members' writes", async () => {
    const testApp = await openLimited("writes=2");
    const maya = await testApp.person("maya");
    const change = (who: typeof testApp.visitor, route: Route, address: string) =>
      who.send(route.method, API_PREFIX + route.path, { body: {}, ...from(address) });
    for (const route of [earnerRoutes.saveFormDraft, earnerRoutes.readCompletion])
      expect((await change(testApp.visitor, route, "203.0.113.1")).status).toBeLessThan(429);
    expectBusy(await change(testApp.visitor, earnerRoutes.team, "203.0.113.1"));
    expectBusy(await change(testApp.visitor, billingRoutes.confirmSubscription, "203.0.113.1"));
    for (const route of [signUpDraftRoutes.save, signUpDraftRoutes.delete])
      expectBusy(await change(testApp.visitor, route, "203.0.113.1"));
    expect((await change(testApp.visitor, earnerRoutes.saveFormDraft, "203.0.113.2")).status).not.toBe(429);
    expect((await change(maya, earnerRoutes.saveFormDraft, "203.0.113.1")).status).not.toBe(429);
    const reading = await testApp.visitor.send("GET", API_PREFIX + earnerRoutes.registration.path, from("203.0.113.1"));
    expect(reading.status).toBe(410);
  });

  test("count creating an upload as a write, but not its chunks", async () => {
    const testApp = await openLimited("writes=1");
    const maya = await testApp.person("maya", { plan: "Individual" });
    const piece = () => maya.send("PATCH", `${TUS_PATH}/${"a".repeat(32)}`, { headers: TUS });
    for (let i = 0; i < 4; i++) expect((await piece()).status).toBe(404);
    expect((await maya.send("POST", TUS_PATH, { headers: { ...TUS, "upload-length": "10" } })).status).toBe(201);
    expectBusy(await maya.send("POST", TUS_PATH, { headers: { ...TUS, "upload-length": "10" } }));
  });
});

describe("the RATE_LIMITS variable", () => {
  test("overrides single defaults, or disables all limits", () => {
    expect(readRateLimits("")).toEqual({ address: 1_200, login: 30, writes: 120 });
    expect(readRateLimits("login=5, writes=10")).toEqual({ address: 1_200, login: 5, writes: 10 });
    expect(readRateLimits("off")).toBeNull();
  });

  test.each(["login", "login=", "login=0", "login=-1", "login=1.5", "logins=5", "on", "__proto__=1"])(
    "%j is refused",
    (text) => {
      expect(() => readRateLimits(text)).toThrow(RangeError);
    },
  );
});
