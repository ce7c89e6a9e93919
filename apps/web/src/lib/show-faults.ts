import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError, messageOf } from "./api-error.ts";
import { toast } from "./toast.ts";

/** What the server found wrong stands under its field, and the first one gets the focus; all else is a toast. */
export function showFaults<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
  error: unknown,
): void {
  const faults = Object.entries(error instanceof ApiError && error.status === 422 ? error.errors : {});
  const homeless: string[] = [];
  let isFirst = true;
  for (const [name, messages] of faults) {
    const field = fields.find((one) => one === name);
    if (field === undefined) {
      homeless.push(...messages);
      continue;
    }
    setError(field, { message: messages.join(" ") }, { shouldFocus: isFirst });
    isFirst = false;
  }
  if (faults.length === 0) homeless.push(messageOf(error));
  for (const message of homeless) toast.error(message);
}
