import { RECOVERY_CODES, SECURITY_MESSAGES, type TwoFactorState } from "@app/contract/account-security";
import type { SECURITY_CHANGES } from "@app/contract/events";
import { requireConfirmed } from "#modules/identity/accounts/passwords.service.ts";
import { beginAttempt } from "#modules/identity/sessions/attempts.service.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import type { Member } from "#platform/viewer.ts";
import { newRecoveryCode, newSecret, normalizeCode, timeStepOf, toOtpauthUrl } from "./two-factor.policy.ts";
import {
  renderNewRecoveryCodesEmail,
  renderRecoveryCodeUsedEmail,
  renderTwoFactorOffEmail,
  renderTwoFactorOnEmail,
} from "./two-factor.presenter.ts";
import {
  consumeRecoveryCode,
  consumeStep,
  deleteTwoFactor,
  markEnabled,
  replaceRecoveryCodes,
  replaceSecret,
  selectEncryptedSecrets,
  selectTwoFactor,
  type TwoFactorRow,
  writeSecret,
} from "./two-factor.sql.ts";

type TwoFactorDeps = Pick<Deps, "sql" | "secrets" | "now" | "events">;

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

/** @throws AppError `confirm_password`; `conflict` if it is already on */
export async function beginTwoFactor(
  deps: TwoFactorDeps,
  member: Member,
): Promise<{ secret: string; otpauth_url: string }> {
  await requireConfirmed(deps, member);
  const row = await requireRow(deps.sql, member.accountId);
  const secret = newSecret();
  const isWritten = await writeSecret(deps.sql, row.id, deps.secrets.encrypt(SECRET_PURPOSE, secret));
  if (!isWritten) throw new AppError("conflict", SECURITY_MESSAGES.alreadyOn);
  return { secret, otpauth_url: toOtpauthUrl(secret, row.username) };
}

/** @throws AppError `conflict` if it was not begun, or is already on; `invalid_input` on `code`; `too_many_requests` */
export async function enableTwoFactor(
  deps: TwoFactorDeps,
  member: Member,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const row = await requireRow(deps.sql, member.accountId);
  if (row.enabled_at) throw new AppError("conflict", SECURITY_MESSAGES.alreadyOn);
  if (!row.encrypted_secret) throw new AppError("conflict", SECURITY_MESSAGES.notBegun);
  const attempt = await beginAttempt(deps, "two-factor-attempts", member.accountId);
  const secret = deps.secrets.decrypt(SECRET_PURPOSE, row.encrypted_secret);
  const step = timeStepOf(secret, code.replace(/[\s-]/g, ""), deps.now());
  await attempt.check(async () => step !== null);
  if (step === null) throw fieldError("code", SECURITY_MESSAGES.wrongCode);
  return inTransaction(deps.sql, async (tx) => {
    if (!(await markEnabled(tx, row.id, step))) throw new AppError("conflict", SECURITY_MESSAGES.alreadyOn);
    await sendEmail(deps, tx, renderTwoFactorOnEmail(row));
    await publishChange(deps, tx, row.id, "two_factor_on");
    return issueRecoveryCodes(deps, tx, row.id);
  });
}

/** @throws AppError `confirm_password`; `not_allowed` for staff; `conflict` if it is not on; `invalid_input` on `code` */
export async function disableTwoFactor(deps: TwoFactorDeps, member: Member, code: string): Promise<void> {
  await requireConfirmed(deps, member);
  const row = await requireRow(deps.sql, member.accountId);
  if (!row.enabled_at) throw new AppError("conflict", SECURITY_MESSAGES.notOn);
  if (row.staff_role !== null) throw new AppError("not_allowed", SECURITY_MESSAGES.staffNeedIt);
  if (!(await consumeCode(deps, row.id, code))) throw fieldError("code", SECURITY_MESSAGES.wrongCode);
  await inTransaction(deps.sql, async (tx) => {
    await deleteTwoFactor(tx, row.id);
    await sendEmail(deps, tx, renderTwoFactorOffEmail(row));
    await publishChange(deps, tx, row.id, "two_factor_off");
  });
}

