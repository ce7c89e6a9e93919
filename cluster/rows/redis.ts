import { setTimeout as sleep } from "node:timers/promises";
import { createCaller } from "../../apps/server/src/testing/caller.ts";
import { startLoad, VISITOR_PATHS } from "../load.ts";
import { newAddress, signIn } from "../people.ts";
import { type Measure, seconds, type World } from "./row.ts";
import { keepPage } from "./web.ts";

/** Sign-ins a minute from one address: `login` of RATE_LIMITS. */
const LOGINS_MAX = 30;
const SLOWEST_MS = 1_000;

/** Redis hangs, is killed and restarted, while people read, enter wrong passwords and comment. */
export const loseRedis: Measure = async (world) => {
  const { stack, itemId } = world;
  const fan = await signIn(stack.origin, "firstfan");
  const quiet = await measureUnderLoad(world, () => sleep(3_000));
  const page = await keepPage(world);
  const heard = async () => {
    const before = page.heardMs.length;
    await fan.send("POST", `/api/v1/add-comment/${itemId}`, { body: { text: `Still here ${before}` } });
    for (const endMs = Date.now() + 10_000; page.heardMs.length === before && Date.now() < endMs; ) await sleep(50);
    return page.heardMs.length > before;
  };
  let hungHeard = false;
  let hungLogins = 0;
  const hung = await measureUnderLoad(world, async () => {
    stack.redis.signal("SIGSTOP");
    hungHeard = await heard();
    hungLogins = await countLogins(stack.origin);
    stack.redis.signal("SIGCONT");
  });
  let killedHeard = false;
  let killedLogins = 0;
  const killed = await measureUnderLoad(world, async () => {
    await stack.redis.stop();
    killedHeard = await heard();
    killedLogins = await countLogins(stack.origin);
    stack.redis.start();
  });
  await page.stop();
  const results = [hung, killed];
  const failures = results.flatMap((one) => one.failures);
  const slowestMs = Math.max(...results.map((one) => one.maxMs));
  const isLive = hungHeard && killedHeard;
  const logins = Math.max(hungLogins, killedLogins);
  return {
    measured: `live went on: ${isLive}; of 45 wrong sign-ins ${hungLogins} passed while it hung and ${killedLogins} while it was gone (limit ${LOGINS_MAX}); ${failures.length} errors; slowest of ${hung.answered + killed.answered} answers ${seconds(slowestMs)}, ${seconds(quiet.maxMs)} before`,
    holds: isLive && logins <= LOGINS_MAX && failures.length === 0 && slowestMs <= SLOWEST_MS,
  };
};

async function measureUnderLoad({ stack }: World, work: () => Promise<unknown>) {
  const load = startLoad({ origin: stack.origin, paths: VISITOR_PATHS, clients: 2, pauseMs: 20 });
  await work();
  return load.stop();
}

/** @returns how many of 45 wrong sign-ins from one address the rate limit let through */
async function countLogins(origin: string): Promise<number> {
  const caller = createCaller(origin, null, { "x-forwarded-for": newAddress() });
  let passed = 0;
  for (let at = 0; at < 45; at++) {
    const body = { email_or_username: `nobody${at}`, password: "Wrong-Horse-1", device_id: crypto.randomUUID() };
    const reply = await caller.send("POST", "/api/v1/login", {
      body: { ...body, device_name: "Mozilla/5.0", ip_address: null },
    });
    if (reply.status !== 429) passed += 1;
  }
  return passed;
}
