import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { verificationRoutes } from "@app/contract/verification";
import type { z } from "zod";
import { abandonOpenOrder, type BillingDeps } from "#modules/billing/standing.service.ts";
import { forgetPictures } from "#modules/earners/pictures.service.ts";
import { deleteRegistrationAccount, removeUnpaidSignUp } from "#modules/earners/registration.service.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { disownEmail, markClaimed } from "./accounts.sql.ts";
import { addAccount } from "./add-account.service.ts";
import { expireLinks, LINK_PURPOSES, selectOpenLink } from "./links.sql.ts";
import { isOldEnough } from "./new-account.policy.ts";
import { requireGoodPassword } from "./password.service.ts";
import { type AccountRow, selectAccount } from "./session.sql.ts";
import {
  type Browser,
  completeVerification,
  requireLinkedAccount,
  type Verified,
  type VerifyDeps,
} from "./verify-email.service.ts";

type ClaimDeps = VerifyDeps & BillingDeps & Pick<Deps, "storage">;
type Claim = Pick<
  z.output<typeof verificationRoutes.claimSignUp.body>,
  "token" | "date_of_birth" | "password" | "password_confirmation"
>;

/**
 * The owner of the mailbox takes over an unpaid sign-up whose password they do not know. Somebody else may have begun
 * it, so nothing of it stays but the username, the address and the referral: the account is made anew.
 * @throws AppError `gone` the link cannot be used; `conflict` a plan is paid, or being paid; `invalid_input` on the fields
 */
export async function claimSignUp(deps: ClaimDeps, claim: Claim, browser: Browser): Promise<Verified> {
  const begun = await requireLinkedAccount(deps, claim.token);
  if (!isOldEnough(claim.date_of_birth, deps.now())) throw fieldError("date_of_birth", SIGN_UP_MESSAGES.tooYoung);
  await requireGoodPassword(claim);
  await abandonOpenOrder(deps, begun.id);
  const passwordHash = await hashPassword(claim.password);
  const verified = await inTransaction(deps.sql, async (tx) => {
    // Of two at once the second one finds no account, and its link is gone.
    const isRemoved = await removeUnpaidSignUp(deps, tx, begun.id);
    if (!isRemoved) throw await whyNotClaimed(tx, begun.id);
    const { accountId } = await addAccount(tx, toClaimed(begun, claim.date_of_birth, passwordHash));
    await markClaimed(tx, accountId);
    const account = await selectAccount(tx, accountId);
    return account && completeVerification(deps, tx, account, browser);
  });
  if (!verified) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
  await forgetPictures(deps, begun.id);
  return verified;
}

async function whyNotClaimed(tx: Tx, accountId: string): Promise<AppError> {
  const account = await selectAccount(tx, accountId);
  return account && !account.email_verified_at
    ? new AppError("conflict", SIGN_UP_MESSAGES.paidElsewhere)
    : new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
}

function toClaimed(begun: AccountRow, dateOfBirth: string, passwordHash: string): Parameters<typeof addAccount>[1] {
  return {
    username: begun.username,
    email: begun.email,
    passwordHash,
    fullName: "",
    plan: null,
    isVerified: false,
    isDemo: false,
    personal: { gender: null, dateOfBirth, phone: null, referralCode: begun.referral_code },
    channel: { name: begun.username, bio: "", profileKey: null, coverKey: null },
  };
}

/**
 * The owner of the mailbox did not sign up. An unpaid sign-up is deleted. A paid one loses the address: no mail goes
 * there any more, and the browser that signed up is told to correct it.
 * @throws AppError `gone` the link cannot be used
 */
export async function disownSignUp(deps: ClaimDeps, token: string): Promise<void> {
  const { id } = await requireLinkedAccount(deps, token);
  await deleteRegistrationAccount(deps, id).catch((error: unknown) => {
    // What is paid, or being paid at this moment, cannot be deleted; it loses the address.
    if (!(error instanceof AppError && error.kind === "conflict")) throw error;
  });
  await inTransaction(deps.sql, async (tx) => {
    if (!(await selectOpenLink(tx, hashToken(token), "verify"))) return;
    await disownEmail(tx, id);
    for (const purpose of LINK_PURPOSES) await expireLinks(tx, id, purpose);
  });
}
