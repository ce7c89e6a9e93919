import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Pool, PoolClient } from "pg";
import { LOCKS } from "./locks.ts";

export const MIGRATIONS = path.resolve(import.meta.dirname, "../../migrations");

type Migration = { name: string; text: string; hash: string };

/** An applied migration differs from its file, or a migration failed. Nothing was changed. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/**
 * Applies pending migrations in the order of their file names, each in its own transaction. Concurrent calls wait for each
 * other.
 * @returns the names of the files it applied
 * @throws MigrationError an applied file was changed or removed, or the database is newer than this code
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
  const { rows } = await client.query<{ name: string; hash: string }>("select name, hash from migrations");
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  refuseChanged(applied, migrations);
  const done: string[] = [];
  for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
    await client.query("begin");
    try {
      await client.query(migration.text);
      await client.query("insert into migrations (name, hash) values ($1, $2)", [migration.name, migration.hash]);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw new MigrationError(`Migration ${migration.name} failed: ${String(error)}`, { cause: error });
    }
    done.push(migration.name);
  }
  return done;
}

function refuseChanged(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.hash]));
  for (const [name, hash] of applied) {
    const now = known.get(name);
    if (now === undefined)
      throw new MigrationError(`The database has migration ${name}, which this version does not know.`);
    if (now !== hash)
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
