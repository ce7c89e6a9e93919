import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { LOGIN_MESSAGES } from "@app/contract/errors";
import { describe, expect, test } from "vitest";
import { updatePassword } from "#modules/identity/accounts/accounts.sql.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { inTransaction } from "#platform/db/database.ts";
import { countWaiting } from "#testing/count-waiting.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();

const COOKIE =
  /^__Host-fieldhouse_refresh=([A-Za-z0-9_-]{43}); Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/;

function signIn(body: unknown) {
  return testApp.visitor.send("POST", "/api/v1/login", { body });
}

function refresh(token: string) {
  return testApp.visitor.send("POST", "/api/v1/session/refresh", {
    headers: { cookie: `__Host-fieldhouse_refresh=${token}` },
  });
}

async function signInByLogin(name: string) {
  const reply = await signIn(toLogin(name, PASSWORD));
  const [, refreshToken = ""] = COOKIE.exec(reply.headers.get("set-cookie") ?? "") ?? [];
  const { access_token, users } = JSON.parse(reply.text).data;
  return { reply, refreshToken, accessToken: String(access_token), users };
}

describe("signing in", () => {
  test("works with username or address in any case, and returns the user card and tokens", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });

    const { reply, refreshToken, users } = await signInByLogin("MAYA@people.test");

    expect(reply.status).toBe(200);
    expect(refreshToken).toHaveLength(43);
    expect(reply.text).not.toContain(refreshToken);
    expect(reply.headers.get("cache-control")).toBe("private, no-store");
    expect(users).toEqual({
      id: maya.accountId,
      type: "Fieldhouse",
      plan: "Individual",
      username: "maya",
      email: "maya@people.test",
      full_name: "maya",
      profile_url: null,
      is_staff: false,
      must_enable_two_factor: false,
      has_blocks: false,
      teams: [],
      hidden_teams: [],
      channel: { id: maya.channelId, name: "maya's channel" },
      can: { upload: true, refer: true, administer: false },
    });
  });

  test("a wrong password and an unknown name get the same error message", async () => {
    await testApp.person("tom");
    const wrong = await testApp.visitor.refused(accountRoutes.login, { body: toLogin("tom", "not-it") });
    const unknown = await testApp.visitor.refused(accountRoutes.login, { body: toLogin("nobody", "not-it") });
    expect(wrong).toMatchObject({
      code: 422,
      message: LOGIN_MESSAGES.wrong,
      errors: { password: [LOGIN_MESSAGES.wrong] },
    });
    expect(unknown).toMatchObject({ code: 422, message: wrong.message, errors: wrong.errors });
  });

  test("only somebody who knows the password learns that the address is not verified", async () => {
    await testApp.person("una", { isVerified: false });
    const wrong = await testApp.visitor.refused(accountRoutes.login, { body: toLogin("una", "not-it") });
    const right = await testApp.visitor.refused(accountRoutes.login, { body: toLogin("una", PASSWORD) });
    expect(wrong.message).toBe(LOGIN_MESSAGES.wrong);
    expect(right).toMatchObject({ code: 403, kind: "email_not_verified", message: LOGIN_MESSAGES.unverified });
  });

  test("after five failed attempts the account has to wait, even with the right password, and others do not", async () => {
    await testApp.person("vic");
    await testApp.person("wes");
    for (let attempts = 0; attempts < 5; attempts++)
      await testApp.visitor.refused(accountRoutes.login, { body: toLogin("vic", "not-it") });
    const locked = await signIn(toLogin("vic", PASSWORD));
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(20);
    expect(JSON.parse(locked.text).message).toMatch(/^Too many failed attempts\. Please try again in \d+ seconds\.$/);
    expect((await signIn(toLogin("wes", PASSWORD))).status).toBe(200);
  });

  test("concurrent attempts get no more checks than sequential ones", async () => {
    await testApp.person("xan");
    const replies = await Promise.all(Array.from({ length: 12 }, () => signIn(toLogin("xan", "not-it"))));
    const counted = replies.map((reply) => reply.status).toSorted();
    expect(counted).toEqual([...Array(5).fill(422), ...Array(7).fill(429)]);
  });

  test("a password that is replaced while it is being checked opens no session", async () => {
    const zia = await testApp.person("zia");
    const passwordHash = await hashPassword("Right-Horse-2");
    const { late } = await inTransaction(testApp.deps.sql, async (tx) => {
      await updatePassword(tx, zia.accountId, passwordHash);
      const late = signIn(toLogin("zia", PASSWORD));
      await expect.poll(() => countWaiting(testApp.deps.pool)).toBe(1);
      return { late };
    });
    expect((await late).status).toBe(422);
    expect((await signIn(toLogin("zia", "Right-Horse-2"))).status).toBe(200);
  });

  test("a right password is not a failed attempt, even if it is not enough", async () => {
    await testApp.person("yul", { isVerified: false });
    for (let attempts = 0; attempts < 7; attempts++) expect((await signIn(toLogin("yul", PASSWORD))).status).toBe(403);
    for (let attempts = 0; attempts < 4; attempts++) expect((await signIn(toLogin("yul", "not-it"))).status).toBe(422);
  });

  test.each([
    [{}, ["device_id", "device_name", "email_or_username", "ip_address", "password"]],
    [{ ...toLogin("x", "y"), staff_role: "admin" }, ["staff_role"]],
    [{ ...toLogin("", "y") }, ["email_or_username"]],
    [{ ...toLogin("x", "y"), device_id: "1; drop table devices" }, ["device_id"]],
    [{ ...toLogin("x", "y"), password: "a".repeat(100_000) }, ["password"]],
  ])("a payload of the wrong shape names its fields: %#", async (body, fields) => {
    const reply = await signIn(body);
    expect(reply.status).toBe(422);
    expect(Object.keys(JSON.parse(reply.text).errors).sort()).toEqual(fields);
  });
});

