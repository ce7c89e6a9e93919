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

/** Runs `work` on the database of a product in another process, without access to its files. */
export async function withOutsideDeps<T>(database: Database, work: (deps: Deps) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-outside-"));
  const environment = { NODE_ENV: "test", DATA_DIR: dataDir, DEMO: "0" };
  folders.push(dataDir);
  const config = readConfig(environment, () => SECRET);
  return work(await toDeps(config, createLog("silent"), database));
}
