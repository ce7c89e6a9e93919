import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { verificationRoutes } from "@app/contract/verification";
import type { z } from "zod";
import { addAccount, type KeptReferral } from "#modules/identity/accounts/accounts.service.ts";
import { type AccountRow, disownEmail, markClaimed, selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import { isOldEnough } from "#modules/identity/accounts/age.policy.ts";
import { requireGoodPassword } from "#modules/identity/accounts/passwords.service.ts";
import { expireLinks, LINK_PURPOSES, selectUsableLink } from "#modules/identity/links/links.sql.ts";
import {
  type Browser,
  completeVerification,
  requireLinkedAccount,
  type Verified,
  type VerifyDeps,
} from "#modules/identity/links/verify-email.service.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";

export type Claim = Pick<
  z.output<typeof verificationRoutes.claimSignUp.body>,
  "token" | "date_of_birth" | "password" | "password_confirmation"
>;

/**
 * @returns the unverified account to be claimed
 * @throws AppError `gone` if the link cannot be used; `invalid_input` on the fields
 */
export async function requireClaim(deps: Pick<Deps, "sql" | "now">, claim: Claim): Promise<AccountRow> {
  const account = await requireLinkedAccount(deps, claim.token);
  if (!isOldEnough(claim.date_of_birth, deps.now())) throw fieldError("date_of_birth", SIGN_UP_MESSAGES.tooYoung);
  await requireGoodPassword(claim);
  return account;
}

/**
 * Creates the claimed account again, in the transaction that deleted the old one. It keeps only the username, the
 * address, the referral code and the referral.
 * @returns as `completeVerification`
 */
export async function replaceClaimedAccount(
  deps: VerifyDeps,
  tx: Tx,
  claimed: { account: AccountRow; referral: KeptReferral; dateOfBirth: string; passwordHash: string },
  browser: Browser,
): Promise<Verified | null> {
  const { account, referral, dateOfBirth, passwordHash } = claimed;
  const { accountId } = await addAccount(deps, tx, {
    username: account.username,
    email: account.email,
    passwordHash,
    fullName: "",
    plan: null,
    isVerified: false,
    isDemo: false,
    referral,
    personal: { gender: null, dateOfBirth, phone: null, referralCode: account.referral_code },
  });
  await markClaimed(tx, accountId);
  const created = await selectAccount(tx, accountId);
  return created && completeVerification(deps, tx, created, browser);
}

/** Detaches the address of somebody who did not sign up. The browser that did is asked to correct it. */
export async function disownAddress(tx: Tx, accountId: string, token: string): Promise<void> {
  if (!(await selectUsableLink(tx, hashToken(token), "verify"))) return;
  await disownEmail(tx, accountId);
  for (const purpose of LINK_PURPOSES) await expireLinks(tx, accountId, purpose);
}
