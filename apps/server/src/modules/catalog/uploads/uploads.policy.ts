import type { UploadRow } from "./uploads.sql.ts";

const UNUSABLE = "This file cannot be used.";

/** @returns why a complete upload cannot be published, in words for its owner; null if no reason is known */
export function findFault(row: UploadRow): string | null {
  if (row.is_valid === false) return row.validation_error ?? UNUSABLE;
  return row.processing === "failed" ? (row.fault ?? UNUSABLE) : null;
}

/** Whether a file that was to replace another one never will. */
export function hasFailed(replacement: UploadRow): boolean {
  return findFault(replacement) !== null || (replacement.is_valid === true && replacement.processing === null);
}
