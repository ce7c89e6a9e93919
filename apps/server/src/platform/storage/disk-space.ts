import { statfs } from "node:fs/promises";
import path from "node:path";
import { UPLOAD_MESSAGES } from "@app/contract/uploads";
import type { Config } from "#src/config.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";

/** Where files go. */
type Store = { freeBytes(): Promise<number | null> };

/** Free bytes on the file system that a folder is on, or will be on once it is there. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch((error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || folder === path.dirname(folder)) throw error;
    return statfs(path.dirname(folder));
  });
  return bavail * bsize;
}

/**
 * The database, the log and the worker need room too: nobody's file is taken once the free disk would go below the
 * floor of the configuration. A bucket has no end.
 * @throws AppError `storage_full` one of the stores has less than `bytes` and the floor
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
 * Makes sure of space for a body before it is read, together with all bodies that this process reads at that moment.
 * @returns to be called with the length of a body; what that returns, when the body has been read
 */
export function createDiskReservations(
  deps: Pick<Deps, "config" | "uploads" | "storage">,
): (bytes: number) => Promise<() => void> {
  let reservedBytes = 0;
  return async (bytes) => {
    // Before anything is waited for: of two who come at once the second sees the first.
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
