import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, type Database, inTransaction, type Tx } from "../../apps/server/src/platform/db/database.ts";
import { startPublisher } from "../../apps/server/src/platform/live/outbox.ts";
import { publishLive } from "../../apps/server/src/platform/live/publish-live.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { createMetrics, type Metrics } from "../../apps/server/src/platform/metrics.ts";
import { connectRedis } from "../../apps/server/src/platform/redis/redis.ts";
import { ensureProgram } from "../../apps/server/src/testing/programs.ts";
import { startRedisServer } from "../../apps/server/src/testing/redis-server.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson } from "../product/people.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const PEOPLE = 200;
const WRITERS = [1, 8, 32];
const SECONDS = 4;
const ROUNDS = 3;
const QUICK_ROUNDS = 1;
const PAUSE_MS = 500;

type Write = (tx: Tx, accountId: string) => Promise<unknown>;

/**
 * Events per second from several concurrent writers: NOTIFY serializes commits, and Redis gets the events from the
 * outbox. Alternates with the same writes without an event, because the disk is the bottleneck.
 */
export async function measureWriters(settings: Settings): Promise<Row[]> {
  const redis = await startRedisServer(ensureProgram("redis-server", "redis-server"));
  return closingAfter(redis.stop, () =>
    // It subscribes, so that nothing is also sent by NOTIFY.
    withProduct({ ...settings, environment: { REDIS_URL: redis.url } }, "web", (product) => {
      const database = createDatabase(product.databaseUrl, { connections: Math.max(...WRITERS) + 1 });
      return closingAfter(database.close, async () => {
        const accountIds = await addPeople(database);
        const metrics = createMetrics("bench", database.pool);
        const rows: Row[] = [];
        for (const writers of WRITERS)
          rows.push(...(await compare({ database, metrics, redisUrl: redis.url }, accountIds, writers, settings)));
        return rows;
      });
    }),
  );
}

type Ways = { database: Database; redisUrl: string; metrics: Metrics };

async function compare(ways: Ways, accountIds: string[], writers: number, { isQuick }: Settings): Promise<Row[]> {
  const { database } = ways;
  const byNotify: number[] = [];
  const byRedis: number[] = [];
  const silent: number[] = [];
  for (let round = 0; round < (isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
    silent.push(await countCommits(database, accountIds, writers, touchRoom));
    byNotify.push(await countCommits(database, accountIds, writers, tell));
    byRedis.push(await withPublisher(ways, () => countCommits(database, accountIds, writers, tell)));
    await sleep(PAUSE_MS);
  }
  const [best, bestByRedis, bestSilent] = [byNotify, byRedis, silent].map((all) => Math.max(...all));
  const name = `live: ${writers} writers,`;
  return [
    row(`${name} events a second by NOTIFY`, best ?? 0, "/s"),
    row(`${name} events a second by Redis`, bestByRedis ?? 0, "/s"),
    row(`${name} the same writes without an event`, bestSilent ?? 0, "/s"),
  ];
}

/** Like a web process with `LIVE_FANOUT=redis`. Before it ends it flushes pending events, and that time counts. */
async function withPublisher<T>({ database, redisUrl, metrics }: Ways, work: () => Promise<T>): Promise<T> {
  const deps = { sql: database.sql, log: createLog("warn"), metrics };
  const redis = connectRedis(redisUrl, deps);
  const stop = startPublisher(deps, redis);
  try {
    return await work();
  } finally {
    await stop();
    redis.close();
  }
}

const tell: Write = (tx, accountId) => publishLive(tx, [accountId], { name: "devices.changed", data: {} });

const touchRoom: Write = (tx, accountId) =>
  tx
    .updateTable("live_rooms")
    .set(({ eb }) => ({ seq: eb("seq", "+", 1) }))
    .where("account_id", "=", accountId)
    .execute();

async function countCommits({ sql }: Database, accountIds: string[], writers: number, write: Write): Promise<number> {
  const untilMs = performance.now() + SECONDS * 1_000;
  let commits = 0;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      // Each writer has its own room, so none waits for another's.
      for (let at = writer; performance.now() < untilMs; at += writers) {
        await inTransaction(sql, (tx) => write(tx, accountIds[at % accountIds.length] ?? ""));
        commits += 1;
      }
    }),
  );
  return commits / SECONDS;
}

async function addPeople(database: Database): Promise<string[]> {
  for (let at = 0; at < PEOPLE; at++) await addPerson(database, `told${at}`, null);
  const { rows } = await database.pool.query<{ id: string }>("select id from accounts where username like 'told%'");
  const ids = rows.map(({ id }) => id);
  await publishLive(database.sql, ids, { name: "devices.changed", data: {} });
  return ids;
}
