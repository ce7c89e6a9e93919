import { randomUUID } from "node:crypto";
import { EARNER_TYPE } from "@app/contract/brand";
import { EARNER_MESSAGES, type earnerRoutes, REGISTRATION_DAYS } from "@app/contract/earners";
import type { RegistrationView } from "@app/contract/registration";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { z } from "zod";
import {
  type Browser,
  birthDateOf,
  type Claim,
  deleteUnverifiedAccount,
  disownAddress,
  findPerson,
  lockPerson,
  queueErasure,
  readPerson,
  replaceClaimedAccount,
  requireClaim,
  requireLinkedAccount,
  signUp,
  type Verified,
} from "#modules/identity/index.ts";
import { deleteWithCards } from "#modules/membership/billing/detach-cards.service.ts";
import { abandonOrderOf, refreshOrderOf } from "#modules/membership/billing/orders.service.ts";
import type { BillingDeps } from "#modules/membership/billing/reconcile.service.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { isGuardianNeeded, requireGuardianConsent } from "./guardian.service.ts";
import { logoUrl, purgePictures } from "./pictures.service.ts";
import { selectColleges, selectProfile } from "./profiles.sql.ts";
import { ABORT_REFUSALS, FORM_REFUSALS } from "./registration.policy.ts";
import { toRegistrationView } from "./registration.presenter.ts";
import {
  type Registrant,
  type RegistrationState,
  readRegistrationState,
  updatePendingProfile,
} from "./registration-state.service.ts";
import { selectJoinedReferral, upsertRegistration } from "./registrations.sql.ts";

type SignUp = z.output<typeof earnerRoutes.registerEarner.body>;
type FormDraft = z.output<typeof earnerRoutes.saveFormDraft.body>;

/**
 * Starts a sign-up with a plan: creates an unverified account and emails the verification link.
 * @returns the token of the sign-up session, for this browser's cookie
 * @throws AppError `invalid_input` on the fields
 */
export async function beginRegistration(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">,
  form: SignUp,
  address: string,
): Promise<string> {
  if (form.user_type !== EARNER_TYPE) throw fieldError("user_type", "Registered Users sign up without a plan.");
  return signUp(deps, form, address, (tx, accountId) =>
    upsertRegistration(tx, { accountId, draftId: randomUUID(), isSignUp: true, days: REGISTRATION_DAYS }),
  );
}

type AbortDeps = BillingDeps & Pick<Deps, "storage">;

/**
 * Deletes an unpaid sign-up with its account. Reads the outcome of its order from the provider first.
 * @throws AppError `conflict` paid, being paid, or at the bank; the message says what to do instead
 */
export async function abortRegistration(deps: AbortDeps, registrant: Registrant): Promise<void> {
  await refreshOrderOf(deps, registrant.accountId);
  const { can, step } = await readRegistrationState(deps, deps.sql, registrant);
  if (!can.abort) throw new AppError("conflict", ABORT_REFUSALS[step] ?? EARNER_MESSAGES.abortVerified);
  if (await deleteRegistrationAccount(deps, registrant.accountId)) return;
  // It was paid or verified meanwhile.
  const now = await readRegistrationState(deps, deps.sql, registrant);
  throw new AppError("conflict", ABORT_REFUSALS[now.step] ?? EARNER_MESSAGES.abortVerified);
}

/**
 * Deletes the account of a sign-up with its cards, and cancels its unpaid order at the provider. An account with a
 * refunded invoice is erased instead, because invoices are never deleted.
 * @returns false: the account is paid or verified, and stays
 * @throws AppError `conflict` it is being paid
 */
export async function deleteRegistrationAccount(deps: AbortDeps, accountId: string): Promise<boolean> {
  await abandonOrderOf(deps, accountId);
  const isDeleted = await inTransaction(deps.sql, (tx) => removeUnpaidSignUp(deps, tx, accountId));
  if (isDeleted) await purgePictures(deps, accountId);
  return isDeleted || inTransaction(deps.sql, (tx) => eraseUnpaid(deps, tx, accountId));
}

/** @returns false: paid, verified, or already deleted */
async function removeUnpaidSignUp(deps: BillingDeps, tx: Tx, accountId: string): Promise<boolean> {
  return deleteWithCards(deps, tx, accountId, () => deleteUnverifiedAccount(tx, accountId));
}

