import { randomUUID } from "node:crypto";
import { BRAND } from "@app/contract/brand";
import { EARNER_MESSAGES, type earnerRoutes, REGISTRATION_DAYS } from "@app/contract/earners";
import type { RegistrationView } from "@app/contract/registration";
import type { z } from "zod";
import {
  birthOf,
  deleteUnverifiedAccount,
  findPerson,
  lockPerson,
  queueErasure,
  readPerson,
  signUp,
} from "#modules/identity/index.ts";
import {
  abandonOpenOrder,
  type BillingDeps,
  refreshOpenOrder,
  removeWithCards,
} from "#modules/membership/billing/standing.service.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { openMediaUrl } from "#platform/media-url.ts";
import { changeDraft } from "./drafts.service.ts";
import { isGuardianNeeded, requireGuardianConsent } from "./guardian.service.ts";
import { forgetPictures, logoUrl } from "./pictures.service.ts";
import type { Registrant } from "./registrant.service.ts";
import { ABORT_REFUSALS, FORM_REFUSALS } from "./registration.policy.ts";
import { toRegistrationView } from "./registration.view.ts";
import { type RegistrationState, readRegistrationState } from "./registration-state.service.ts";
import { upsertRegistration } from "./registrations.sql.ts";

type SignUp = z.output<typeof earnerRoutes.registerEarner.body>;
type Typed = z.output<typeof earnerRoutes.saveTyped.body>;

/**
 * Begins a sign-up with a plan: an unverified account, whose verification mail leaves at once.
 * @returns the token of the sign-up session, for this browser's cookie
 * @throws AppError `invalid_input` with the fields that cannot be taken
 */
export async function beginRegistration(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">,
  form: SignUp,
  address: string,
): Promise<string> {
  if (form.user_type !== BRAND.name) throw fieldError("user_type", "Registered Users sign up without a plan.");
  return signUp(deps, form, address, (tx, accountId) =>
    upsertRegistration(tx, { accountId, draftId: randomUUID(), isSignUp: true, days: REGISTRATION_DAYS }),
  );
}

type AbortDeps = BillingDeps & Pick<Deps, "storage">;

/**
 * Deletes a sign-up that was not paid, with its account. How an order has ended is the provider's to say, so it is asked.
 * @throws AppError `conflict` it is paid, or a payment is under way or at the bank: with what can be done instead
 */
export async function abortRegistration(deps: AbortDeps, registrant: Registrant): Promise<void> {
  await refreshOpenOrder(deps, registrant.accountId);
  const { can, step } = await readRegistrationState(deps, deps.sql, registrant);
  if (!can.abort) throw new AppError("conflict", ABORT_REFUSALS[step] ?? EARNER_MESSAGES.abortVerified);
  if (await deleteRegistrationAccount(deps, registrant.accountId)) return;
  // It was paid, or its address verified, at this very moment.
  const now = await readRegistrationState(deps, deps.sql, registrant);
  throw new AppError("conflict", ABORT_REFUSALS[now.step] ?? EARNER_MESSAGES.abortVerified);
}

/**
 * Deletes the account of a sign-up with its cards, and ends an unpaid order at the provider. One that has an invoice, of a
 * payment that went back, is erased instead: rows of money stay.
 * @returns false: it is paid, or its address verified, and stays
 * @throws AppError `conflict` it is being paid at this moment
 */
export async function deleteRegistrationAccount(deps: AbortDeps, accountId: string): Promise<boolean> {
  await abandonOpenOrder(deps, accountId);
  const isDeleted = await inTransaction(deps.sql, (tx) => removeUnpaidSignUp(deps, tx, accountId));
  if (isDeleted) await forgetPictures(deps, accountId);
  return isDeleted || inTransaction(deps.sql, (tx) => eraseUnpaid(deps, tx, accountId));
}

/** @returns false: it is paid, verified, or gone already */
export async function removeUnpaidSignUp(deps: BillingDeps, tx: Tx, accountId: string): Promise<boolean> {
  return removeWithCards(deps, tx, accountId, () => deleteUnverifiedAccount(tx, accountId));
}

async function eraseUnpaid(deps: Pick<Deps, "secrets" | "events">, tx: Tx, accountId: string): Promise<boolean> {
  if (!(await findPerson(tx, accountId))) return false;
  await lockPerson(tx, accountId);
  const { facts } = await readRegistrationState(deps, tx, { accountId, isSignedIn: false });
  if (facts.isVerified || facts.earnerPlan !== null || facts.order !== null) return false;
  await queueErasure(deps, tx, accountId);
  return true;
}

/** An order that is under way is asked for at the provider, so that nobody is shown as unpaid what was just paid. */
export async function readRegistration(deps: BillingDeps, registrant: Registrant): Promise<RegistrationView> {
  const stored = await readRegistrationState(deps, deps.sql, registrant);
  const isUnderWay = stored.step === "paying" || stored.step === "at-bank";
  const state = isUnderWay ? await readRefreshed(deps, registrant) : stored;
  const urls = {
    open: (key: string) => openMediaUrl(deps.config, key),
    logo: (id: string) => logoUrl(deps, registrant.accountId, id),
  };
  return toRegistrationView(urls, {
    ...state,
    birth: birthOf(state.person),
    isSignedIn: registrant.isSignedIn,
    needsGuardian: await isGuardianNeeded(deps, registrant.accountId),
  });
}

async function readRefreshed(deps: BillingDeps, registrant: Registrant): Promise<RegistrationState> {
  // While the provider does not answer, what is stored is shown.
  await refreshOpenOrder(deps, registrant.accountId).catch((error: unknown) =>
    deps.log.warn({ err: error }, "an order under way could not be asked for"),
  );
  return readRegistrationState(deps, deps.sql, registrant);
}

/**
 * A browser may be shared: before a page shows what was entered on an earlier visit, its reader names the address.
 * @throws AppError `invalid_input` on `email`
 */
export async function requireOwnEmail(deps: Pick<Deps, "sql">, registrant: Registrant, email: string): Promise<void> {
  const person = await readPerson(deps.sql, registrant.accountId);
  if (person.email.toLowerCase() !== email.toLowerCase()) throw fieldError("email", EARNER_MESSAGES.wrongEmail);
}

/**
 * Whether the registration is paid. The server completes it by itself; a page asks how far it has come.
 * @returns the state at `done`, or at `paid` when completing it is still tried again
 * @throws AppError `payment_required` not paid; `conflict` no profile was entered, or the plan is being ended;
 * `not_allowed` paid, and a guardian has withdrawn their consent since
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
 * Saves what stands in a form, and the plan that was picked; what was sent before stays as it was sent.
 * @throws AppError `conflict` no form is taken at this step
 */
export async function saveTyped(
  deps: Pick<Deps, "sql" | "secrets">,
  registrant: Registrant,
  typed: Typed,
): Promise<void> {
  const { can, step } = await readRegistrationState(deps, deps.sql, registrant);
  if (!can.enter_profile) throw new AppError("conflict", FORM_REFUSALS[step] ?? EARNER_MESSAGES.ending);
  await inTransaction(deps.sql, (tx) =>
    changeDraft(deps, tx, registrant.accountId, (draft) => ({ ...draft, plan: typed.plan ?? draft.plan, typed })),
  );
}
