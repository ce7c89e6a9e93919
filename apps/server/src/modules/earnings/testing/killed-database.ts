import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase, type Database } from "#platform/db/database.ts";
import { MIGRATIONS, migrate } from "#platform/db/migrate.ts";
import type { Deps } from "#platform/deps.ts";
import { migrateJobs } from "#platform/jobs/worker.ts";
import { createLog } from "#platform/log.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { withOutsideDeps } from "#testing/outside-deps.ts";

const CONNECTIONS = 8;

type Running = { server: EmbeddedPostgres; database: Database; deps: Deps };

export type KillableDatabase = {
  /** Of the server that runs now. */
  deps(): Deps;
  /** `kill -9` of the server with everything that it started; then it starts again where it was. */
  killAndStart(): Promise<void>;
  dispose(): Promise<void>;
};

/**
 * A database server of its own. What it committed survives `kill -9`, because the operating system has it; only a power
 * failure could lose it, so it does not wait for the disk.
 */
export async function startKillableDatabase(): Promise<KillableDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-killed-"));
  chmodSync(dataDir, 0o755);
  let running = await start(dataDir);
  await running.database.pool.query("alter system set fsync = off");
  await running.database.pool.query("select pg_reload_conf()");
  await migrate(running.database.pool, MIGRATIONS);
  await migrateJobs(running.database.pool, createLog("silent"));
  return {
    deps: () => running.deps,
    async killAndStart() {
      const pid = Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
      // It leads a process group of its own.
      process.kill(-pid, "SIGKILL");
      const { server, database } = running;
      await server.stop();
      running = await start(dataDir);
      void database.close();
    },
    async dispose() {
      await running.database.close();
      await running.server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(dataDir: string): Promise<Running> {
  const server = await startEmbeddedPostgres({ dataDir });
  const database = createDatabase(server.url, { connections: CONNECTIONS });
  return { server, database, deps: await withOutsideDeps(database, async (deps) => deps) };
}
