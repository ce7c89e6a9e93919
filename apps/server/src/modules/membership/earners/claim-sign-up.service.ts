import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import {
  type Browser,
  type Claim,
  disownAddress,
  findPerson,
  replaceClaimedAccount,
  requireClaim,
  requireLinkedAccount,
  type Verified,
} from "#modules/identity/index.ts";
import { abandonOpenOrder, type BillingDeps } from "#modules/membership/billing/standing.service.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { forgetPictures } from "./pictures.service.ts";
import { deleteRegistrationAccount, removeUnpaidSignUp } from "./registration.service.ts";

type ClaimDeps = BillingDeps & Pick<Deps, "storage">;

/**
 * The owner of the mailbox takes over an unpaid sign-up whose password they do not know. Somebody else may have begun
 * it, so nothing of it stays but the username, the address and the referral: the account is made anew.
 * @throws AppError `gone` the link cannot be used; `conflict` a plan is paid, or being paid; `invalid_input` on the fields
 */
export async function claimSignUp(deps: ClaimDeps, claim: Claim, browser: Browser): Promise<Verified> {
  const account = await requireClaim(deps, claim);
  await abandonOpenOrder(deps, account.id);
  const passwordHash = await hashPassword(claim.password);
  const verified = await inTransaction(deps.sql, async (tx) => {
    // Of two at once the second one finds no account, and its link is gone.
    if (!(await removeUnpaidSignUp(deps, tx, account.id))) throw await whyNotClaimed(tx, account.id);
    return replaceClaimedAccount(deps, tx, { account, dateOfBirth: claim.date_of_birth, passwordHash }, browser);
  });
  if (!verified) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
  await forgetPictures(deps, account.id);
  return verified;
}

async function whyNotClaimed(tx: Tx, accountId: string): Promise<AppError> {
  const person = await findPerson(tx, accountId);
  return person && !person.email_verified_at
    ? new AppError("conflict", SIGN_UP_MESSAGES.paidElsewhere)
    : new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
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
  await inTransaction(deps.sql, (tx) => disownAddress(tx, id, token));
}