/**
 * Requires a code, so that the password alone does not yield recovery codes that bypass the second factor.
 * @throws AppError `confirm_password`; `conflict` if two-factor sign-in is not on; `invalid_input` on `code`;
 * `too_many_requests`
 */
export async function renewRecoveryCodes(
  deps: TwoFactorDeps,
  member: Member,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  await requireConfirmed(deps, member);
  const row = await requireRow(deps.sql, member.accountId);
  if (!row.enabled_at) throw new AppError("conflict", SECURITY_MESSAGES.notOn);
  if (!(await consumeCode(deps, row.id, code))) throw fieldError("code", SECURITY_MESSAGES.wrongCode);
  return inTransaction(deps.sql, async (tx) => {
    await sendEmail(deps, tx, renderNewRecoveryCodesEmail(row));
    await publishChange(deps, tx, row.id, "recovery_codes_renewed");
    return issueRecoveryCodes(deps, tx, row.id);
  });
}

async function issueRecoveryCodes(
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

function publishChange(
  deps: Pick<Deps, "events">,
  tx: Tx,
  accountId: string,
  change: (typeof SECURITY_CHANGES)[number],
): Promise<void> {
  return deps.events.publish(tx, "account.security_changed", { account_id: accountId, change, detail: null });
}

/** For somebody who has lost their app and recovery codes, and has proved to staff who they are. */
export async function resetTwoFactor(
  deps: Pick<Deps, "secrets" | "events">,
  tx: Tx,
  account: { id: string; email: string; username: string },
): Promise<void> {
  await deleteTwoFactor(tx, account.id);
  await sendEmail(deps, tx, renderTwoFactorOffEmail(account));
  await publishChange(deps, tx, account.id, "two_factor_off");
}

type CheckDeps = Pick<Deps, "sql" | "secrets" | "now" | "events">;

export const SECRET_PURPOSE = "two-factor-secret";
const CODE_PURPOSE = "recovery-code";

/** Without the recovery codes, which are only hashed, and keep the key that hashed them. */
export const encryptedTwoFactorSecrets: EncryptedColumn = {
  name: "two_factor.encrypted_secret",
  purposeOf: () => SECRET_PURPOSE,
  select: selectEncryptedSecrets,
  replace: replaceSecret,
};

/**
 * Consumes a code from the authenticator app or a recovery code; the owner is emailed about the latter. Attempts count
 * for the account, wherever they come from: whoever makes them already knows the password.
 * @returns whether the code was valid
 * @throws AppError `too_many_requests`
 */
export async function consumeCode(deps: CheckDeps, accountId: string, typed: string): Promise<boolean> {
  const attempt = await beginAttempt(deps, "two-factor-attempts", accountId);
  const row = await selectTwoFactor(deps.sql, accountId);
  return attempt.check(async () => (row?.enabled_at ? consumeTypedCode(deps, row, typed) : false));
}

async function consumeTypedCode(deps: CheckDeps, row: TwoFactorRow, typed: string): Promise<boolean> {
  const digits = typed.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(digits) && row.encrypted_secret) {
    const step = timeStepOf(deps.secrets.decrypt(SECRET_PURPOSE, row.encrypted_secret), digits, deps.now());
    return step !== null && (await consumeStep(deps.sql, row.id, step));
  }
  // With all keys: the code may have been hashed before the last key rotation.
  const hashes = deps.secrets.keyedHashes(CODE_PURPOSE, toHashInput(row.id, typed));
  return inTransaction(deps.sql, async (tx) => {
    const left = await consumeRecoveryCode(tx, row.id, hashes);
    if (left === null) return false;
    await sendEmail(deps, tx, renderRecoveryCodeUsedEmail(row, left));
    const changed = { account_id: row.id, change: "recovery_code_used", detail: null } as const;
    await deps.events.publish(tx, "account.security_changed", changed);
    return true;
  });
}

export function hashRecoveryCode(deps: Pick<Deps, "secrets">, accountId: string, typed: string): Buffer {
  return deps.secrets.keyedHash(CODE_PURPOSE, toHashInput(accountId, typed));
}

function toHashInput(accountId: string, typed: string): string {
  return `${accountId} ${normalizeCode(typed)}`;
}
