import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Lock, Locker, RequestRelease } from "@tus/server";
import pg from "pg";
import type { Deps } from "../deps.ts";

const CHANNEL = "fieldhouse_upload_release";
const ACQUIRE_LIMIT_MS = 30_000;
const TRY_EVERY_MS = 100;
const ANSWER_WITHIN_MS = 5_000;
/** Of 64 bits, so that no two uploads share a lock, nor one of `LOCKS`. */
const KEY = "hashtextextended('upload ' || $1, 0)";

type Held = {
  /** The connection that holds the lock: with it the lock is gone. */
  client: pg.Client;
  requestRelease: RequestRelease;
  released: Promise<void>;
  markReleased(): void;
};

export type UploadLocker = Locker & { close(): Promise<void> };

/**
 * One request at a time writes to an upload, in whichever web process it arrives. Advisory locks of PostgreSQL, all of
 * a process on one connection: an upload takes minutes, and must not keep a connection of the pool for as long. Of
 * requests in one process, which is one holder to PostgreSQL, a map tells who holds what.
 */
export function createUploadLocker(deps: Pick<Deps, "pool" | "log">): UploadLocker {
  const held = new Map<string, Held>();
  /** Told with each request to give a lock back: a process hears its own as well. */
  const self = randomUUID();
  let connecting: Promise<pg.Client> | null = null;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: deps.pool.options.connectionString,
      application_name: "fieldhouse uploads",
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    client.on("error", (error) => deps.log.warn({ err: error }, "uploads: the connection of the locks broke"));
    client.once("end", () => {
      connecting = null;
      // Another process may take these uploads up from now on.
      for (const lock of held.values()) if (lock.client === client) void lock.requestRelease();
    });
    client.on("notification", ({ payload = "" }) => {
      const [sender, id = ""] = payload.split(" ");
      if (sender !== self) void held.get(id)?.requestRelease();
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    return client;
  }

  /** With the first upload: a server that is sent none has a connection less. */
  function connectOnce(): Promise<pg.Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = null;
      throw error;
    });
    return connecting;
  }

  /** @returns whether it is ours now; whoever has it is asked to give it back */
  async function tryToLock(id: string, requestRelease: RequestRelease): Promise<boolean> {
    const client = await connectOnce();
    // Between the look and the entry nothing is waited for: of two requests here only one gets through.
    if (held.has(id)) return false;
    const { promise: released, resolve: markReleased } = Promise.withResolvers<void>();
    held.set(id, { client, requestRelease, released, markReleased });
    try {
      const { rows } = await client.query<{ is_ours: boolean }>(`select pg_try_advisory_lock(${KEY}) as is_ours`, [id]);
      if (rows[0]?.is_ours) return true;
      await client.query("select pg_notify($1, $2)", [CHANNEL, `${self} ${id}`]);
    } catch (error) {
      forget(id);
      throw error;
    }
    forget(id);
    return false;
  }

  function forget(id: string): void {
    held.get(id)?.markReleased();
    held.delete(id);
  }

  async function lock(id: string, stopped: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const untilMs = Date.now() + ACQUIRE_LIMIT_MS;
    while (!(await tryToLock(id, requestRelease))) {
      const holder = held.get(id);
      await holder?.requestRelease();
      await Promise.race([holder?.released, sleep(TRY_EVERY_MS, undefined, { signal: stopped })]).catch(
        () => undefined,
      );
      if (stopped.aborted || Date.now() > untilMs) throw (await import("@tus/server")).ERRORS.ERR_LOCK_TIMEOUT;
    }
  }

  async function unlock(id: string): Promise<void> {
    const lost = held.get(id);
    if (!lost) return;
    try {
      // A connection that is gone has let go of its locks by itself.
      if (lost.client === (await connecting)) await lost.client.query(`select pg_advisory_unlock(${KEY})`, [id]);
    } catch (error) {
      // What it still holds, it holds until it ends.
      deps.log.warn({ err: error }, "uploads: a lock was not given back, its connection is ended");
      await lost.client.end().catch(() => undefined);
    } finally {
      forget(id);
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
