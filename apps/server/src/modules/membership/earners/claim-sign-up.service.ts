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
import { abandonOrderOf } from "#modules/membership/billing/orders.service.ts";
import type { BillingDeps } from "#modules/membership/billing/reconcile.service.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { purgePictures } from "./pictures.service.ts";
import { deleteRegistrationAccount, removeUnpaidSignUp } from "./registration.service.ts";

type ClaimDeps = BillingDeps & Pick<Deps, "storage">;

/**
 * Gives an unpaid sign-up to the owner of its mailbox, who does not know its password. Somebody else may have started it,
 * so a new account replaces it and keeps only the username, the email address and the referral.
 * @throws AppError `gone` the link cannot be used; `conflict` a plan is paid, or being paid; `invalid_input` on the fields
 */
export async function claimSignUp(deps: ClaimDeps, claim: Claim, browser: Browser): Promise<Verified> {
  const account = await requireClaim(deps, claim);
  await abandonOrderOf(deps, account.id);
  const passwordHash = await hashPassword(claim.password);
  const verified = await inTransaction(deps.sql, async (tx) => {
    // Of two concurrent claims, the second finds no account.
    if (!(await removeUnpaidSignUp(deps, tx, account.id))) throw await toClaimError(tx, account.id);
    return replaceClaimedAccount(deps, tx, { account, dateOfBirth: claim.date_of_birth, passwordHash }, browser);
  });
  if (!verified) throw new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
  await purgePictures(deps, account.id);
  return verified;
}

async function toClaimError(tx: Tx, accountId: string): Promise<AppError> {
  const person = await findPerson(tx, accountId);
  return person && !person.email_verified_at
    ? new AppError("conflict", SIGN_UP_MESSAGES.paidElsewhere)
    : new AppError("gone", SIGN_UP_MESSAGES.linkUseless);
}

/**
 * The owner of the mailbox did not sign up: deletes an unpaid sign-up, and removes the email address from a paid one. No
 * more email goes there, and the browser that signed up asks for the correct address.
 * @throws AppError `gone` the link cannot be used
 */
export async function disownSignUp(deps: ClaimDeps, token: string): Promise<void> {
  const { id } = await requireLinkedAccount(deps, token);
  await deleteRegistrationAccount(deps, id).catch((error: unknown) => {
    // A paid sign-up, or one being paid, cannot be deleted; it loses the address.
    if (!(error instanceof AppError && error.kind === "conflict")) throw error;
  });
  await inTransaction(deps.sql, (tx) => disownAddress(tx, id, token));
}
