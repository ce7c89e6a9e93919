import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Database } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { openLog } from "#platform/log.ts";
import { readConfig } from "#src/config.ts";
import { toDeps } from "#src/product.ts";

/** Removed at the end of the process: an upload store still makes its folder after it was opened. */
const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const SECRET = "a secret of thirty-two characters for tests";

/** Does `work` with the database of a product that runs in another process; that one's files are out of reach. */
export async function withOutsideDeps<T>(database: Database, work: (deps: Deps) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-outside-"));
  const environment = { NODE_ENV: "test", DATA_DIR: dataDir, DEMO: "0" };
  folders.push(dataDir);
  const config = readConfig(environment, () => SECRET);
  return work(await toDeps(config, openLog("silent"), database));
}
