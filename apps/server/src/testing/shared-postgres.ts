import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase } from "#platform/db/database.ts";
import { MIGRATIONS, migrate } from "#platform/db/migrate.ts";
import { migrateJobs } from "#platform/jobs/worker.ts";
import { createLog } from "#platform/log.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { createRunFolder } from "./run-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server with the migrated template database, to which nothing connects. */
    postgresUrl: string;
    /** Where the test files and what they start keep temporary files: deleted after the run. */
    runFolder: string;
  }
}

export const TEMPLATE = "template_fieldhouse";

/** Starts one PostgreSQL for all test files. Each clones the template, which takes milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = createRunFolder();
  // For the processes that run the test files: whatever they leave behind is removed with the folder.
  project.config.env = { ...project.config.env, TMPDIR: runFolder };
  const inMemory = hasMemory() ? createRunFolder(MEMORY) : null;
  const dataDir = mkdtempSync(path.join(inMemory ?? runFolder, "fieldhouse-test-"));
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
  const admin = createDatabase(postgres.url, { connections: 2 });
  await admin.pool.query(`create database ${TEMPLATE}`);
  const template = createDatabase(toDatabase(postgres.url, TEMPLATE), { connections: 2 });
  await migrate(template.pool, MIGRATIONS);
  await migrateJobs(template.pool, createLog("silent"));
  await template.close();
  // An open session would prevent clones of the template.
  await admin.pool.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [TEMPLATE]);
  await admin.pool.query(`alter database ${TEMPLATE} with allow_connections false`);
  await admin.close();
  project.provide("postgresUrl", postgres.url);
  project.provide("runFolder", runFolder);
  return async () => {
    await postgres.stop();
    for (const folder of [inMemory, runFolder])
      if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}

const MEMORY = "/dev/shm";
/** A few clones of 15 MB at a time, what the tests add to them, and the log. */
const NEEDED_BYTES = 3 * 1024 ** 3;

/**
 * Whether Linux offers a folder in memory that is large enough. A clone is a thousand files; creating them on a disk
 * takes more CPU time than most tests.
 */
function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > NEEDED_BYTES;
}

export function toDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
