import { CONFIRMED_MINUTES } from "@app/contract/account-safety";
import { MESSAGES } from "@app/contract/errors";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { markConfirmed, selectIsConfirmed } from "./confirm.sql.ts";
import { requireOwnPassword } from "./password.service.ts";

/**
 * Holds for this device and `CONFIRMED_MINUTES`.
 * @throws AppError `invalid_input` on `password`; `too_many_requests` after wrong tries
 */
export async function confirmPassword(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  member: Member,
  password: string,
): Promise<{ confirmed_until: string }> {
  await requireOwnPassword(deps, member, "password", password);
  const confirmedAt = await markConfirmed(deps.sql, member.deviceRowId);
  return { confirmed_until: new Date(confirmedAt.getTime() + CONFIRMED_MINUTES * 60_000).toISOString() };
}

/** Whether the password was confirmed on this device within `CONFIRMED_MINUTES`. */
export function isConfirmed(deps: Pick<Deps, "sql">, member: Member): Promise<boolean> {
  return selectIsConfirmed(deps.sql, member.deviceRowId, CONFIRMED_MINUTES);
}

/**
 * For what cannot be undone by somebody who found a device open.
 * @throws AppError `confirm_password`
 */
export async function requireConfirmed(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  if (await isConfirmed(deps, member)) return;
  throw new AppError("confirm_password", MESSAGES.confirmPassword);
}
