import { CONFIRMED_MINUTES } from "@app/contract/account-security";
import { MESSAGES } from "@app/contract/errors";
import { PASSWORDS_DIFFER, SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { renderPasswordChangedEmail } from "#modules/identity/links/links.presenter.ts";
import { requestLink } from "#modules/identity/links/links.service.ts";
import { consumeLink, expireLinks, selectUsableLink } from "#modules/identity/links/links.sql.ts";
import { beginAttempt } from "#modules/identity/sessions/attempts.service.ts";
import { markConfirmed, revokeDevices, selectIsConfirmed } from "#modules/identity/sessions/devices.sql.ts";
import { deleteSignUpSession } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import { hashPassword, verifyPassword } from "#platform/crypto/passwords.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { Member } from "#platform/viewer.ts";
import { type AccountRow, selectAccount, updatePassword } from "./accounts.sql.ts";
import { isCommonPassword } from "./password.policy.ts";

type PasswordDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;
type AttemptDeps = Pick<Deps, "sql" | "secrets" | "now">;
type NewPassword = { password: string; password_confirmation: string };

/** The reply and the work are the same whether or not the account exists. */
export function forgotPassword(deps: PasswordDeps, name: string): Promise<void> {
  return requestLink(deps, "reset", name);
}

/** @throws AppError `invalid_input` on the fields; `gone` if the link was used, has expired or never existed */
export async function resetPassword(deps: PasswordDeps, token: string, chosen: NewPassword): Promise<void> {
  const tokenHash = hashToken(token);
  // Checked first, so that a made-up token costs no password hash. The link is only consumed below.
  if (!(await selectUsableLink(deps.sql, tokenHash, "reset"))) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
  await requireGoodPassword(chosen);
  const passwordHash = await hashPassword(chosen.password);
  await inTransaction(deps.sql, async (tx) => {
    const link = await consumeLink(tx, tokenHash, "reset");
    const account = link && (await selectAccount(tx, link.account_id));
    if (!account) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
    await setPassword(deps, tx, account, { passwordHash, exceptDeviceId: null });
  });
}

/** @throws AppError `invalid_input` on the fields; `too_many_requests` after failed attempts */
export async function changePassword(
  deps: PasswordDeps,
  member: Member,
  currentPassword: string,
  chosen: NewPassword,
): Promise<void> {
  // The checks that need no password hash come first.
  await requireGoodPassword(chosen);
  await requireOwnPassword(deps, member, "current_password", currentPassword);
  const passwordHash = await hashPassword(chosen.password);
  await inTransaction(deps.sql, async (tx) => {
    const account = await selectAccount(tx, member.accountId);
    if (account) await setPassword(deps, tx, account, { passwordHash, exceptDeviceId: member.deviceRowId });
  });
}

/** @param change.exceptDeviceId the one device that stays signed in; null for none */
async function setPassword(
  deps: PasswordDeps,
  tx: Tx,
  account: { id: string; email: string; username: string },
  change: { passwordHash: string; exceptDeviceId: string | null },
): Promise<void> {
  await updatePassword(tx, account.id, change.passwordHash);
  // Whoever knew the old password may have begun an email change or a sign-up: those end as well.
  for (const purpose of ["reset", "change-email", "sign-in"] as const) await expireLinks(tx, account.id, purpose);
  await deleteSignUpSession(tx, account.id);
  await revokeDevices(tx, account.id, change.exceptDeviceId);
  await sendEmail(deps, tx, renderPasswordChangedEmail(account));
  const changed = { account_id: account.id, change: "password_changed", detail: null } as const;
  await deps.events.publish(tx, "account.security_changed", changed);
}

/** @throws AppError `invalid_input` on the fields if they differ, or the password is too common */
export async function requireGoodPassword({ password, password_confirmation }: NewPassword): Promise<void> {
  if (password !== password_confirmation) throw fieldError("password_confirmation", PASSWORDS_DIFFER);
  if (await isCommonPassword(password)) throw fieldError("password", SIGN_UP_MESSAGES.commonPassword);
}

/**
 * Checks the password of the signed-in person. Failed attempts are counted as at sign-in, so that nobody can guess it on
 * a device that was left open.
 * @throws AppError `invalid_input` on `field`; `too_many_requests`
 */
export async function requireOwnPassword(
  deps: AttemptDeps,
  member: Member,
  field: string,
  password: string,
): Promise<void> {
  const account = await selectAccount(deps.sql, member.accountId);
  await requireAccountPassword(deps, account ?? { id: member.accountId, password_hash: null }, field, password);
}

/**
 * As `requireOwnPassword`, from somebody who is not signed in to the account.
 * @throws AppError `invalid_input` on `field`; `too_many_requests`
 */
export async function requireAccountPassword(
  deps: AttemptDeps,
  account: Pick<AccountRow, "id"> & { password_hash: string | null },
  field: string,
  password: string,
): Promise<void> {
  const attempt = await beginAttempt(deps, "password-attempts", account.id);
  if (!(await attempt.check(() => verifyPassword(password, account.password_hash))))
    throw fieldError(field, SIGN_UP_MESSAGES.wrongPassword);
}

/**
 * Confirms the password on this device, for `CONFIRMED_MINUTES`.
 * @throws AppError `invalid_input` on `password`; `too_many_requests` after failed attempts
 */
export async function confirmPassword(
  deps: AttemptDeps,
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
 * Protects what cannot be undone from somebody who finds a device signed in.
 * @throws AppError `confirm_password`
 */
export async function requireConfirmed(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  if (await isConfirmed(deps, member)) return;
  throw new AppError("confirm_password", MESSAGES.confirmPassword);
}
