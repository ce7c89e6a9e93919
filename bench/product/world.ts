import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import type { Settings } from "../settings.ts";
import { closingAfter } from "./open-things.ts";
import type { Running } from "./start.ts";
import { withFolder, withProductOn } from "./with-product.ts";

type World = {
  /** Names the folder of a saved world by its kind and size. */
  name: string;
  fill: (database: Database) => Promise<void>;
};

/** A marker beside the product's own files, written once the world is complete. */
const FILLED = "filled";

/**
 * Gives `work` a product, without its worker, on a world of many items. Filling a million takes a quarter of an hour;
 * with `--worlds` that happens once, and the next run finds the world as the previous one left it.
 */
export async function withWorld<T>(
  settings: Settings,
  { name, fill }: World,
  work: (product: Running, database: Database) => Promise<T>,
): Promise<T> {
  const { worldsFolder } = settings;
  if (worldsFolder === null) return withFolder(fillAndWork);
  const folder = path.join(worldsFolder, name);
  if (!existsSync(path.join(folder, FILLED))) await rm(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // As in `withFolder`: the database's user must be able to enter it.
  for (const each of [worldsFolder, folder]) chmodSync(each, 0o755);
  return fillAndWork(folder);

  function fillAndWork(dataDir: string): Promise<T> {
    return withProductOn(settings, dataDir, "web", (product) => {
      const database = createDatabase(product.databaseUrl, { connections: 2 });
      return closingAfter(database.close, async () => {
        const mark = path.join(dataDir, FILLED);
        if (!existsSync(mark)) {
          await fill(database);
          writeFileSync(mark, "");
        }
        return work(product, database);
      });
    });
  }
}
