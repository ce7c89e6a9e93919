import type { UseFormSetError } from "react-hook-form";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { type CardValues, toCardField } from "./card-values.ts";

/** A card that was refused says so at its number; all that was typed stays. */
export function showCardFaults(setError: UseFormSetError<CardValues>, error: unknown): void {
  const faults = error instanceof ApiError ? Object.entries(error.errors) : [];
  if (error instanceof ApiError && error.kind === "payment_required" && faults.length === 0) {
    setError("number", { message: error.message }, { shouldFocus: true });
    return;
  }
  if (faults.length === 0) {
    toast.error(messageOf(error));
    return;
  }
  for (const [index, [name, messages]] of faults.entries()) {
    setError(toCardField(name), { message: messages.join(" ") }, { shouldFocus: index === 0 });
  }
}
