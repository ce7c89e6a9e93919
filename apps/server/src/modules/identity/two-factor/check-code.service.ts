import { beginAttempt } from "#modules/identity/sessions/attempts.service.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { normalizeCode } from "./recovery-codes.policy.ts";
import { timeStepOf } from "./totp.policy.ts";
import { renderRecoveryCodeUsedEmail } from "./two-factor.presenter.ts";
import {
  consumeRecoveryCode,
  consumeStep,
  replaceSecret,
  selectEncryptedSecrets,
  selectTwoFactor,
  type TwoFactorRow,
} from "./two-factor.sql.ts";

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
  const attempt = await beginAttempt(deps, "two-factor-tries", accountId);
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
