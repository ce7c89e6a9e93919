import { ApiError, messageOf } from "./api-error.ts";
import { toast } from "./toast.ts";

/** Whether the same request may succeed later. */
export function mayRetry(error: unknown): boolean {
  return !(error instanceof ApiError) || !["gone", "not_found", "not_allowed", "invalid_input"].includes(error.kind);
}

/** What was deleted would be lost with the message that offered to undo it, so this one offers it again. */
export function showFailedUndo(error: unknown, undo: () => void): void {
  toast.error(messageOf(error), mayRetry(error) ? { label: "Retry", run: undo } : undefined);
}
