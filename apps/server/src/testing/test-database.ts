import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { TEMPLATE, toDatabase } from "./shared-postgres.ts";

/** A migrated database of its own for one test file. @returns its address, and how to drop it */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const postgresUrl = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await run(postgresUrl, `create database ${name} template ${TEMPLATE}`);
  return { url: toDatabase(postgresUrl, name), drop: () => run(postgresUrl, `drop database ${name} with (force)`) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Two files that clone at the same moment wait for each other instead of failing on the busy template.
    await client.query("select pg_advisory_lock(1)");
    await client.query(statement);
  } finally {
    await client.end();
  }
}
