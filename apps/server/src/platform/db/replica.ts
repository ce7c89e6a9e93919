import { performance } from "node:perf_hooks";
import type pg from "pg";
import { createCoalescer } from "../coalesce.ts";
import type { Log } from "../log.ts";
import { createDatabase, createPool, type Database, isDatabaseUnavailable } from "./database.ts";

export type Reads = Pick<Database, "sql" | "pool">;

/** A streaming replica, for reads that may be a moment old. */
export type Replica = {
  /**
   * @param lastWrite the position in the write-ahead log after the reader's own last write, which the reader must see
   * @param options.mustBeClose it has to be at most half a second behind
   * @returns null: the replica lacks that write, or something hidden since, or does not answer. Read from the primary.
   */
  connect(lastWrite: string | null, options?: { mustBeClose: boolean }): Promise<Reads | null>;
  /** A failed read is repeated on the primary; after a lost connection, all reads go there for a while. */
  reportError(error: unknown): void;
  close(): Promise<void>;
};

/** What the replica has replayed. */
type State = { replayed: bigint; floor: number };

/** Longer than any list takes. Readers of a replica that hangs wait this long, once. */
const READ_LIMIT_MS = 2_000;
const STATE_LIMIT_MS = 500;
/** How long the replica is left alone after it did not answer. */
const RETRY_AFTER_MS = 2_000;

/** How far it may be behind for pages that hear of changes by live events. */
const CLOSE_MS = 500;
const NOTE_EVERY_MS = 50;

const FLOOR = {
  name: "read-floor",
  text: `select version as floor,
           case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end as written
         from read_floor`,
};
const STATE = {
  name: "replica-state",
  text: `select version as floor,
           case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end as replayed
         from read_floor`,
};

/**
 * Each read runs on its own, while the replica's state is requested once for all waiting readers, so the check is cheap
 * under load.
 * @param url of one server: behind a load balancer, the state of one would be taken for that of another
 */
export function createReplica(
  url: string,
  { primary, connections, log }: { primary: pg.Pool; connections: number; log: Log },
): Replica {
  const createReads = () => createDatabase(url, { connections, limitMs: READ_LIMIT_MS });
  const createStatePool = () =>
    createPool(url, { connections: 1, name: "fieldhouse-replica", limitMs: STATE_LIMIT_MS });
  let reads = createReads();
  let statePool = createStatePool();
  let retryAtMs = 0;
  let isDown = false;
  /** Where the primary was lately. */
  const written: { askedMs: number; position: bigint }[] = [];
  const coalesceState = createCoalescer<State | null>();
  const coalesceFloor = createCoalescer<number>();

  /** Its connections may hang for good, so new ones replace them. */
  function markDown(error: unknown): void {
    if (performance.now() < retryAtMs) return;
    retryAtMs = performance.now() + RETRY_AFTER_MS;
    if (!isDown) log.warn({ err: error }, "the replica does not answer: reads go to the primary");
    isDown = true;
    for (const old of [reads.close(), statePool.end()]) old.catch(() => undefined);
    reads = createReads();
    statePool = createStatePool();
  }

  async function readState(): Promise<State | null> {
    if (performance.now() < retryAtMs) return null;
    try {
      const { rows } = await statePool.query<{ replayed: string; floor: number }>(STATE);
      const [row] = rows;
      if (isDown) log.info({}, "the replica answers again");
      isDown = false;
      return row ? { replayed: toPosition(row.replayed), floor: row.floor } : null;
    } catch (error) {
      markDown(error);
      return null;
    }
  }

  async function readFloor(): Promise<number> {
    const askedMs = performance.now();
    const { rows } = await primary.query<{ floor: number; written: string }>(FLOOR);
    const [row] = rows;
    if (row && askedMs - (written.at(-1)?.askedMs ?? 0) >= NOTE_EVERY_MS) {
      forgetOld();
      written.push({ askedMs, position: toPosition(row.written) });
    }
    return row?.floor ?? 0;
  }

  function forgetOld(): void {
    const sinceMs = performance.now() - CLOSE_MS;
    while (written[0] && written[0].askedMs < sinceMs) written.shift();
  }

  /** @returns whether this is all that the primary had written half a second ago, or at any time since */
  function isClose(replayed: bigint): boolean {
    forgetOld();
    return written.some(({ position }) => replayed >= position);
  }

  return {
    async connect(lastWrite, { mustBeClose } = { mustBeClose: false }) {
      if (performance.now() < retryAtMs) return null;
      const [floor, state] = await Promise.all([coalesceFloor("", readFloor), coalesceState("", readState)]);
      if (state === null || state.floor < floor || (mustBeClose && !isClose(state.replayed))) return null;
      return lastWrite === null || state.replayed >= toPosition(lastWrite) ? reads : null;
    },
    reportError(error) {
      if (isDatabaseUnavailable(error)) markDown(error);
    },
    async close() {
      await Promise.all([reads.close(), statePool.end()]);
    },
  };
}

/** @param lsn as PostgreSQL prints it: `16/B374D848` */
function toPosition(lsn: string): bigint {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
