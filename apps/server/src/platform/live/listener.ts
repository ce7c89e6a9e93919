import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { LOCKS, VANISHED_WITHIN_20_S } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { LIVE_CHANNEL } from "./outbox.ts";

/** How soon a silently broken connection is noticed. */
const HEARTBEAT_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 5_000;

export type Listener = {
  /** Resolves when it listens for the first time. */
  listening: Promise<void>;
  /** Whether this process has no other way to hear of events: publishers are to use NOTIFY then. At first it has none. */
  setAlone(isAlone: boolean): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Listens to NOTIFY on a connection of its own and reconnects for as long as the process runs.
 * @param on.listening called on every (re)connect: earlier messages never reach `message`
 */
export function createListener(
  deps: Pick<Deps, "pool" | "log">,
  on: { message(payload: string): void; listening(): Promise<void> },
): Listener {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  let isAlone = true;
  let current: pg.Client | null = null;

  async function listenOnce(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: deps.pool.options.connectionString,
      application_name: "fieldhouse live",
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
      options: VANISHED_WITHIN_20_S,
    });
    const lost = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.on("error", () => resolve());
    });
    try {
      await client.connect();
      client.on("notification", ({ payload }) => on.message(payload ?? ""));
      await client.query(`listen ${LIVE_CHANNEL}`);
      current = client;
      if (isAlone) await client.query(lockStatement(true));
      onListening();
      await on.listening();
      await Promise.race([lost, heartbeat(client, stopping.signal)]);
    } finally {
      current = null;
      await client.end().catch(() => undefined);
    }
  }

  async function listen(): Promise<void> {
    let waitMs = RETRY_FIRST_MS;
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(() => {
          first.resolve();
          waitMs = RETRY_FIRST_MS;
        });
      } catch (error) {
        deps.log.warn({ err: error }, "live: connection to the database lost");
      }
      await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, RETRY_LAST_MS);
    }
  }

  const running = listen();
  return {
    listening: first.promise,
    async setAlone(next) {
      if (next === isAlone) return;
      isAlone = next;
      // Otherwise with the next connection.
      await current?.query(lockStatement(next)).catch((error: unknown) => {
        deps.log.warn({ err: error }, "live: publishers could not be told how this process hears of events");
      });
    },
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** Of the session: it ends with the connection, whatever becomes of this process. */
function lockStatement(isHeld: boolean): string {
  return `select pg_advisory_${isHeld ? "lock" : "unlock"}_shared(${LOCKS.hearingByNotify})`;
}

/** Resolves when listening should end; rejects when the database stops responding. */
async function heartbeat(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(HEARTBEAT_MS, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await client.query("select 1");
  }
}
