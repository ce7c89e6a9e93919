import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError, type Pool, type PoolClient } from "pg";
import { LOCKS } from "./database.ts";

export const MIGRATIONS = path.resolve(import.meta.dirname, "../../migrations");

type Migration = { name: string; text: string; hash: string };

/** A line of a migration after which earlier releases would fail or lose something. */
const BREAKS_OLDER = /^-- Breaks older releases:/m;

/** A migration waits for the locks of what runs no longer than this, because whatever comes later waits behind it. */
const LOCK_LIMIT = "2s";
const LOCK_NOT_AVAILABLE = "55P03";
const LOCK_ATTEMPTS = 20;
const LOCK_PAUSE_MS = 500;

/** An applied migration differs from its file, or a migration failed. Nothing was changed. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/**
 * Applies pending migrations in the order of their file names, each in its own transaction. Concurrent calls wait for each
 * other.
 * @returns the names of the files it applied
 * @throws MigrationError an applied file was changed, or a newer release made a change that this one does not survive
 */
export async function migrate(pool: Pool, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCKS.migrating]);
    return await applyMissing(client, migrations);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCKS.migrating]).catch(() => undefined);
    client.release();
  }
}

/** @returns the names of the files that are not yet applied */
export async function pendingMigrations(pool: Pool, folder: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>("select name from migrations");
  const applied = new Set(rows.map((row) => row.name));
  return readMigrations(folder)
    .map((migration) => migration.name)
    .filter((name) => !applied.has(name));
}

async function applyMissing(client: PoolClient, migrations: Migration[]): Promise<string[]> {
  await client.query(
    "create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())",
  );
  await client.query("alter table migrations add column if not exists breaks_older boolean not null default false");
  const { rows } = await client.query<Applied>("select name, hash, breaks_older from migrations");
  refuseChanged(rows, migrations);
  const applied = new Set(rows.map((row) => row.name));
  const done: string[] = [];
  for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
    await applyOne(client, migration);
    done.push(migration.name);
  }
  return done;
}

/** Tries again where something held a lock for long, instead of making everything else wait. */
async function applyOne(client: PoolClient, { name, text, hash }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query("begin");
    try {
      await client.query(`set local lock_timeout = '${LOCK_LIMIT}'`);
      await client.query(text);
      const values = [name, hash, BREAKS_OLDER.test(text)];
      await client.query("insert into migrations (name, hash, breaks_older) values ($1, $2, $3)", values);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      const isBusy = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isBusy || attempt === LOCK_ATTEMPTS)
        throw new MigrationError(`Migration ${name} failed: ${String(error)}`, { cause: error });
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

type Applied = { name: string; hash: string; breaks_older: boolean };

/** While a newer release takes over, this one may be started again on its database. */
function refuseChanged(applied: readonly Applied[], migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.hash]));
  for (const { name, hash, breaks_older } of applied) {
    const now = known.get(name);
    if (now === undefined && breaks_older)
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know and cannot run on.`,
      );
    if (now !== undefined && now !== hash)
      throw new MigrationError(`Migration ${name} was changed after it had been applied. Write a new one instead.`);
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(`${folder}/${name}`, "utf8");
      return { name, text, hash: createHash("sha256").update(text).digest("hex") };
    });
}
