import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql as raw, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema.gen.ts";

/** A pool or an open transaction: the caller of a query owns the transaction. */
export type Sql = Kysely<DB>;
export type Tx = Transaction<DB>;

export type Database = {
  sql: Sql;
  /** For what Kysely does not do: LISTEN, named statements, advisory locks. */
  pool: pg.Pool;
  close(): Promise<void>;
};

/** A query that is parsed once a connection: two of one name have one text. */
export type NamedQuery = { name: string; text: string; values: unknown[] };

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const ATTEMPTS = 5;

/** @param options.name stands beside each connection in `pg_stat_activity` */
export function createPool(url: string, options: { connections: number; name: string }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    application_name: options.name,
    types: { getTypeParser: chooseParser },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export function createDatabase(url: string, options: { connections: number }): Database {
  const pool = createPool(url, { ...options, name: "fieldhouse" });
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { sql, pool, close: () => sql.destroy() };
}

/**
 * Runs `work` in one transaction and again from the start when PostgreSQL says that it met
 * another one. `work` must therefore do nothing outside the database.
 */
export async function inTransaction<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sql.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw error;
      await sleep(10 * 2 ** attempt * Math.random());
    }
  }
}

/**
 * Runs `work` inside the open transaction. When it fails, its own changes are undone and the transaction goes on.
 * @returns the error, null when it went well
 * @throws what makes the whole transaction worth running again
 */
export async function inSavepoint(tx: Tx, work: () => Promise<void>): Promise<unknown> {
  await raw`savepoint attempt`.execute(tx);
  try {
    await work();
    await raw`release savepoint attempt`.execute(tx);
    return null;
  } catch (error) {
    if (isWorthRetrying(error)) throw error;
    await raw`rollback to savepoint attempt`.execute(tx);
    return error;
  }
}

/** Waits until no other transaction holds this lock; it is let go when this one ends. */
export async function lockTransaction(tx: Sql, lock: number): Promise<void> {
  await raw`select pg_advisory_xact_lock(${lock})`.execute(tx);
}

/** @returns whether an insert met a row that a unique constraint of this name protects */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === constraint;
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK);
}

const BIGINT = 20;
const DATE = 1082;

/** bigint as number (every count and size here is below 2^53), date as its text. */
function chooseParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === BIGINT) return Number;
  if (oid === DATE) return String;
  return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
}
