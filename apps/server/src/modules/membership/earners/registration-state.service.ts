import { randomUUID } from "node:crypto";
import { PLANS, type Plan } from "@app/contract/accounts";
import { EARNER_MESSAGES, REGISTRATION_DAYS } from "@app/contract/earners";
import type { AccountId } from "@app/contract/ids";
import type { RegistrationRights, RegistrationStep } from "@app/contract/registration";
import { findSignUpAccount, type PersonRow, readPerson } from "#modules/identity/index.ts";
import { findOrder } from "#modules/membership/billing/plans.service.ts";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Member, Viewer } from "#platform/viewer.ts";
import { queuePicturePurge } from "./pictures.service.ts";
import { type Draft, draftSchema, EMPTY_DRAFT, isComplete, isCompleteFor } from "./profile.policy.ts";
import { selectProfile } from "./profiles.sql.ts";
import {
  type RegistrationFacts,
  toCompletion,
  toPayablePlan,
  toRegistrationPlan,
  toRegistrationStep,
  toRights,
} from "./registration.policy.ts";
import {
  deleteRegistration,
  hasSignUpRegistration,
  lockRegistration,
  type RegistrationRow,
  replaceEncryptedProfile,
  selectEncryptedProfiles,
  selectRegistration,
  updatePendingProfileRow,
  upsertRegistration,
} from "./registrations.sql.ts";

/** Enters a profile or pays: a member, or a person who is signing up. */
export type Registrant = { accountId: AccountId; isSignedIn: boolean; member?: Member };

/**
 * A session takes precedence over a sign-up cookie.
 * @throws AppError `gone` a visitor without a sign-up; not a 401, on which pages end their session
 */
export async function requireRegistrant(
  deps: Pick<Deps, "sql">,
  viewer: Viewer,
  request: { cookies: Record<string, string | undefined> },
): Promise<Registrant> {
  if (viewer) return { accountId: viewer.accountId, isSignedIn: true, member: viewer };
  const accountId = await findSignUpAccount(deps.sql, request);
  if (!accountId || !(await hasSignUpRegistration(deps.sql, accountId)))
    throw new AppError("gone", EARNER_MESSAGES.expired);
  return { accountId, isSignedIn: false };
}

export type RegistrationState = {
  person: PersonRow;
  facts: RegistrationFacts;
  step: RegistrationStep;
  plan: Plan | null;
  can: RegistrationRights;
  /** Paid and ready: the server is about to complete it. */
  isCompleting: boolean;
  pendingProfile: Draft;
  draftId: string | null;
  /** Started by a sign-up as an earner, not by an upgrade. */
  isSignUp: boolean;
};

/** Everything that decides what an account's registration allows. */
export async function readRegistrationState(
  deps: Pick<Deps, "secrets">,
  sql: Sql,
  { accountId, isSignedIn }: { accountId: string; isSignedIn: boolean },
): Promise<RegistrationState> {
  const person = await readPerson(sql, accountId);
  const row = await selectRegistration(sql, accountId);
  const pendingProfile = readPendingProfile(deps, row);
  const facts: RegistrationFacts = {
    earnerPlan: person.plan as Plan | null,
    deactivatedAt: person.deactivated_at,
    profilePlan: ((await selectProfile(sql, accountId))?.plan ?? null) as Plan | null,
    pending: {
      plan: pendingProfile.plan,
      hasBasics: pendingProfile.basics !== null,
      completePlans: PLANS.filter((plan) => isCompleteFor(plan, pendingProfile)),
    },
    order: await findOrder(sql, accountId),
    isVerified: person.email_verified_at !== null,
    isSignedIn,
  };
  return {
    person,
    facts,
    step: toRegistrationStep(facts),
    plan: toRegistrationPlan(facts),
    can: toRights(facts),
    isCompleting: toCompletion(facts) !== null,
    pendingProfile,
    draftId: row?.draft_id ?? null,
    isSignUp: row?.is_sign_up ?? false,
  };
}

/** @returns the plan whose complete profile waits for its payment; null: none */
export async function findPayablePlan(deps: Pick<Deps, "secrets">, sql: Sql, accountId: string): Promise<Plan | null> {
  return toPayablePlan((await readRegistrationState(deps, sql, { accountId, isSignedIn: true })).facts);
}

/** A profile that cannot be decrypted, or that no longer fits the schema, counts as empty and is entered again. */
export function readPendingProfile(deps: Pick<Deps, "secrets">, row: RegistrationRow | null): Draft {
  if (!row?.encrypted_draft) return EMPTY_DRAFT;
  try {
    const parsed = draftSchema.safeParse(
      JSON.parse(deps.secrets.decrypt(toPurpose(row.account_id), row.encrypted_draft)),
    );
    return parsed.data ?? EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Updates the pending profile in the caller's transaction; concurrent updates wait. @returns the profile and its id */
export async function updatePendingProfile(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  accountId: string,
  change: (draft: Draft) => Draft,
): Promise<{ draft: Draft; draftId: string }> {
  await upsertRegistration(tx, { accountId, draftId: randomUUID(), isSignUp: false, days: REGISTRATION_DAYS });
  const row = await lockRegistration(tx, accountId);
  if (!row) throw new Error("the registration was deleted after it was saved");
  const draft = change(readPendingProfile(deps, row));
  const encrypted = deps.secrets.encrypt(toPurpose(accountId), JSON.stringify(draft));
  await updatePendingProfileRow(tx, accountId, { plan: draft.plan, isComplete: isComplete(draft), encrypted });
  return { draft, draftId: row.draft_id };
}

/** Deletes the registration with what was pending, and then its picture. */
export async function dropRegistration(deps: Pick<Deps, "secrets">, tx: Tx, accountId: string): Promise<void> {
  const { profile_key } = readPendingProfile(deps, await lockRegistration(tx, accountId));
  await deleteRegistration(tx, accountId);
  await queuePicturePurge(tx, accountId, [profile_key]);
}

/** The purpose names the person, so that a value copied into another row cannot be decrypted. */
function toPurpose(accountId: string): string {
  return `earner-draft ${accountId}`;
}

/** The column for key rotation. */
export const encryptedProfiles: EncryptedColumn = {
  name: "registrations.encrypted_draft",
  purposeOf: toPurpose,
  select: selectEncryptedProfiles,
  replace: replaceEncryptedProfile,
};
