import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Deps } from "../deps.ts";
import { LIVE_CHANNEL } from "./live-message.ts";

/** A line that was cut without a word is noticed after this long. */
const HEARTBEAT_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 5_000;

export type Listener = {
  /** Until it listens for the first time. */
  listening: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Hears what is told in the database, on a connection of its own, and goes on for as long as the process does.
 * @param on.back called whenever it listens (again): what was told before is lost to `message`
 */
export function openListener(
  deps: Pick<Deps, "pool" | "log">,
  on: { message(payload: string): void; back(): Promise<void> },
): Listener {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();

  async function listenOnce(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: deps.pool.options.connectionString,
      application_name: "fieldhouse live",
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    const lost = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.on("error", () => resolve());
    });
    try {
      await client.connect();
      client.on("notification", ({ payload }) => on.message(payload ?? ""));
      await client.query(`listen ${LIVE_CHANNEL}`);
      onListening();
      await on.back();
      await Promise.race([lost, beat(client, stopping.signal)]);
    } finally {
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
        deps.log.warn({ err: error }, "live: not listening to the database");
      }
      await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, RETRY_LAST_MS);
    }
  }

  const running = listen();
  return {
    listening: first.promise,
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** @returns when the listening is to end; throws when the database no longer answers */
async function beat(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(HEARTBEAT_MS, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await client.query("select 1");
  }
}
