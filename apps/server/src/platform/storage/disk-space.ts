import { statfs } from "node:fs/promises";
import path from "node:path";
import { UPLOAD_MESSAGES } from "@app/contract/uploads";
import type { Config } from "#src/config.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";

/** A store that files are written to. */
type Store = { freeBytes(): Promise<number | null> };

/** Free bytes on a folder's file system. The folder need not exist yet. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch((error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || folder === path.dirname(folder)) throw error;
    return statfs(path.dirname(folder));
  });
  return bavail * bsize;
}

/**
 * Refuses files that would leave less than the configured free space, which the database, the log and the worker need. S3
 * has no limit.
 * @throws AppError `storage_full`
 */
export async function requireDiskSpace(
  { diskFloorBytes }: Pick<Config, "diskFloorBytes">,
  stores: readonly Store[],
  bytes = 0,
): Promise<void> {
  for (const store of stores) {
    const free = await store.freeBytes();
    if (free !== null && free - bytes < diskFloorBytes) throw new AppError("storage_full", UPLOAD_MESSAGES.diskFull);
  }
}

/**
 * Reserves disk space for request bodies before they are read, so that concurrent ones cannot fill the disk together.
 * @returns reserves a body's length, and returns a function that releases it
 */
export function createDiskReservations(
  deps: Pick<Deps, "config" | "uploads" | "storage">,
): (bytes: number) => Promise<() => void> {
  let reservedBytes = 0;
  return async (bytes) => {
    // Reserve before awaiting, so that a concurrent request sees it.
    reservedBytes += bytes;
    const release = () => {
      reservedBytes -= bytes;
    };
    try {
      await requireDiskSpace(deps.config, [deps.uploads, deps.storage], reservedBytes);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  };
}
