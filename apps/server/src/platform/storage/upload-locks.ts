import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Lock, Locker, RequestRelease } from "@tus/server";
import pg from "pg";
import { VANISHED_WITHIN_20_S } from "../db/database.ts";
import type { Deps } from "../deps.ts";

const CHANNEL = "fieldhouse_upload_release";
const ACQUIRE_LIMIT_MS = 30_000;
const TRY_EVERY_MS = 100;
const ANSWER_WITHIN_MS = 5_000;
/** A 64-bit hash, so that collisions between uploads or with `LOCKS` are negligible. */
const KEY = "hashtextextended('upload ' || $1, 0)";

type Held = {
  /** The connection that holds the lock; the lock is lost with it. */
  client: pg.Client;
  requestRelease: RequestRelease;
  released: Promise<void>;
  resolveReleased(): void;
};

export type UploadLocker = Locker & { close(): Promise<void> };

/**
 * Lets one request at a time write to an upload, across web processes. Uses PostgreSQL's advisory locks, all on one
 * connection per process, because an upload takes minutes and must not occupy a pool connection. PostgreSQL grants a lock
 * again to the same connection, so a map excludes requests of the same process.
 */
export function createUploadLocker(deps: Pick<Deps, "pool" | "log">): UploadLocker {
  const held = new Map<string, Held>();
  /** Identifies this process, which also receives its own notifications. */
  const processId = randomUUID();
  let connecting: Promise<pg.Client> | null = null;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: deps.pool.options.connectionString,
      application_name: "fieldhouse uploads",
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
      options: VANISHED_WITHIN_20_S,
    });
    client.on("error", (error) => deps.log.warn({ err: error }, "uploads: the connection with the locks was lost"));
    client.once("end", () => {
      connecting = null;
      // Another process may acquire these locks now.
      for (const lock of held.values()) if (lock.client === client) void lock.requestRelease();
    });
    client.on("notification", ({ payload = "" }) => {
      const [sender, id = ""] = payload.split(" ");
      if (sender !== processId) void held.get(id)?.requestRelease();
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    return client;
  }

  /** Connects on the first upload, so that servers without uploads use no connection. */
  function connectOnce(): Promise<pg.Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = null;
      throw error;
    });
    return connecting;
  }

  /** @returns whether the lock was acquired; if not, its holder is requested to release it */
  async function tryToLock(id: string, requestRelease: RequestRelease): Promise<boolean> {
    const client = await connectOnce();
    // No await between check and insert, so that only one of two concurrent requests passes.
    if (held.has(id)) return false;
    const { promise: released, resolve: resolveReleased } = Promise.withResolvers<void>();
    held.set(id, { client, requestRelease, released, resolveReleased });
    try {
      const { rows } = await client.query<{ is_ours: boolean }>(`select pg_try_advisory_lock(${KEY}) as is_ours`, [id]);
      if (rows[0]?.is_ours) return true;
      await client.query("select pg_notify($1, $2)", [CHANNEL, `${processId} ${id}`]);
    } catch (error) {
      markReleased(id);
      throw error;
    }
    markReleased(id);
    return false;
  }

  function markReleased(id: string): void {
    held.get(id)?.resolveReleased();
    held.delete(id);
  }

  async function lock(id: string, stopped: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const untilMs = Date.now() + ACQUIRE_LIMIT_MS;
    while (!(await tryToLock(id, requestRelease))) {
      const holder = held.get(id);
      await holder?.requestRelease();
      // A holder in another process is only asked again after the wait.
      const pause = sleep(TRY_EVERY_MS, undefined, { signal: stopped });
      await (holder ? Promise.race([holder.released, pause]) : pause).catch(() => undefined);
      if (stopped.aborted || Date.now() > untilMs) throw (await import("@tus/server")).ERRORS.ERR_LOCK_TIMEOUT;
    }
  }

  async function unlock(id: string): Promise<void> {
    const entry = held.get(id);
    if (!entry) return;
    try {
      // A lost connection released its locks itself.
      if (entry.client === (await connecting)) await entry.client.query(`select pg_advisory_unlock(${KEY})`, [id]);
    } catch (error) {
      deps.log.warn({ err: error }, "uploads: a lock could not be released, closing its connection");
      await entry.client.end().catch(() => undefined);
    } finally {
      markReleased(id);
    }
  }

  return {
    newLock: (id): Lock => ({
      lock: (stopped, requestRelease) => lock(id, stopped, requestRelease),
      unlock: () => unlock(id),
    }),
    async close() {
      const client = await connecting?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
}
