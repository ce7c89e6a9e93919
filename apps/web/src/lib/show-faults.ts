import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError, messageOf } from "./api-error.ts";
import { toast } from "./toast.ts";

/** Shows the server's validation errors under their fields and focuses the first; anything else becomes a toast. */
export function showFaults<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
  error: unknown,
): void {
  const faults = Object.entries(error instanceof ApiError && error.status === 422 ? error.errors : {});
  const unplaced: string[] = [];
  let isFirst = true;
  for (const [name, messages] of faults) {
    const field = fields.find((one) => one === name);
    if (field === undefined) {
      unplaced.push(...messages);
      continue;
    }
    setError(field, { message: messages.join(" ") }, { shouldFocus: isFirst });
    isFirst = false;
  }
  if (faults.length === 0) unplaced.push(messageOf(error));
  for (const message of unplaced) toast.error(message);
}
