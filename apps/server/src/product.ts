import { mkdirSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { openSecrets } from "#platform/crypto/secrets.ts";
import { openDatabase } from "#platform/db/database.ts";
import { migrate } from "#platform/db/migrate.ts";
import type { Deps } from "#platform/deps.ts";
import { migrateJobs, releaseOrphanedJobs, startWorker } from "#platform/jobs/worker.ts";
import type { Log } from "#platform/log.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { openUploadStore } from "#platform/upload-store.ts";
import { openApp } from "./app.ts";
import type { Config } from "./config.ts";
import { allJobs } from "./jobs.ts";

export const MIGRATIONS = path.resolve(import.meta.dirname, "migrations");

export type Product = { stop(): Promise<void> };

/**
 * Starts what the role asks for. With an embedded database it is one machine: the worker may take
 * over what a killed one held.
 */
export async function startProduct(config: Config, log: Log): Promise<Product> {
  const closers: (() => Promise<unknown>)[] = [];
  async function stop(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close();
  }
  try {
    mkdirSync(config.dataDir, { recursive: true });
    const embedded = config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: path.resolve(config.dataDir) }) : null;
    if (embedded) closers.push(() => embedded.stop());
    const database = openDatabase(config.databaseUrl ?? embedded?.url ?? "", { connections: config.databaseConnections });
    closers.push(() => database.close());
    await migrate(database.pool, MIGRATIONS);
    await migrateJobs(database.pool, log);

    const deps: Deps = {
      config,
      log,
      sql: database.sql,
      pool: database.pool,
      secrets: openSecrets(config.secretKeys),
      storage: openStorage({ dataDir: config.dataDir, s3: config.s3 }),
      uploads: openUploadStore(config),
      now: () => new Date(),
    };
    if (config.role !== "worker") closers.push(await startWeb(deps));
    if (config.role !== "web") closers.push(await startWork(deps, embedded !== null));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWeb(deps: Deps): Promise<() => Promise<void>> {
  const app: FastifyInstance = await openApp(deps);
  await app.listen({ host: deps.config.host, port: deps.config.port });
  return () => app.close();
}

async function startWork(deps: Deps, isAlone: boolean): Promise<() => Promise<void>> {
  if (isAlone) await releaseOrphanedJobs(deps.pool);
  const runner = await startWorker(deps, allJobs, { concurrency: 2 });
  return () => runner.stop();
}
