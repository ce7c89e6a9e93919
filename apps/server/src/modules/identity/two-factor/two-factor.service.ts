import { RECOVERY_CODES, SAFETY_MESSAGES, type TwoFactorState } from "@app/contract/account-safety";
import { requireConfirmed } from "#modules/identity/accounts/passwords.service.ts";
import { beginAttempt } from "#modules/identity/sessions/attempts.service.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { Member } from "#platform/viewer.ts";
import { hashRecoveryCode, SECRET_PURPOSE, takeCode } from "./check-code.service.ts";
import { newRecoveryCode } from "./recovery-codes.policy.ts";
import { newSecret, stepOf, toOtpauthUrl } from "./totp.policy.ts";
import {
  renderNewRecoveryCodesEmail,
  renderTwoFactorOffEmail,
  renderTwoFactorOnEmail,
} from "./two-factor.presenter.ts";
import {
  deleteTwoFactor,
  markEnabled,
  replaceRecoveryCodes,
  selectTwoFactor,
  type TwoFactorRow,
  writeSecret,
} from "./two-factor.sql.ts";

type TwoFactorDeps = Pick<Deps, "sql" | "secrets" | "now">;

async function requireRow(sql: Sql, accountId: string): Promise<TwoFactorRow> {
  const row = await selectTwoFactor(sql, accountId);
  if (!row) throw notFound();
  return row;
}

export async function showTwoFactor(deps: Pick<Deps, "sql">, member: Member): Promise<TwoFactorState> {
  const row = await requireRow(deps.sql, member.accountId);
  return {
    is_enabled: row.enabled_at !== null,
    enabled_at: row.enabled_at?.toISOString() ?? null,
    recovery_codes_left: row.codes_left,
    is_required: row.staff_role !== null,
  };
}

/** @throws AppError `confirm_password`; `conflict` it is on already */
export async function beginTwoFactor(
  deps: TwoFactorDeps,
  member: Member,
): Promise<{ secret: string; otpauth_url: string }> {
  await requireConfirmed(deps, member);
  const row = await requireRow(deps.sql, member.accountId);
  const secret = newSecret();
  const isWritten = await writeSecret(deps.sql, row.id, deps.secrets.encrypt(SECRET_PURPOSE, secret));
  if (!isWritten) throw new AppError("conflict", SAFETY_MESSAGES.alreadyOn);
  return { secret, otpauth_url: toOtpauthUrl(secret, row.username) };
}

/** @throws AppError `conflict` not begun, or on already; `invalid_input` on `code`; `too_many_requests` */
export async function enableTwoFactor(
  deps: TwoFactorDeps,
  member: Member,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const row = await requireRow(deps.sql, member.accountId);
  if (row.enabled_at) throw new AppError("conflict", SAFETY_MESSAGES.alreadyOn);
  if (!row.encrypted_secret) throw new AppError("conflict", SAFETY_MESSAGES.notBegun);
  const guess = await beginAttempt(deps, "two-factor-tries", member.accountId);
  const secret = deps.secrets.decrypt(SECRET_PURPOSE, row.encrypted_secret);
  const step = stepOf(secret, code.replace(/[\s-]/g, ""), deps.now());
  await guess.check(async () => step !== null);
  if (step === null) throw fieldError("code", SAFETY_MESSAGES.wrongCode);
  return inTransaction(deps.sql, async (tx) => {
    if (!(await markEnabled(tx, row.id, step))) throw new AppError("conflict", SAFETY_MESSAGES.alreadyOn);
    await sendEmail(deps, tx, renderTwoFactorOnEmail(row));
    return giveRecoveryCodes(deps, tx, row.id);
  });
}

/** @throws AppError `confirm_password`; `not_allowed` staff; `conflict` it is not on; `invalid_input` on `code` */
export async function disableTwoFactor(deps: TwoFactorDeps, member: Member, code: string): Promise<void> {
  await requireConfirmed(deps, member);
  const row = await requireRow(deps.sql, member.accountId);
  if (!row.enabled_at) throw new AppError("conflict", SAFETY_MESSAGES.notOn);
  if (row.staff_role !== null) throw new AppError("not_allowed", SAFETY_MESSAGES.staffNeedIt);
  if (!(await takeCode(deps, row.id, code))) throw fieldError("code", SAFETY_MESSAGES.wrongCode);
  await inTransaction(deps.sql, async (tx) => {
    await deleteTwoFactor(tx, row.id);
    await sendEmail(deps, tx, renderTwoFactorOffEmail(row));
  });
}

/**
 * For a code: whoever has nothing but the password must not get around the second factor with what is made here.
 * @throws AppError `confirm_password`; `conflict` two-factor sign-in is not on; `invalid_input` on `code`;
 * `too_many_requests`
 */
export async function renewRecoveryCodes(
  deps: TwoFactorDeps,
  member: Member,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  await requireConfirmed(deps, member);
  const row = await requireRow(deps.sql, member.accountId);
  if (!row.enabled_at) throw new AppError("conflict", SAFETY_MESSAGES.notOn);
  if (!(await takeCode(deps, row.id, code))) throw fieldError("code", SAFETY_MESSAGES.wrongCode);
  return inTransaction(deps.sql, async (tx) => {
    await sendEmail(deps, tx, renderNewRecoveryCodesEmail(row));
    return giveRecoveryCodes(deps, tx, row.id);
  });
}

async function giveRecoveryCodes(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  accountId: string,
): Promise<{ recovery_codes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => hashRecoveryCode(deps, accountId, code)),
  );
  return { recovery_codes: codes };
}

/** For whoever has lost app and recovery codes, and has proved to somebody at the server who they are. */
export async function resetTwoFactor(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  account: { id: string; email: string; username: string },
): Promise<void> {
  await deleteTwoFactor(tx, account.id);
  await sendEmail(deps, tx, renderTwoFactorOffEmail(account));
}
