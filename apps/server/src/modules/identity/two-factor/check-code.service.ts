import { beginAttempt } from "#modules/identity/sessions/attempts.service.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { toPlainCode } from "./recovery-codes.policy.ts";
import { stepOf } from "./totp.policy.ts";
import { renderRecoveryCodeUsedEmail } from "./two-factor.presenter.ts";
import {
  replaceSecret,
  selectEncryptedSecrets,
  selectTwoFactor,
  type TwoFactorRow,
  takeRecoveryCode,
  takeStep,
} from "./two-factor.sql.ts";

/** Recovery codes are not among them: of a code only its hash is kept, and that stays with the key that made it. */
export const encryptedSecrets: EncryptedColumn = {
  name: "two_factor.encrypted_secret",
  purposeOf: () => SECRET_PURPOSE,
  select: selectEncryptedSecrets,
  replace: replaceSecret,
};

type CheckDeps = Pick<Deps, "sql" | "secrets" | "now">;

export const SECRET_PURPOSE = "two-factor-secret";
const CODE_PURPOSE = "recovery-code";

/**
 * Uses a code up: of the app, which counts once, or a recovery code, which tells its owner.
 * Guesses are counted for the account, from wherever they come: they are made by somebody who knows the password.
 * @returns whether it was one
 * @throws AppError `too_many_requests`
 */
export async function takeCode(deps: CheckDeps, accountId: string, typed: string): Promise<boolean> {
  const guess = await beginAttempt(deps, "two-factor-tries", accountId);
  const row = await selectTwoFactor(deps.sql, accountId);
  return guess.check(async () => (row?.enabled_at ? isUsable(deps, row, typed) : false));
}

async function isUsable(deps: CheckDeps, row: TwoFactorRow, typed: string): Promise<boolean> {
  const digits = typed.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(digits) && row.encrypted_secret) {
    const step = stepOf(deps.secrets.decrypt(SECRET_PURPOSE, row.encrypted_secret), digits, deps.now());
    return step !== null && (await takeStep(deps.sql, row.id, step));
  }
  // A code stays good while the key is there under which it was kept.
  const hashes = deps.secrets.keyedHashes(CODE_PURPOSE, toHashed(row.id, typed));
  return inTransaction(deps.sql, async (tx) => {
    const left = await takeRecoveryCode(tx, row.id, hashes);
    if (left !== null) await sendEmail(deps, tx, renderRecoveryCodeUsedEmail(row, left));
    return left !== null;
  });
}

export function hashRecoveryCode(deps: Pick<Deps, "secrets">, accountId: string, typed: string): Buffer {
  return deps.secrets.keyedHash(CODE_PURPOSE, toHashed(accountId, typed));
}

function toHashed(accountId: string, typed: string): string {
  return `${accountId} ${toPlainCode(typed)}`;
}
