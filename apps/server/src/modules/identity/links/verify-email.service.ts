import { SECURITY_MESSAGES } from "@app/contract/account-security";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { CODE_ATTEMPTS_MAX } from "@app/contract/verification";
import { type AccountRow, markEmailVerified, selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import { emailKey } from "#modules/identity/accounts/names.policy.ts";
import { requireAccountPassword } from "#modules/identity/accounts/passwords.service.ts";
import { createSession, type SignedIn, type SignInClient } from "#modules/identity/sessions/sessions.service.ts";
import { deleteFinishedSignUpSession } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { verificationCodeHash } from "./links.service.ts";
import {
  consumeLink,
  countCodeAttempt,
  expireLinks,
  type LinkPurpose,
  selectPendingLink,
  selectUsableLink,
} from "./links.sql.ts";

export type VerifyDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;

/** @param signUpAccount the account this browser signed up with, if any */
export type Browser = SignInClient & { signUpAccount: string | null };

/** @param isFinished nothing is left to do in the sign-up session, so its cookie can be cleared */
export type Verified = { signedIn: SignedIn; isFinished: boolean };

/**
 * Verifies an address by the mailed link and signs the person in. In the browser that signed up, the link is enough.
 * Anywhere else the password is required: the owner of the mailbox may not be the person who signed up.
 * @throws AppError `gone` if the link was used, has expired or never existed; `password_required`; `invalid_input` on
 * `password`; `two_factor_required` if the address is now verified, and the person has to sign in
 */
export async function verifyByLink(
  deps: VerifyDeps,
  proof: { token: string; password: string | undefined },
  browser: Browser,
): Promise<Verified> {
  const account = await requireLinkedAccount(deps, proof.token);
  if (browser.signUpAccount !== account.id) {
    if (proof.password === undefined) throw new AppError("password_required", SIGN_UP_MESSAGES.passwordToVerify);
    await requireAccountPassword(deps, account, "password", proof.password);
  }
  return verify(deps, account.id, browser, (tx) => consumeLink(tx, hashToken(proof.token), "verify"));
}

/**
 * Verifies an address by the code of the email, in the browser that signed up.
 * @throws AppError `gone` if this browser has no sign-up, or the code was used, has expired or had too many wrong
 * attempts; `invalid_input` on `code`
 */
export async function verifyByCode(deps: VerifyDeps, code: string, browser: Browser): Promise<Verified> {
  const accountId = browser.signUpAccount;
  if (accountId === null) throw new AppError("gone", SIGN_UP_MESSAGES.noSignUp);
  const link = await inTransaction(deps.sql, (tx) => checkCode(deps, tx, accountId, code));
  if (!link.isRight) throw fieldError("code", SIGN_UP_MESSAGES.wrongCode);
  return verify(deps, accountId, browser, (tx) => consumeLink(tx, link.tokenHash, "verify"));
}

/** Returns instead of throwing, because the transaction has to commit the wrong attempt. */
async function checkCode(deps: VerifyDeps, tx: Tx, accountId: string, code: string) {
  const link = await selectPendingLink(tx, accountId, "verify", true);
  if (!link?.code_hash || link.code_attempts >= CODE_ATTEMPTS_MAX)
    throw new AppError("gone", SIGN_UP_MESSAGES.codeUseless);
  const isRight = link.code_hash.equals(verificationCodeHash(deps, accountId, code));
  if (!isRight) await countCodeAttempt(tx, link.token_hash);
  return { isRight, tokenHash: link.token_hash };
}

/** @param consume consumes the link in the same transaction */
async function verify(
  deps: VerifyDeps,
  accountId: string,
  browser: Browser,
  consume: (tx: Tx) => Promise<{ email: string } | null>,
): Promise<Verified> {
  const verified = await inTransaction(deps.sql, async (tx) => {
    const link = await consume(tx);
    const account = await selectAccount(tx, accountId);
    // The address may have been corrected since the link was checked.
    if (!link || !account || emailKey(link.email) !== emailKey(account.email))
      throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
    return completeVerification(deps, tx, account, browser);
  });
  if (!verified) throw new AppError("two_factor_required", SECURITY_MESSAGES.verifiedSignIn);
  return verified;
}

/** @returns null if the address is verified, but a second factor is needed to sign in */
export async function completeVerification(
  deps: VerifyDeps,
  tx: Tx,
  account: AccountRow,
  browser: Browser,
): Promise<Verified | null> {
  await markEmailVerified(tx, account.id);
  await expireLinks(tx, account.id, "verify");
  const signedIn = account.has_two_factor ? null : await createSession(deps, tx, account, browser);
  // After the session is opened: its device is one of the fraud signals of a referral.
  await deps.events.publish(tx, "account.verified", { account_id: account.id });
  const isFinished = await deleteFinishedSignUpSession(tx, account.id);
  return signedIn && { signedIn, isFinished };
}

/**
 * Does not consume the link.
 * @returns its account
 * @throws AppError `gone`
 */
export async function requireLinkedAccount(
  deps: Pick<Deps, "sql">,
  token: string,
  purpose: LinkPurpose = "verify",
): Promise<AccountRow> {
  const link = await selectUsableLink(deps.sql, hashToken(token), purpose);
  const account = link && (await selectAccount(deps.sql, link.account_id));
  // A verification link proves only the address it was sent to.
  const isForOther = account && purpose === "verify" && emailKey(link.email) !== emailKey(account.email);
  if (!account || isForOther) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
  return account;
}
