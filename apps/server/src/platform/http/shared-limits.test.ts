import { categoryRoutes } from "@app/contract/categories";
import { API_PREFIX } from "@app/contract/paths";
import { signUpRoutes } from "@app/contract/sign-up";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createApp } from "#src/app.ts";
import { type Caller, createCaller } from "#testing/caller.ts";
import { startFakeRedis } from "#testing/fake-redis.ts";
import { createTestApp } from "#testing/test-app.ts";

const MAX = 8;

/** Two web processes with one Redis. Each test comes from an address of its own. */
const redis = await startFakeRedis();
const limits = `address=${MAX},login=${MAX}`;
const testApp = await createTestApp({ RATE_LIMITS: limits, TRUST_PROXY: "loopback", REDIS_URL: redis.url });
const other = await createApp(testApp.deps);
const here = testApp.visitor;
const there = createCaller(await other.listen({ host: "127.0.0.1", port: 0 }), null);
afterAll(async () => {
  await other.close();
  await redis.stop();
});

let lastAddress = 0;
beforeEach(() => {
  lastAddress += 1;
});

async function ask(who: Caller, route: { method: string; path: string } = categoryRoutes.list): Promise<number> {
  const headers = { "x-forwarded-for": `203.0.113.${lastAddress}` };
  const body = route.method === "POST" ? { body: {} } : {};
  const { status } = await who.send(route.method, API_PREFIX + route.path, { headers, ...body });
  return status;
}

/** @returns how many requests were allowed of many, sent to these in turn */
async function countAllowed(who: Caller[], route?: { method: string; path: string }): Promise<number> {
  let allowed = 0;
  for (let at = 0; at < 3 * MAX; at++) {
    const caller = who[at % who.length];
    if (caller && (await ask(caller, route)) !== 429) allowed += 1;
  }
  return allowed;
}

/** @returns how many requests Redis was asked to count */
function countAsked(): number {
  return redis.seen.filter((name) => name === "incr").length;
}

/** Sends a request from an address that no test uses. @returns whether Redis counted it */
async function isCounted(who: Caller): Promise<boolean> {
  const before = countAsked();
  await who.send("GET", API_PREFIX + categoryRoutes.list.path, { headers: { "x-forwarded-for": "198.51.100.1" } });
  return countAsked() > before;
}

async function untilTogether(): Promise<void> {
  for (const who of [here, there]) await expect.poll(() => isCounted(who)).toBe(true);
}

test("two web processes count one address together", async () => {
  await untilTogether();
  expect(await countAllowed([here, there])).toBe(MAX);
  expect([await ask(here), await ask(there)]).toEqual([429, 429]);
});

test("each limit has its own counters", async () => {
  await untilTogether();
  expect(await countAllowed([here], signUpRoutes.forgotPassword)).toBe(MAX);
  lastAddress += 1;
  expect(await countAllowed([here])).toBe(MAX);
});

test("while Redis hangs, each process allows half and waits for it once, and they count together again afterwards", async () => {
  await untilTogether();
  redis.hang();
  const before = countAsked();
  expect(await countAllowed([here])).toBe(MAX / 2);
  expect(await countAllowed([here, there])).toBe(MAX / 2);
  expect(countAsked() - before).toBe(2);
  redis.resume();
  await untilTogether();
  lastAddress += 1;
  expect(await countAllowed([here])).toBe(MAX);
  expect(await ask(there)).toBe(429);
});

test("a Redis that refuses writes is not used until it accepts them again", async () => {
  await untilTogether();
  redis.setFull(true);
  expect(await countAllowed([here])).toBe(MAX / 2);
  redis.setFull(false);
  await untilTogether();
  lastAddress += 1;
  expect(await countAllowed([here])).toBe(MAX);
});

test("a caller who used up a limit gains nothing when Redis is killed, nor when it comes back empty", async () => {
  await untilTogether();
  expect(await countAllowed([here, there])).toBe(MAX);
  await redis.stop();
  expect(await countAllowed([here, there])).toBe(0);
  await redis.start();
  await untilTogether();
  expect([await ask(here), await ask(there)]).toEqual([429, 429]);
});

test("a server starts without Redis, and answers", async () => {
  await redis.stop();
  const alone = await createApp(testApp.deps);
  const origin = await alone.listen({ host: "127.0.0.1", port: 0 });
  expect(await ask(createCaller(origin, null))).toBe(200);
  await alone.close();
});
