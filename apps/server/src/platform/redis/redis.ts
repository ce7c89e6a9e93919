import { Redis, type RedisOptions } from "ioredis";
import type { Deps } from "../deps.ts";
import { withTimeout } from "../with-timeout.ts";

/** Far below what a person notices; after this, callers continue without Redis. */
const ANSWER_WITHIN_MS = 250;
const CONNECT_WITHIN_MS = 1_000;
const CHECK_WITHIN_MS = 2_000;
const RETRY_FIRST_MS = 50;
const RETRY_LAST_MS = 2_000;
const ASK_EVERY_MS = 500;
const PROBE_KEY = "fieldhouse:probe";
/** A connection without replies is dropped, because its other end may be gone. */
const UNANSWERED_MAX = 6;

/** Redis does not answer, or answered with an error. */
class RedisAway extends Error {
  override readonly name = "RedisAway";
}

/** A Redis that may be gone or hung at any moment without delaying anybody for long. */
export type SharedRedis = {
  /** @throws RedisAway after a quarter of a second, and at once until it answers again */
  ask<T>(work: (client: Redis) => Promise<T>): Promise<T>;
  isAway(): boolean;
  close(): void;
};

declare module "fastify" {
  interface FastifyInstance {
    /** The web server's only connection for commands to Redis; null without `REDIS_URL`. */
    redis: SharedRedis | null;
  }
}

/** Connects in the background, and again for as long as the process runs. */
export function connectRedis(url: string, { log, metrics }: Pick<Deps, "log" | "metrics">): SharedRedis {
  const client = createClient(url);
  let asking: NodeJS.Timeout | null = null;
  let unanswered = 0;
  // Without a listener, ioredis prints each failed attempt to connect.
  client.on("error", () => undefined);
  metrics.setRedis(false);
  client.on("ready", () => metrics.setRedis(asking === null));
  client.on("close", () => metrics.setRedis(false));

  async function tryOnce<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    return withTimeout(ANSWER_WITHIN_MS, work(client));
  }

  function leave(error: unknown): void {
    metrics.setRedis(false);
    if (asking !== null) return;
    log.warn({ reason: toReason(error) }, "redis does not answer, going on without it");
    asking = setInterval(() => void askWhetherBack(), ASK_EVERY_MS).unref();
  }

  async function askWhetherBack(): Promise<void> {
    try {
      // A write: one that is full or a replica answers a ping.
      await tryOnce((redis) => redis.set(PROBE_KEY, "1", "PX", ASK_EVERY_MS));
    } catch {
      unanswered += 1;
      if (unanswered % UNANSWERED_MAX === 0 && client.status !== "end") client.disconnect(true);
      return;
    }
    if (asking === null) return;
    clearInterval(asking);
    asking = null;
    unanswered = 0;
    metrics.setRedis(true);
    log.info({}, "redis answers again");
  }

  return {
    async ask(work) {
      if (asking !== null) throw new RedisAway();
      try {
        return await tryOnce(work);
      } catch (error) {
        leave(error);
        throw new RedisAway();
      }
    },
    isAway: () => asking !== null || client.status !== "ready",
    close() {
      clearInterval(asking ?? undefined);
      client.disconnect();
    },
  };
}

/** Connects once, for an operator. @returns why it cannot be used; null: it can */
export async function findRedisFault(url: string): Promise<string | null> {
  const client = createClient(url);
  const ready = new Promise<void>((resolve, reject) => client.once("ready", resolve).on("error", reject));
  try {
    await withTimeout(CHECK_WITHIN_MS, ready);
    return null;
  } catch (error) {
    return toReason(error);
  } finally {
    client.disconnect();
  }
}

/** Queues nothing while it is not connected, so that a command fails at once instead. */
function createClient(url: string, more: Pick<RedisOptions, "autoResubscribe"> = {}): Redis {
  return new Redis(url, {
    ...more,
    connectionName: "fieldhouse",
    connectTimeout: CONNECT_WITHIN_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(RETRY_FIRST_MS * 2 ** attempt, RETRY_LAST_MS),
  });
}

/**
 * For the log and the operator. Leaves out the rest of the error, which contains the command with its password or
 * address.
 */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && error.code) return String(error.code);
  // Such as `WRONGPASS invalid username-password pair`.
  return error.name === "ReplyError" ? (error.message.split(" ")[0] ?? "refused") : error.message;
}

const PING_EVERY_MS = 2_000;
const SUBSCRIBED_WITHIN_MS = 1_000;

/**
 * Subscribes to a channel of Redis on a connection of its own, and again whenever that is lost, noticed within three
 * seconds also where the other end is silent. Messages in between never reach `message`.
 * @param on.lost is called once for each `ready`
 * @returns a function that ends it
 */
export function subscribeToRedis(
  url: string,
  channel: string,
  on: { message(text: string): void; ready(): void; lost(): void },
): () => void {
  const client = createClient(url, { autoResubscribe: false });
  let isReady = false;
  const lose = () => {
    if (isReady) on.lost();
    isReady = false;
  };
  // Without a listener, ioredis prints each failed attempt to connect.
  client.on("error", () => undefined);
  client.on("message", (_channel, text: string) => on.message(text));
  client.on("close", lose);
  client.on("ready", () => {
    client.subscribe(channel).then(
      () => {
        isReady = true;
        on.ready();
      },
      () => client.disconnect(true),
    );
  });
  const pinging = setInterval(() => {
    if (client.status !== "ready" && client.status !== "connect") return;
    withTimeout(SUBSCRIBED_WITHIN_MS, client.ping()).catch(() => client.disconnect(true));
  }, PING_EVERY_MS).unref();
  return () => {
    clearInterval(pinging);
    client.removeListener("close", lose);
    client.disconnect();
  };
}
