import { ApiError, messageOf } from "./api-error.ts";
import { toast } from "./toast.ts";

/** Whether the same request may succeed later. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || !["gone", "not_found", "not_allowed", "invalid_input"].includes(error.kind);
}

/** Offers the undo again: the message that offered it first is gone, and what was deleted would be lost. */
export function showFailedUndo(error: unknown, undo: () => void): void {
  toast.error(messageOf(error), isRetryable(error) ? { label: "Retry", run: undo } : undefined);
}
