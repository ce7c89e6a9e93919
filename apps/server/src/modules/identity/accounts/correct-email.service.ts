import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { CORRECTIONS_PER_DAY, type SignUpState } from "@app/contract/verification";
import { inTransaction, type Sql, violates } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { updateUnverifiedEmail } from "./accounts.sql.ts";
import { requireDailyLimit } from "./attempts.service.ts";
import { mailLink } from "./links.service.ts";
import { expireLinks, LINK_PURPOSES, selectPendingLink } from "./links.sql.ts";
import { emailKey } from "./names.policy.ts";
import { type AccountRow, selectAccount } from "./session.sql.ts";
import { requireFreeEmail } from "./taken-names.service.ts";

/** Where the sign-up of this browser stands. @param accountId null where it began none */
export async function readSignUp(deps: Pick<Deps, "sql">, accountId: string | null): Promise<SignUpState | null> {
  const account = accountId && (await selectAccount(deps.sql, accountId));
  return account ? toState(deps.sql, account) : null;
}

/**
 * Corrects the address of a sign-up until it is verified, paid or not. Links and codes sent to the old address die.
 * @param to.address the connection's
 * @throws AppError `gone` no sign-up here; `conflict` it is verified; `invalid_input` on `email`; `too_many_requests`
 */
export async function correctEmail(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  accountId: string | null,
  to: { email: string; address: string },
): Promise<SignUpState> {
  const { email } = to;
  const account = accountId && (await selectAccount(deps.sql, accountId));
  if (!account) throw new AppError("gone", SIGN_UP_MESSAGES.noSignUp);
  if (emailKey(account.email) === emailKey(email)) throw fieldError("email", SIGN_UP_MESSAGES.sameEmail);
  await requireDailyLimit(deps, "correct-email", account.id, {
    max: CORRECTIONS_PER_DAY,
    sentence: "You have changed the address too often today. Please try again tomorrow.",
  });
  await requireFreeEmail(deps, email, to.address);
  try {
    return await inTransaction(deps.sql, async (tx) => {
      const isChanged = await updateUnverifiedEmail(tx, account.id, { email, emailKey: emailKey(email) });
      if (!isChanged) throw new AppError("conflict", SIGN_UP_MESSAGES.alreadyVerified);
      for (const purpose of LINK_PURPOSES) await expireLinks(tx, account.id, purpose);
      await mailLink(deps, tx, account, { purpose: "verify", email });
      return toState(tx, { ...account, email, email_disowned_at: null });
    });
  } catch (error) {
    if (violates(error, "accounts_email_key_key")) throw fieldError("email", SIGN_UP_MESSAGES.emailTaken);
    throw error;
  }
}

async function toState(
  sql: Sql,
  account: Pick<AccountRow, "id" | "username" | "email" | "email_verified_at" | "email_disowned_at">,
): Promise<SignUpState> {
  const link = await selectPendingLink(sql, account.id, "verify");
  return {
    username: account.username,
    email: account.email,
    is_verified: account.email_verified_at !== null,
    is_disowned: account.email_disowned_at !== null,
    sent_at: link?.sent_at.toISOString() ?? null,
  };
}
