import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Settings } from "../settings.ts";
import { closingAfter } from "./open-things.ts";
import { type Role, type Running, startProduct } from "./start.ts";

/** Gives `work` a temporary folder. */
export function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-bench-"));
  // In a folder that only root may enter, the product would put its database elsewhere, where nothing deletes it.
  chmodSync(folder, 0o755);
  return closingAfter(
    // On a busy machine the database may still be writing to it.
    () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 }),
    () => work(folder),
  );
}

/** Gives `work` a product on `dataDir`, and stops it afterwards. */
export async function withProductOn<T>(
  settings: Settings,
  dataDir: string,
  role: Role,
  work: (product: Running) => Promise<T>,
): Promise<T> {
  const product = await startProduct(settings, dataDir, role);
  return closingAfter(product.stop, () => work(product));
}

/** The same on an empty folder. */
export function withProduct<T>(settings: Settings, role: Role, work: (product: Running) => Promise<T>): Promise<T> {
  return withFolder((folder) => withProductOn(settings, folder, role, work));
}
