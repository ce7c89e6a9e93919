import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Database } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { createLog } from "#platform/log.ts";
import { readConfig } from "#src/config.ts";
import { toDeps } from "#src/product.ts";

/** Deleted at the end of the process, because an upload store creates its folder late. */
const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const SECRET = "a secret of thirty-two characters for tests";

/** One for each database: each set of metrics listens to the pool. */
const known = new WeakMap<Database, Promise<Deps>>();

/** Runs `work` on the database of a product in another process, without access to its files. */
export async function withOutsideDeps<T>(database: Database, work: (deps: Deps) => Promise<T>): Promise<T> {
  const deps = known.get(database) ?? createOutsideDeps(database);
  known.set(database, deps);
  return work(await deps);
}

function createOutsideDeps(database: Database): Promise<Deps> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-outside-"));
  const environment = { NODE_ENV: "test", DATA_DIR: dataDir, DEMO: "0" };
  folders.push(dataDir);
  const config = readConfig(environment, () => SECRET);
  return toDeps(config, createLog("silent"), database);
}
