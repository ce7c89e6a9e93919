import type { DataStore } from "@tus/server";

/** Bytes on their way in: what tus writes, and what the worker reads once they are all there. */
export type Uploads = {
  tus: DataStore;
  /** @returns how many bytes have arrived; null when there is no such upload */
  offsetOf(id: string): Promise<number | null>;
  /** Puts the complete bytes at `target`, to be read and not written. @returns false when there is no such upload */
  copyTo(id: string, target: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** What is free where the bytes go; null where nobody can say. */
  freeBytes(): Promise<number | null>;
};

/** @returns how many bytes have arrived; null when there is no such upload */
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
