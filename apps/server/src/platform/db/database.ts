import { setTimeout as sleep } from "node:timers/promises";
import { type CompiledQuery, Kysely, PostgresDialect, sql as raw, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema.gen.ts";

/** A pool or an open transaction. The caller of a query decides on the transaction. */
export type Sql = Kysely<DB>;
export type Tx = Transaction<DB>;

export type Database = {
  sql: Sql;
  /** For features that Kysely lacks: LISTEN, named statements, advisory locks. */
  pool: pg.Pool;
  close(): Promise<void>;
};

/** A prepared statement, parsed once per connection. Queries with the same name must have the same text. */
export type NamedQuery = { name: string; text: string; values: unknown[] };

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const ATTEMPTS = 5;

/**
 * A killed process releases its locks and transactions at once, because its machine closes the connection. A machine that
 * lost its power or network closes nothing, so the database asks it: silent for 10 seconds, then twice every 5 seconds.
 * What was sent to it has to be acknowledged in the same time.
 */
export const VANISHED_WITHIN_20_S =
  "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2 -c tcp_user_timeout=20000";

/**
 * @param options.name shown for each connection in `pg_stat_activity`
 * @param options.limitMs bounds how long connecting and each query take
 */
export function createPool(url: string, options: { connections: number; name: string; limitMs?: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    application_name: options.name,
    options: VANISHED_WITHIN_20_S,
    ...(options.limitMs === undefined
      ? {}
      : { connectionTimeoutMillis: options.limitMs, query_timeout: options.limitMs }),
    types: { getTypeParser: chooseParser },
  });
  // The pool replaces a lost connection, but without a listener its error would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export function createDatabase(url: string, options: { connections: number; limitMs?: number }): Database {
  const pool = createPool(url, { ...options, name: "fieldhouse" });
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { sql, pool, close: () => sql.destroy() };
}

/**
 * Runs a query, outside transactions, as a prepared statement: for what is asked so often that planning it costs more
 * than running it.
 * @param name queries with the same name must have the same text
 */
export async function runPrepared<Row>(
  pool: pg.Pool,
  name: string,
  { sql: text, parameters }: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await pool.query<Row & pg.QueryResultRow>({ name, text, values: [...parameters] });
  return rows;
}

/** What waits for each open transaction to commit. */
const afterCommits = new WeakMap<Sql, (() => void)[]>();

/** Retries on serialization failure or deadlock, so `work` must not have effects outside the database. */
export async function inTransaction<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const waiting: (() => void)[] = [];
    try {
      const result = await sql.transaction().execute((tx) => {
        afterCommits.set(tx, waiting);
        return work(tx);
      });
      for (const run of waiting) run();
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(10 * 2 ** attempt * Math.random());
    }
  }
}

/** Runs once the transaction has committed, and never if it was rolled back; at once if `sql` is none. */
export function afterCommit(sql: Sql, run: () => void): void {
  const waiting = afterCommits.get(sql);
  if (waiting === undefined) run();
  else waiting.push(run);
}

/**
 * Runs `work` in a savepoint: if it fails, its changes are rolled back and the transaction continues.
 * @returns the error; null: success
 * @throws errors for which `inTransaction` retries the whole transaction
 */
export async function inSavepoint(tx: Tx, work: () => Promise<void>): Promise<unknown> {
  await raw`savepoint attempt`.execute(tx);
  try {
    await work();
    await raw`release savepoint attempt`.execute(tx);
    return null;
  } catch (error) {
    if (isRetryable(error)) throw error;
    await raw`rollback to savepoint attempt`.execute(tx);
    return error;
  }
}

/** Acquires an advisory lock, which is released at the end of the transaction. */
export async function lockTransaction(tx: Sql, lock: number): Promise<void> {
  await raw`select pg_advisory_xact_lock(${lock})`.execute(tx);
}

/** As many bytes as a number holds exactly. Two hashes with the same lock only wait for each other. */
const LOCK_BYTES = 6;

/** The same for whatever has this hash. */
export function lockHash(tx: Tx, hash: Buffer): Promise<void> {
  return lockTransaction(tx, hash.readUIntBE(0, LOCK_BYTES));
}

/** @returns whether the error is a violation of this unique constraint */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === constraint;
}

function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK);
}

/** Of a server that ends, ends its connections, is starting, or has no connection left. */
const UNAVAILABLE_CODES = new Set(["57P01", "57P02", "57P03", "53300"]);
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** Errors of the client, which have no code: of its pool, of a connection, and of a query. */
const TIMEOUT_MESSAGES = /^(?:timeout exceeded when trying to connect|timeout expired|Query read timeout)/;
const LOST_CONNECTION_MESSAGES = /^(?:Connection terminated|Client has encountered a connection error)/;

/** @returns whether the server ended, hangs or cannot be reached, rather than refused one statement */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_CODES.has(error.code ?? "");
  if (!(error instanceof Error)) return false;
  if ("code" in error && NETWORK_CODES.has(String(error.code))) return true;
  return TIMEOUT_MESSAGES.test(error.message) || LOST_CONNECTION_MESSAGES.test(error.message);
}

const SILENT_AFTER_MS = 30_000;

/** The message is for the operator. */
export class SilentDatabase extends Error {
  override readonly name = "SilentDatabase";
}

/**
 * Asks the database one thing. The pool itself has no time limit, because a busy database may take its time.
 * @throws SilentDatabase it accepts a connection and does not answer; pg's error if it cannot be reached or refuses
 */
export async function requireAnswer(url: string, withinMs = SILENT_AFTER_MS): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
  } catch (error) {
    if (error instanceof Error && TIMEOUT_MESSAGES.test(error.message))
      throw new SilentDatabase(
        `The database of DATABASE_URL accepts connections, but does not answer within ${withinMs / 1_000} seconds.`,
        { cause: error },
      );
    throw error;
  } finally {
    client.end().catch(() => undefined);
  }
}

const BIGINT = 20;
const DATE = 1082;

/** Parses bigint as number, because every count and size here is below 2^53, and date as text. */
function chooseParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === BIGINT) return Number;
  if (oid === DATE) return String;
  return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
}

/**
 * Rows that several transactions lock are locked in one order everywhere, or two of them wait for each other:
 *
 *   an upload → accounts → unpublished media → channels, by id → follows, views, contents → content_hourly_stats
 *
 * The channel's row is the gate to all that belongs to the channel: a transaction that writes several rows of its
 * follows, views, items or hours, or counts them, locks the channel first (`lockChannels`), even where it changes the
 * channel itself last. So the order of those rows does not matter, and a recount counts everybody before it. A
 * transaction that writes one such row and nothing else needs no gate.
 *
 * Money: a batch of payouts → payouts → referrals → the earner's ledger accounts, by id → the platform's.
 */

/** Advisory locks: one process at a time holds each. The numbers are arbitrary, but must differ. */
export const LOCKS = {
  migrating: 7_203_114,
  countingViews: 7_203_115,
  makingTheDemo: 7_203_116,
  countingCoachMessages: 7_203_117,
  countingLikes: 7_203_118,
  countingBeats: 7_203_119,
  countingComments: 7_203_120,
  makingPayouts: 7_203_121,
  /** One publisher at a time hands live events to Redis, so that they keep their order. */
  publishingLive: 7_203_122,
  /** Held, shared, by each web process that hears of live events by NOTIFY alone. */
  hearingByNotify: 7_203_123,
} as const;
