import { CONFIRMED_MINUTES } from "@app/contract/account-safety";
import { MESSAGES } from "@app/contract/errors";
import { PASSWORDS_DIFFER, SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { renderPasswordChangedEmail } from "#modules/identity/links/links.presenter.ts";
import { expireLinks, selectOpenLink, useLink } from "#modules/identity/links/links.sql.ts";
import { askForLink } from "#modules/identity/links/request-link.service.ts";
import { beginAttempt } from "#modules/identity/sessions/attempts.service.ts";
import { markConfirmed, removeDeviceRows, selectIsConfirmed } from "#modules/identity/sessions/devices.sql.ts";
import { deleteSignUpSession } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import { hashPassword, isPassword } from "#platform/crypto/passwords.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { Member } from "#platform/viewer.ts";
import { type AccountRow, selectAccount, updatePassword } from "./accounts.sql.ts";
import { isCommonPassword } from "./password.policy.ts";

type PasswordDeps = Pick<Deps, "sql" | "secrets" | "config" | "now">;
type NewPassword = { password: string; password_confirmation: string };

/** The same answer and the same work for a known and an unknown account. */
export function forgotPassword(deps: PasswordDeps, name: string): Promise<void> {
  return askForLink(deps, "reset", name);
}

/** @throws AppError `invalid_input` on the fields; `gone` the link was used, has expired, or never was */
export async function resetPassword(deps: PasswordDeps, token: string, chosen: NewPassword): Promise<void> {
  const tokenHash = hashToken(token);
  // A made-up token costs no hash; two who use the same link at once are told apart below.
  if (!(await selectOpenLink(deps.sql, tokenHash, "reset"))) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
  await requireGoodPassword(chosen);
  const passwordHash = await hashPassword(chosen.password);
  await inTransaction(deps.sql, async (tx) => {
    const link = await useLink(tx, tokenHash, "reset");
    const account = link && (await selectAccount(tx, link.account_id));
    if (!account) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
    await setPassword(deps, tx, account, passwordHash, null);
  });
}

/** @throws AppError `invalid_input` on the fields; `too_many_requests` after wrong tries */
export async function changePassword(
  deps: PasswordDeps,
  member: Member,
  currentPassword: string,
  chosen: NewPassword,
): Promise<void> {
  // First what costs no hash.
  await requireGoodPassword(chosen);
  await requireOwnPassword(deps, member, "current_password", currentPassword);
  const passwordHash = await hashPassword(chosen.password);
  await inTransaction(deps.sql, async (tx) => {
    const account = await selectAccount(tx, member.accountId);
    if (account) await setPassword(deps, tx, account, passwordHash, member.deviceRowId);
  });
}

/** @param keptDevice the device whose session goes on, null for none */
async function setPassword(
  deps: PasswordDeps,
  tx: Sql,
  account: { id: string; email: string; username: string },
  passwordHash: string,
  keptDevice: string | null,
): Promise<void> {
  await updatePassword(tx, account.id, passwordHash);
  // Nor does an address, or a sign-up, that somebody with the old password had begun.
  for (const purpose of ["reset", "change-email", "sign-in"] as const) await expireLinks(tx, account.id, purpose);
  await deleteSignUpSession(tx, account.id);
  await removeDeviceRows(tx, account.id, keptDevice);
  await sendEmail(deps, tx, renderPasswordChangedEmail(account));
}

/** @throws AppError `invalid_input` on the fields: two that differ, or one that is too common */
export async function requireGoodPassword({ password, password_confirmation }: NewPassword): Promise<void> {
  if (password !== password_confirmation) throw fieldError("password_confirmation", PASSWORDS_DIFFER);
  if (await isCommonPassword(password)) throw fieldError("password", SIGN_UP_MESSAGES.commonPassword);
}

/**
 * Asks a signed-in person for their password again. Wrong tries are counted as at sign-in: a device
 * that was left open is no place to guess it.
 * @throws AppError `invalid_input` on `field`; `too_many_requests`
 */
export async function requireOwnPassword(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  member: Member,
  field: string,
  password: string,
): Promise<void> {
  const account = await selectAccount(deps.sql, member.accountId);
  await requirePasswordOf(deps, account ?? { id: member.accountId, password_hash: null }, field, password);
}

/**
 * The password of an account, from somebody who is not signed in to it. Wrong attempts are counted as above.
 * @throws AppError `invalid_input` on `field`; `too_many_requests`
 */
export async function requirePasswordOf(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  account: Pick<AccountRow, "id"> & { password_hash: string | null },
  field: string,
  password: string,
): Promise<void> {
  const attempt = await beginAttempt(deps, "password-tries", account.id);
  if (!(await attempt.check(() => isPassword(password, account.password_hash))))
    throw fieldError(field, SIGN_UP_MESSAGES.wrongPassword);
}

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
