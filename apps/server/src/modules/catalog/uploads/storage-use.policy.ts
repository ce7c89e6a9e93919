import type { Plan } from "@app/contract/accounts";
import { STORAGE_LIMITS, type StorageUse, UPLOAD_MESSAGES } from "@app/contract/uploads";
import type { UsedBytes } from "./uploads.sql.ts";

/**
 * Deleted items have a limit of their own: otherwise nobody with full storage could make room by deleting, and without
 * any limit people could fill the disk by uploading and deleting. In total, an account may use twice its plan's space.
 */
const WITH_DELETED_FACTOR = 2;

/** @returns the message why a file of this size may not be uploaded; null if it may */
export function findSpaceFault(plan: Plan, used: UsedBytes, sizeBytes: number): string | null {
  const { totalBytes, openBytes } = STORAGE_LIMITS[plan];
  const wanted = used.open + used.kept + sizeBytes;
  if (wanted > totalBytes) return UPLOAD_MESSAGES.full;
  if (used.open + sizeBytes > openBytes) return UPLOAD_MESSAGES.tooMuchOpen;
  return wanted + used.deleted > WITH_DELETED_FACTOR * totalBytes ? UPLOAD_MESSAGES.fullOfDeleted : null;
}

export function toStorageUse(plan: Plan, used: UsedBytes): StorageUse {
  const { totalBytes, openBytes } = STORAGE_LIMITS[plan];
  return {
    open_bytes: used.open,
    open_limit_bytes: openBytes,
    kept_bytes: used.kept,
    limit_bytes: totalBytes,
    deleted_bytes: used.deleted,
  };
}
