import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { TEMPLATE, toDatabase } from "./shared-postgres.ts";

/** Creates a migrated database for one test file. @returns its URL, and a function that drops it */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const postgresUrl = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Files are copied without reading them page by page: half of the work.
  await run(postgresUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return { url: toDatabase(postgresUrl, name), drop: () => run(postgresUrl, `drop database ${name} with (force)`) };
}

/** As an installation finds it at its first start. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const postgresUrl = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await run(postgresUrl, `create database ${name}`);
  return { url: toDatabase(postgresUrl, name), drop: () => run(postgresUrl, `drop database ${name} with (force)`) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Serializes clones, which fail while another one uses the template.
    await client.query("select pg_advisory_lock(1)");
    await client.query(statement);
  } finally {
    await client.end();
  }
}