describe("a session", () => {
  test("is refreshed by its cookie, with a new pair of tokens each time", async () => {
    await testApp.person("ivy");
    const { refreshToken, accessToken } = await signInByLogin("ivy");
    const reply = await refresh(refreshToken);
    expect(reply.status).toBe(200);
    const fresh = JSON.parse(reply.text).data;
    expect(fresh.access_token).not.toBe(accessToken);
    expect(fresh.users.username).toBe("ivy");
    const [, second = ""] = COOKIE.exec(reply.headers.get("set-cookie") ?? "") ?? [];
    expect(second).not.toBe(refreshToken);
    expect((await refresh(second)).status).toBe(200);
  });

  test("survives two tabs that refresh at once, and ends when an old token is reused later", async () => {
    const person = await testApp.person("kim");
    const { refreshToken } = await signInByLogin("kim");
    const [one, other] = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    await testApp.deps.pool.query(
      "update refresh_tokens set used_at = now() - interval '1 minute' where used_at is not null",
    );
    expect((await refresh(refreshToken)).status).toBe(401);
    const [, second = ""] = COOKIE.exec(one.headers.get("set-cookie") ?? "") ?? [];
    expect((await refresh(second)).status).toBe(401);
    // The device that `person` itself signed in on is another one, and stays.
    await person.call(accountRoutes.devices);
  });

  test("without a cookie, or with a made-up or expired one, gets 401", async () => {
    await testApp.person("lou");
    const { refreshToken } = await signInByLogin("lou");
    expect((await testApp.visitor.refused(accountRoutes.refresh)).code).toBe(401);
    expect((await refresh("A".repeat(43))).status).toBe(401);
    await testApp.deps.pool.query("update refresh_tokens set expires_at = now() - interval '1 second'");
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  test("an access token expires after 15 minutes, and an invalid one is refused even on a public route", async () => {
    const person = await testApp.person("mia");
    await testApp.deps.pool.query(
      "update access_tokens set expires_at = now() from devices d where d.id = device_id and d.account_id = $1",
      [person.accountId],
    );
    expect((await person.refused(accountRoutes.devices)).code).toBe(401);
    expect((await person.refused(categoryRoutes.list)).code).toBe(401);
  });

  test("is not mixed up between concurrent requests, some with invalid tokens", async () => {
    const people = await Promise.all(["ora", "pam", "ron"].map((name) => testApp.person(name)));
    const own = await Promise.all(people.map((person) => person.call(accountRoutes.devices)));
    const broken = { headers: { authorization: `Bearer ${"A".repeat(43)}` } };
    const askers = Array.from({ length: 10 }, () => people).flat();
    const [found, refused] = await Promise.all([
      Promise.all(askers.map((person) => person.call(accountRoutes.devices))),
      Promise.all(askers.map(() => testApp.visitor.send("GET", "/api/v1/devices", broken))),
    ]);
    expect(found).toEqual(Array.from({ length: 10 }, () => own).flat());
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  });

  test("ends immediately on sign-out", async () => {
    const person = await testApp.person("ned");
    await person.call(accountRoutes.logout);
    expect((await person.refused(accountRoutes.devices)).code).toBe(401);
  });
});

describe("devices", () => {
  test("are listed with this one marked, and a removed one is signed out immediately", async () => {
    const person = await testApp.person("oda");
    const phone = await person.onAnotherDevice();
    const devices = await person.call(accountRoutes.devices);
    expect(devices).toHaveLength(2);
    expect(devices.filter((device) => device.is_this_device)).toHaveLength(1);
    expect(devices[0]).toMatchObject({ name: "Chrome on Linux", address: "127.0.0.0/24" });

    const other = devices.find((device) => !device.is_this_device);
    await person.call(accountRoutes.removeDevice, { params: { id: other?.id ?? "" } });
    expect((await phone.refused(accountRoutes.devices)).code).toBe(401);
    expect(await person.call(accountRoutes.devices)).toHaveLength(1);
    expect((await person.refused(accountRoutes.removeDevice, { params: { id: other?.id ?? "" } })).code).toBe(404);
  });

  test("are no longer listed once their session has expired", async () => {
    const person = await testApp.person("ugo");
    await person.onAnotherDevice();
    const devices = await person.call(accountRoutes.devices);
    const unused = devices.find((device) => !device.is_this_device);
    await testApp.deps.pool.query("update refresh_tokens set expires_at = now() where device_id = $1", [unused?.id]);
    expect(await person.call(accountRoutes.devices)).toEqual(devices.filter((device) => device !== unused));
  });

  test("another person's device is not found", async () => {
    const owner = await testApp.person("pia");
    const stranger = await testApp.person("quin");
    const [device] = await owner.call(accountRoutes.devices);
    expect((await stranger.refused(accountRoutes.removeDevice, { params: { id: device?.id ?? "" } })).code).toBe(404);
    await owner.call(accountRoutes.devices);
  });
});
