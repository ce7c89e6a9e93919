import type { DataStore } from "@tus/server";

/** Files that are being uploaded: tus writes them, and the worker reads them once they are complete. */
export type Uploads = {
  tus: DataStore;
  /** @returns the number of received bytes; null: not found */
  offsetOf(id: string): Promise<number | null>;
  /** Places the complete upload at `target`, where it must not be written to. @returns false: not found */
  copyTo(id: string, target: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Free disk space; null: unknown. */
  freeBytes(): Promise<number | null>;
};

/** @returns the number of received bytes; null: not found */
export async function offsetOf(tus: DataStore, id: string): Promise<number | null> {
  const upload = await tus.getUpload(id).catch(ignoreMissing);
  return upload?.offset ?? null;
}

export async function ignoreMissing(error: unknown): Promise<null> {
  const { ERRORS } = await import("@tus/server");
  const status = typeof error === "object" && error !== null && "status_code" in error ? error.status_code : 0;
  if (status === ERRORS.FILE_NOT_FOUND.status_code || status === ERRORS.FILE_NO_LONGER_EXISTS.status_code) return null;
  throw error;
}
