import { setTimeout as sleep } from "node:timers/promises";
import { joinLive, type LiveClient } from "../../apps/server/src/testing/live-client.ts";
import { startLoad, VISITOR_PATHS } from "../load.ts";
import { signIn } from "../people.ts";
import { untilReady } from "../stack.ts";
import { type Measure, seconds, type World } from "./row.ts";

const CLIENTS = 8;
/** The fastest that one person may comment. */
const COMMENT_EVERY_MS = 7_000;
const HEARD_WITHIN_MS = 5_000;

/** An earner's page that reconnects after a lost connection, like pusher-js. */
export async function keepPage({ stack, earner }: Pick<World, "stack" | "earner">) {
  const heardMs: number[] = [];
  const awayMs: number[] = [];
  let isOver = false;
  let client: LiveClient = await join();

  async function join(): Promise<LiveClient> {
    const joined = await joinLive(stack.origin, earner, earner.accountId, { origin: stack.origin });
    await joined.next("pusher_internal:subscription_succeeded");
    // A reconnected page refetches everything, so it misses nothing from before.
    heardMs.push(performance.now());
    return joined;
  }

  const watching = (async () => {
    let read = 0;
    let lostMs: number | null = null;
    while (!isOver) {
      await sleep(20);
      const { frames } = client;
      if (frames.slice(read).some(({ event }) => event === "notifications.changed")) heardMs.push(performance.now());
      read = frames.length;
      if (!(await isClosed(client))) continue;
      lostMs ??= performance.now();
      const again = await join().catch(() => null);
      if (again === null) continue;
      awayMs.push(performance.now() - lostMs);
      [client, read, lostMs] = [again, 0, null];
    }
    client.close();
  })();

  return {
    heardMs,
    awayMs,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}

async function isClosed(client: LiveClient): Promise<boolean> {
  return Promise.race([
    client.closed().then(
      () => true,
      () => false,
    ),
    sleep(5, false),
  ]);
}

/** Restarts web processes in turn until the load has its replies, while an earner receives live comments. */
export const rollWebs: Measure = async (world) => {
  const { stack, itemId, loadRequests } = world;
  const page = await keepPage(world);
  const fan = await signIn(stack.origin, "firstfan");
  const load = startLoad({ origin: stack.origin, paths: VISITOR_PATHS, clients: CLIENTS });
  const commentedMs: number[] = [];
  const refused: string[] = [];
  let isOver = false;
  const commenting = (async () => {
    // A repeated comment is refused.
    for (let at = 0; !isOver; at++) {
      const body = { text: `Go ${at}` };
      const refusal = await fan.send("POST", `/api/v1/add-comment/${itemId}`, { body }).then(
        ({ status, text }) => (status === 200 ? null : `a comment was answered ${status}: ${text}`),
        (error: Error) => `a comment was not answered: ${String(error.cause ?? error)}`,
      );
      if (refusal === null) commentedMs.push(performance.now());
      else refused.push(refusal);
      await sleep(COMMENT_EVERY_MS);
    }
  })();
  let restarts = 0;
  do {
    for (const [at, web] of stack.webs.entries()) {
      await web.stop();
      web.start();
      await untilReady(stack.webOrigins[at as 0 | 1]);
      await sleep(1_500);
      restarts += 1;
    }
  } while (load.count() < loadRequests);
  isOver = true;
  await commenting;
  const result = await load.stop();
  await sleep(HEARD_WITHIN_MS);
  await page.stop();
  const missed = commentedMs.filter((at) => !page.heardMs.some((ms) => ms >= at && ms <= at + HEARD_WITHIN_MS)).length;
  const backMs = Math.max(0, ...page.awayMs);
  const failures = [...result.failures, ...refused];
  return {
    measured: `${failures.length} dropped of ${result.answered} in ${restarts} restarts (${result.perSecond.toFixed(0)}/s, p99 ${result.p99Ms.toFixed(0)} ms)${failures[0] ? `: ${failures[0]}` : ""}; socket back in ${seconds(backMs)} at most, ${page.awayMs.length} times; ${missed} of ${commentedMs.length} comments missed`,
    holds: failures.length === 0 && result.answered >= loadRequests && backMs <= 5_000 && missed === 0,
  };
};
