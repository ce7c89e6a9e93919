import { readFileSync, truncateSync } from "node:fs";
import path from "node:path";
import { accountRoutes } from "@app/contract/accounts";
import { API_PREFIX } from "@app/contract/paths";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "#src/app.ts";
import { createCaller } from "#testing/caller.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createLog } from "../log.ts";

const testApp = await createTestApp();
const file = path.join(testApp.deps.config.dataDir, "log");
const log = createLog("debug", file);
const app = await createApp({ ...testApp.deps, log });
const origin = await app.listen({ host: "127.0.0.1", port: 0 });
const visitor = createCaller(origin, null);
afterAll(() => app.close());
beforeEach(() => truncateSync(file));

function readLines(): string[] {
  return readFileSync(file, "utf8").split("\n").filter(Boolean);
}

/** A request's log line is written after its reply. */
async function written(count: number): Promise<string[]> {
  await expect.poll(() => readLines().length).toBeGreaterThanOrEqual(count);
  return readLines();
}

describe("the log", () => {
  test("has one line per request with route, account, status and duration, and with the reply's request id", async () => {
    const maya = await testApp.person("maya");
    const reply = await createCaller(origin, maya.token).send("GET", `${API_PREFIX}/devices`);
    const [line = "", ...more] = await written(1);
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      level: 30,
      request_id: reply.headers.get("x-request-id"),
      who: maya.accountId,
      method: "GET",
      route: "accounts.devices",
      code: 200,
      ms: expect.any(Number),
      msg: "request",
    });
  });

  test("never contains passwords, tokens, cookies or email addresses", async () => {
    await testApp.person("tom");
    const wrong = "Wrong-Horse-1";
    await visitor.send("POST", `${API_PREFIX}/login`, { body: toLogin("tom@people.test", wrong) });
    await visitor.send("POST", `${API_PREFIX}/login?token=in-the-address`, {
      body: toLogin("tom@people.test", PASSWORD),
    });
    const signedIn = await visitor.send("POST", `${API_PREFIX}/login`, { body: toLogin("tom@people.test", PASSWORD) });
    const accessToken: string = JSON.parse(signedIn.text).data.access_token;
    const cookie = /=([^;]+)/.exec(signedIn.headers.get("set-cookie") ?? "")?.[1] ?? "none";
    await visitor.send("POST", `${API_PREFIX}/session/refresh`, {
      headers: { cookie: `__Host-fieldhouse_refresh=${cookie}` },
    });
    await createCaller(origin, accessToken).send("GET", `${API_PREFIX}/devices`);
    await createCaller(origin, "stale-token".padEnd(43, "x")).send("GET", `${API_PREFIX}/devices`);

    const text = (await written(6)).join();

    for (const secret of [wrong, PASSWORD, accessToken, cookie, "stale-token", "tom@people.test", "in-the-address"])
      expect(text).not.toContain(secret);
  });

  test("has the complete error of a bug, without PostgreSQL's row details", async () => {
    await testApp.deps.pool.query(`
      create function refuse_try() returns trigger language plpgsql as $$
      begin raise exception 'it broke' using detail = 'Key (email_key)=(leo@people.test)'; end $$;
      create trigger refuse_try before insert on login_attempts for each row execute function refuse_try();
    `);
    const reply = await visitor.send("POST", API_PREFIX + accountRoutes.login.path, {
      body: toLogin("leo@people.test", "x"),
    });
    await testApp.deps.pool.query("drop trigger refuse_try on login_attempts");
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain("it broke");
    const lines = await written(2);
    const text = lines.join();
    expect(text).toContain("it broke");
    expect(text).toContain("attempts.service.ts");
    expect(text).not.toContain("leo@people.test");
    expect(lines.every((line) => line.includes(reply.headers.get("x-request-id") ?? "no id"))).toBe(true);
  });

  test("redacts secret fields, and logs no extra properties of errors", async () => {
    log.info({
      password: "p1",
      body: { ssn: "123456789", token: "t1" },
      headers: { authorization: "Bearer a1", cookie: "c1" },
    });
    const fault = Object.assign(new Error("broken", { cause: new Error("below") }), {
      code: "23505",
      detail: "d1",
      client: { connection: { secretKey: "k1" } },
    });
    log.error({ err: fault });
    const text = (await written(2)).join();
    for (const secret of ["p1", "123456789", "t1", "a1", "c1", "d1", "k1"]) expect(text).not.toContain(`"${secret}"`);
    expect(text).not.toContain("Bearer");
    expect(text).toContain('"message":"broken"');
    expect(text).toContain('"code":"23505"');
    expect(text).toContain('"message":"below"');
  });
});
