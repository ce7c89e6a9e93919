import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Database, inTransaction } from "../../apps/server/src/platform/db/database.ts";
import { LIVE_CHANNEL } from "../../apps/server/src/platform/live/outbox.ts";
import { publishLive } from "../../apps/server/src/platform/live/publish-live.ts";
import { closingAfter } from "../product/open-things.ts";
import { cpuOf, residentMb } from "../product/proc.ts";
import type { Running } from "../product/start.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { type Audience, addMembers, openAudience, PAGES_A_PERSON } from "./audience.ts";
import { measureBell } from "./bell.ts";

const SOCKETS = 5_000;
const QUICK_SOCKETS = 500;
const TOLD = 400;
const QUICK_TOLD = 100;
/** One after the other, as people cause them: this measures latency, not throughput. */
const TELL_EVERY_MS = 15;
const KB_EACH = 10;
const REJOIN_S = 5;
const WARM_UP = 20;
const ARRIVES_WITHIN_MS = 10_000;
/** By then the work caused by signing in and connecting is done. */
const AT_REST_AFTER_MS = 3_000;

/** From the commit of an event until it has arrived at each of a person's open pages; and once end to end. */
export async function measureLive(settings: Settings): Promise<Row[]> {
  return [...(await measureSockets(settings)), ...(await measureBell(settings))];
}

function measureSockets(settings: Settings): Promise<Row[]> {
  const sockets = settings.isQuick ? QUICK_SOCKETS : SOCKETS;
  return withProduct(settings, "web", (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    return closingAfter(database.close, async () => {
      const members = await addMembers(product.origin, database, sockets / PAGES_A_PERSON);
      await sleep(AT_REST_AFTER_MS);
      const emptyMb = residentMb(product.webPid);
      return openAudience(product.origin, members, (audience) =>
        measureWith(product, database, audience, { emptyMb, times: settings.isQuick ? QUICK_TOLD : TOLD }),
      );
    });
  });
}

async function measureWith(
  product: Running,
  database: Database,
  audience: Audience,
  { emptyMb, times }: { emptyMb: number; times: number },
): Promise<Row[]> {
  await publishTimes(database, audience, WARM_UP);
  await sleep(AT_REST_AFTER_MS);
  const fullMb = residentMb(product.webPid);
  const cpuBeforeS = cpuOf(product.webPid);
  const { socketMs, bareMs } = await publishTimes(database, audience, times);
  const cpuMs = (cpuOf(product.webPid) - cpuBeforeS) * 1_000;
  const burstMs = await publishAll(database, audience);
  const rejoinedMs = await audience.rejoin();
  const name = `live: ${audience.sockets.toLocaleString("en")} sockets,`;
  return [
    row(`${name} connecting and joining, each`, audience.joinedMs / audience.sockets, "ms"),
    row(`${name} commit to socket, p50`, percentile(socketMs, 0.5), "ms"),
    row(`${name} commit to socket, p99`, percentile(socketMs, 0.99), "ms", 50),
    row(`${name} commit to a bare listener, p50`, percentile(bareMs, 0.5), "ms"),
    row(`${name} commit to a bare listener, p99`, percentile(bareMs, 0.99), "ms"),
    row(`${name} CPU of the web process a message`, cpuMs / socketMs.length, "ms"),
    row(`${name} web process before them`, emptyMb, "MB"),
    row(`${name} web process with them`, fullMb, "MB", 250),
    row(`${name} memory of each`, ((fullMb - emptyMb) * 1_000) / audience.sockets, "kB", KB_EACH),
    row(`${name} a burst to all of them`, burstMs, "ms"),
    row(`${name} all cut, and joined again`, rejoinedMs / 1_000, "s", REJOIN_S),
  ];
}

type Taken = {
  /** For every message received by a socket, the delay after the commit, sorted ascending. */
  socketMs: number[];
  /** The same for a program that only listens to the database, to show what a busy machine costs by itself. */
  bareMs: number[];
};

async function publishTimes(database: Database, audience: Audience, times: number): Promise<Taken> {
  const taken: Taken = { socketMs: [], bareMs: [] };
  const bare = await database.pool.connect();
  try {
    await bare.query(`listen ${LIVE_CHANNEL}`);
    for (let at = 0; at < times; at++) {
      const person = audience.people[at % audience.people.length];
      if (!person) break;
      const arrivals = person.nextArrivals(AbortSignal.timeout(ARRIVES_WITHIN_MS));
      const heard = once(bare, "notification").then(() => performance.now());
      const committingMs = await inTransaction(database.sql, async (tx) => {
        await publishLive(tx, [person.accountId], { name: "devices.changed", data: {} });
        // The commit is sent next.
        return performance.now();
      });
      taken.socketMs.push(...(await arrivals).map((arrivedMs) => arrivedMs - committingMs));
      taken.bareMs.push((await heard) - committingMs);
      await sleep(TELL_EVERY_MS);
    }
    await bare.query(`unlisten ${LIVE_CHANNEL}`);
  } finally {
    bare.release();
  }
  taken.socketMs.sort((one, other) => one - other);
  taken.bareMs.sort((one, other) => one - other);
  return taken;
}

/** Publishes one event to everybody in one transaction. @returns the time until the last page has it */
async function publishAll({ sql }: Database, { people }: Audience): Promise<number> {
  const signal = AbortSignal.timeout(ARRIVES_WITHIN_MS);
  const arrivals = people.map((person) => person.nextArrivals(signal));
  const startedMs = performance.now();
  const accounts = people.map(({ accountId }) => accountId);
  await inTransaction(sql, (tx) => publishLive(tx, accounts, { name: "devices.changed", data: {} }));
  const arrivedMs = (await Promise.all(arrivals)).flat();
  return Math.max(...arrivedMs) - startedMs;
}

/** @param sorted in ascending order */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