async function eraseUnpaid(deps: Pick<Deps, "secrets" | "events">, tx: Tx, accountId: string): Promise<boolean> {
  if (!(await findPerson(tx, accountId))) return false;
  await lockPerson(tx, accountId);
  const { facts } = await readRegistrationState(deps, tx, { accountId, isSignedIn: false });
  if (facts.isVerified || facts.earnerPlan !== null || facts.order !== null) return false;
  await queueErasure(deps, tx, accountId);
  return true;
}

/** Refreshes an order under way from the provider, so that a payment that just succeeded is not shown as unpaid. */
export async function readRegistration(deps: BillingDeps, registrant: Registrant): Promise<RegistrationView> {
  const stored = await readRegistrationState(deps, deps.sql, registrant);
  const isUnderWay = stored.step === "paying" || stored.step === "at-bank";
  const state = isUnderWay ? await readRefreshed(deps, registrant) : stored;
  const urls = {
    picture: (key: string) => publicMediaUrl(deps.config, key),
    logo: (id: string) => logoUrl(deps, registrant.accountId, id),
  };
  return toRegistrationView(urls, {
    ...state,
    birth: birthDateOf(state.person),
    isSignedIn: registrant.isSignedIn,
    needsGuardian: await isGuardianNeeded(deps, registrant.accountId),
    profile: registrant.isSignedIn ? await readSaved(deps.sql, registrant.accountId) : null,
  });
}

async function readSaved(sql: Sql, accountId: string) {
  const profile = await selectProfile(sql, accountId);
  return profile && { profile, colleges: await selectColleges(sql, accountId) };
}

async function readRefreshed(deps: BillingDeps, registrant: Registrant): Promise<RegistrationState> {
  // While the provider does not respond, show the stored state.
  await refreshOrderOf(deps, registrant.accountId).catch((error: unknown) =>
    deps.log.warn({ err: error }, "order could not be refreshed"),
  );
  return readRegistrationState(deps, deps.sql, registrant);
}

/**
 * A browser may be shared: the visitor confirms the email address before a page shows what was entered earlier.
 * @throws AppError `invalid_input` on `email`
 */
export async function requireOwnEmail(deps: Pick<Deps, "sql">, registrant: Registrant, email: string): Promise<void> {
  const person = await readPerson(deps.sql, registrant.accountId);
  if (person.email.toLowerCase() !== email.toLowerCase()) throw fieldError("email", EARNER_MESSAGES.wrongEmail);
}

/**
 * Reads whether the registration is paid. The server completes it; pages poll this.
 * @returns the state at `done`, or at `paid` while completion is retried
 * @throws AppError `payment_required` not paid; `conflict` no profile was entered, or the plan is ending;
 * `not_allowed` paid, but the guardian withdrew consent
 */
export async function requireCompletion(
  deps: Pick<Deps, "sql" | "secrets" | "now">,
  registrant: Registrant,
): Promise<RegistrationState> {
  const state = await readRegistrationState(deps, deps.sql, registrant);
  const { step, isCompleting, draftId } = state;
  if (step === "done") return state;
  if (step === "ending") throw new AppError("conflict", EARNER_MESSAGES.ending);
  if (step === "paid" && !isCompleting) throw new AppError("conflict", EARNER_MESSAGES.incomplete);
  if (step === "paid") {
    await requireGuardianConsent(deps, registrant.accountId);
    return state;
  }
  throw new AppError("payment_required", EARNER_MESSAGES.pay, draftId === null ? {} : { draftId });
}

/**
 * Saves the draft of a form and the chosen plan; submitted forms stay unchanged.
 * @throws AppError `conflict` this step accepts no form
 */
export async function saveFormDraft(
  deps: Pick<Deps, "sql" | "secrets">,
  registrant: Registrant,
  formDraft: FormDraft,
): Promise<void> {
  const { can, step } = await readRegistrationState(deps, deps.sql, registrant);
  if (!can.enter_profile) throw new AppError("conflict", FORM_REFUSALS[step] ?? EARNER_MESSAGES.ending);
  await inTransaction(deps.sql, (tx) =>
    updatePendingProfile(deps, tx, registrant.accountId, (draft) => ({
      ...draft,
      plan: formDraft.plan ?? draft.plan,
      typed: formDraft,
    })),
  );
}

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
    const referral = await selectJoinedReferral(tx, account.id);
    // Of two concurrent claims, the second finds no account.
    if (!(await removeUnpaidSignUp(deps, tx, account.id))) throw await toClaimError(tx, account.id);
    const claimed = { account, referral, dateOfBirth: claim.date_of_birth, passwordHash };
    return replaceClaimedAccount(deps, tx, claimed, browser);
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
