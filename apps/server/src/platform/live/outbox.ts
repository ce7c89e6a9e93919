import { type RawBuilder, sql as raw } from "kysely";
import { createCoalescer } from "../coalesce.ts";
import { inTransaction, LOCKS, lockTransaction, type Sql, type Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { SharedRedis } from "../redis/redis.ts";

/** The channel of PostgreSQL, and of Redis, that reaches every web process. */
export const LIVE_CHANNEL = "fieldhouse_live";

const BATCH = 200;
/** Finds what a process left behind when it ended. */
const LOOK_EVERY_MS = 1_000;

/** Those of this process, where `LIVE_FANOUT` is `redis`. Without one, messages go by NOTIFY as their transaction commits. */
const publishers = new Set<() => void>();

/** The end of a statement: publishes the messages in these rows once it commits. Call `wakePublishers` then. */
export function handOver(message: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return publishers.size > 0
    ? raw`insert into live_outbox (message) select ${message} from ${rows}`
    : raw`select pg_notify(${LIVE_CHANNEL}, ${message}) from ${rows}`;
}

export function wakePublishers(): void {
  for (const wake of publishers) wake();
}

/**
 * Hands messages from the outbox to Redis once their transactions have committed; to NOTIFY while Redis is away, and to
 * both while a web process has no subscription in Redis. A message may arrive twice, but is never lost.
 * @returns a function that hands over what is left, and stops
 */
export function startPublisher(
  deps: Pick<Deps, "sql" | "log" | "metrics">,
  redis: Pick<SharedRedis, "ask">,
): () => Promise<void> {
  const coalesce = createCoalescer<void>();

  async function publishAll(): Promise<void> {
    while ((await inTransaction(deps.sql, (tx) => publishBatch(tx, redis, deps))) === BATCH);
  }

  const publish = () =>
    coalesce("", publishAll).catch((error: unknown) =>
      deps.log.warn({ err: error }, "live: events wait to be published"),
    );
  const wake = () => void publish();
  publishers.add(wake);
  const looking = setInterval(wake, LOOK_EVERY_MS).unref();
  return async () => {
    publishers.delete(wake);
    clearInterval(looking);
    await publish();
  };
}

type Message = { id: number; message: string };

/** @returns how many messages there were */
async function publishBatch(
  tx: Tx,
  redis: Pick<SharedRedis, "ask">,
  { metrics }: Pick<Deps, "metrics">,
): Promise<number> {
  await lockTransaction(tx, LOCKS.publishingLive);
  const messages = (await takeMessages(tx)).map(toNumbered);
  if (messages.length === 0) return 0;
  // Asked before publishing: a web process lets go of this lock only once it has subscribed.
  const haveAllSubscribed = await tryToLock(tx, LOCKS.hearingByNotify);
  // Repeated if the transaction is; web processes drop a number that they have seen.
  const isPublished = await redis
    .ask((client) => client.publish(LIVE_CHANNEL, messages.join("\n")))
    .then(
      () => true,
      () => false,
    );
  if (isPublished) metrics.countFanout("redis", messages.length);
  if (isPublished && haveAllSubscribed) return messages.length;
  await notifyAll(tx, messages);
  metrics.countFanout("notify", messages.length);
  return messages.length;
}

async function takeMessages(tx: Sql): Promise<Message[]> {
  const { rows } = await raw<Message>`
    delete from live_outbox where id in (select id from live_outbox order by id limit ${BATCH}) returning id, message
  `.execute(tx);
  return rows.toSorted((a, b) => a.id - b.id);
}

/** A message is a JSON object. */
function toNumbered({ id, message }: Message): string {
  return `{"id":${id},${message.slice(1)}`;
}

async function tryToLock(tx: Sql, lock: number): Promise<boolean> {
  const { rows } = await raw<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(${lock}) as is_ours`.execute(tx);
  return rows[0]?.is_ours ?? false;
}

async function notifyAll(tx: Sql, messages: readonly string[]): Promise<void> {
  await raw`
    select pg_notify(${LIVE_CHANNEL}, message)
    from unnest(${messages}::text[]) with ordinality as one (message, at) order by at`.execute(tx);
}
