import { randomUUID } from "node:crypto";
import { BRAND } from "@app/contract/brand";
import { type earnerRoutes, REGISTRATION_DAYS } from "@app/contract/earners";
import type { RegistrationView } from "@app/contract/registration";
import type { z } from "zod";
import { birthOf, deleteUnverifiedAccount, readPerson } from "#modules/accounts/person.service.ts";
import { signUp } from "#modules/accounts/sign-up.service.ts";
import {
  abandonOpenOrder,
  type BillingDeps,
  findPaidPlan,
  removeWithCards,
} from "#modules/billing/standing.service.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import { openMediaUrl } from "#platform/media-url.ts";
import { changeDraft, openDraft } from "./drafts.service.ts";
import { isGuardianNeeded } from "./guardian.service.ts";
import { forgetPictures, logoUrl } from "./pictures.service.ts";
import type { Registrant } from "./registrant.service.ts";
import { toRegistrationView } from "./registration.view.ts";
import { selectRegistration, upsertRegistration } from "./registrations.sql.ts";

type SignUp = z.output<typeof earnerRoutes.registerEarner.body>;
type Typed = z.output<typeof earnerRoutes.saveTyped.body>;

/**
 * Begins a sign-up with a plan: an unverified account, whose verification mail leaves at once.
 * @returns the token of the sign-up session, for this browser's cookie
 * @throws AppError `invalid_input` with the fields that cannot be taken
 */
export async function beginRegistration(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  form: SignUp,
  address: string,
): Promise<string> {
  if (form.user_type !== BRAND.name) throw fieldError("user_type", "Registered Users sign up without a plan.");
  return signUp(deps, form, address, (tx, accountId) =>
    upsertRegistration(tx, { accountId, draftId: randomUUID(), isSignUp: true, days: REGISTRATION_DAYS }),
  );
}

/**
 * Deletes what a sign-up has left, its cards and an unpaid order at the provider included, unless it was paid or
 * its address proved meanwhile.
 * @throws AppError `conflict` it is being paid at this moment
 */
export async function abortRegistration(deps: BillingDeps & Pick<Deps, "storage">, accountId: string): Promise<void> {
  await abandonOpenOrder(deps, accountId);
  const isDeleted = await inTransaction(deps.sql, (tx) => removeUnpaidSignUp(deps, tx, accountId));
  if (isDeleted) await forgetPictures(deps, accountId);
}

/** @returns false: it is paid, verified, or gone already */
export async function removeUnpaidSignUp(deps: BillingDeps, tx: Tx, accountId: string): Promise<boolean> {
  if ((await findPaidPlan(tx, accountId)) !== null) return false;
  return removeWithCards(deps, tx, accountId, () => deleteUnverifiedAccount(tx, accountId));
}

export async function readRegistration(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  registrant: Registrant,
): Promise<RegistrationView> {
  const person = await readPerson(deps.sql, registrant.accountId);
  const row = await selectRegistration(deps.sql, registrant.accountId);
  const urls = {
    open: (key: string) => openMediaUrl(deps.config, key),
    logo: (id: string) => logoUrl(deps, person.id, id),
  };
  return toRegistrationView(urls, {
    person,
    birth: birthOf(person),
    draft: openDraft(deps, row),
    draftId: row?.draft_id ?? null,
    isSignedIn: registrant.isSignedIn,
    isSignUp: row?.is_sign_up ?? false,
    needsGuardian: await isGuardianNeeded(deps, registrant.accountId),
  });
}

/** Keeps what stands in a form, and the plan that was picked; what was sent before stays as it was sent. */
export async function saveTyped(
  deps: Pick<Deps, "sql" | "secrets">,
  registrant: Registrant,
  typed: Typed,
): Promise<void> {
  await inTransaction(deps.sql, (tx) =>
    changeDraft(deps, tx, registrant.accountId, (draft) => ({ ...draft, plan: typed.plan ?? draft.plan, typed })),
  );
}
