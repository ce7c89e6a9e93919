import { SAFETY_MESSAGES } from "@app/contract/account-safety";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { CODE_ATTEMPTS_MAX } from "@app/contract/verification";
import { type AccountRow, markEmailVerified, selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import { emailKey } from "#modules/identity/accounts/names.policy.ts";
import { requirePasswordOf } from "#modules/identity/accounts/passwords.service.ts";
import { type Device, openSession, type SignedIn } from "#modules/identity/sessions/sign-in.service.ts";
import { deleteFinishedSignUpSession } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { verificationCodeHash } from "./links.service.ts";
import {
  countCodeAttempt,
  expireLinks,
  type LinkPurpose,
  selectOpenLink,
  selectPendingLink,
  useLink,
} from "./links.sql.ts";

export type VerifyDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;

/** The browser that asks. @param signUpAccount the account that it signed up with, null for none */
export type Browser = { device: Device; address: string; signUpAccount: string | null };

/** @param isFinished the browser that signed up has nothing left to do: its cookie can go */
export type Verified = { signedIn: SignedIn; isFinished: boolean };

/**
 * Verifies an address by the mailed link and signs the person in. In the browser that signed up the link is enough.
 * Anywhere else the password is asked for: whoever can open the mail need not be the person who chose the password.
 * @throws AppError `gone` the link was used, has expired, or never was; `password_required`;
 * `invalid_input` on `password`; `two_factor_required` it is verified, and the person signs in
 */
export async function verifyByLink(
  deps: VerifyDeps,
  proof: { token: string; password: string | undefined },
  browser: Browser,
): Promise<Verified> {
  const account = await requireLinkedAccount(deps, proof.token);
  if (browser.signUpAccount !== account.id) {
    if (proof.password === undefined) throw new AppError("password_required", SIGN_UP_MESSAGES.passwordToVerify);
    await requirePasswordOf(deps, account, "password", proof.password);
  }
  return verify(deps, account.id, browser, (tx) => useLink(tx, hashToken(proof.token), "verify"));
}

/**
 * Verifies an address by the code of the mail, typed in the browser that signed up.
 * @throws AppError `gone` no sign-up here, or the code is used, expired or was guessed at too often;
 * `invalid_input` on `code`
 */
export async function verifyByCode(deps: VerifyDeps, code: string, browser: Browser): Promise<Verified> {
  const accountId = browser.signUpAccount;
  if (accountId === null) throw new AppError("gone", SIGN_UP_MESSAGES.noSignUp);
  const link = await inTransaction(deps.sql, (tx) => checkCode(deps, tx, accountId, code));
  if (!link.isRight) throw fieldError("code", SIGN_UP_MESSAGES.wrongCode);
  return verify(deps, accountId, browser, (tx) => useLink(tx, link.tokenHash, "verify"));
}

/** Counts a wrong guess, and so returns instead of throwing. */
async function checkCode(deps: VerifyDeps, tx: Tx, accountId: string, code: string) {
  const link = await selectPendingLink(tx, accountId, "verify", true);
  if (!link?.code_hash || link.code_attempts >= CODE_ATTEMPTS_MAX)
    throw new AppError("gone", SIGN_UP_MESSAGES.codeUseless);
  const isRight = link.code_hash.equals(verificationCodeHash(deps, accountId, code));
  if (!isRight) await countCodeAttempt(tx, link.token_hash);
  return { isRight, tokenHash: link.token_hash };
}

/** @param spend uses the link up in the transaction that verifies */
async function verify(
  deps: VerifyDeps,
  accountId: string,
  browser: Browser,
  spend: (tx: Tx) => Promise<{ email: string } | null>,
): Promise<Verified> {
  const verified = await inTransaction(deps.sql, async (tx) => {
    const link = await spend(tx);
    const account = await selectAccount(tx, accountId);
    // The address may have been corrected since the link was looked at.
    if (!link || !account || emailKey(link.email) !== emailKey(account.email))
      throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
    return completeVerification(deps, tx, account, browser);
  });
  if (!verified) throw new AppError("two_factor_required", SAFETY_MESSAGES.verifiedSignIn);
  return verified;
}

/** @returns null: it is verified, but a link does not replace a second factor */
export async function completeVerification(
  deps: VerifyDeps,
  tx: Tx,
  account: AccountRow,
  browser: Browser,
): Promise<Verified | null> {
  await markEmailVerified(tx, account.id);
  await expireLinks(tx, account.id, "verify");
  const signedIn = account.has_two_factor
    ? null
    : await openSession(deps, tx, account, browser.device, browser.address);
  // After the session: the device that was used says whether the referral is to be looked at.
  await deps.events.publish(tx, "account.verified", { account_id: account.id });
  const isFinished = await deleteFinishedSignUpSession(tx, account.id);
  return signedIn && { signedIn, isFinished };
}

/**
 * The account of a link that can still be used, without using it.
 * @throws AppError `gone`
 */
export async function requireLinkedAccount(
  deps: Pick<Deps, "sql">,
  token: string,
  purpose: LinkPurpose = "verify",
): Promise<AccountRow> {
  const link = await selectOpenLink(deps.sql, hashToken(token), purpose);
  const account = link && (await selectAccount(deps.sql, link.account_id));
  // A verification link proves the address that it was sent to, and no other.
  const isForOther = account && purpose === "verify" && emailKey(link.email) !== emailKey(account.email);
  if (!account || isForOther) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
  return account;
}
