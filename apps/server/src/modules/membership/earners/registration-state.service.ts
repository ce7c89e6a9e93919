import { PLANS, type Plan } from "@app/contract/accounts";
import type { RegistrationRights, RegistrationStep } from "@app/contract/registration";
import { type PersonRow, readPerson } from "#modules/identity/index.ts";
import { findOrder } from "#modules/membership/billing/order-state.service.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type Draft, isCompleteFor } from "./draft.policy.ts";
import { openDraft } from "./drafts.service.ts";
import { selectProfile } from "./profiles.sql.ts";
import {
  type RegistrationFacts,
  toCompletion,
  toPayablePlan,
  toRegistrationPlan,
  toRegistrationStep,
  toRights,
} from "./registration.policy.ts";
import { selectRegistration } from "./registrations.sql.ts";

export type RegistrationState = {
  person: PersonRow;
  facts: RegistrationFacts;
  step: RegistrationStep;
  plan: Plan | null;
  can: RegistrationRights;
  /** Paid, and nothing is missing: the server is about to complete it. */
  isCompleting: boolean;
  pendingProfile: Draft;
  draftId: string | null;
  /** Begun by signing up as an earner, not by an upgrade. */
  isSignUp: boolean;
};

/** Everything that decides what can happen to somebody's registration, read at one moment. */
export async function readRegistrationState(
  deps: Pick<Deps, "secrets">,
  sql: Sql,
  { accountId, isSignedIn }: { accountId: string; isSignedIn: boolean },
): Promise<RegistrationState> {
  const person = await readPerson(sql, accountId);
  const row = await selectRegistration(sql, accountId);
  const pendingProfile = openDraft(deps, row);
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

/** The plan whose profile is entered and waits for its payment; null when there is none. */
export async function findPayablePlan(deps: Pick<Deps, "secrets">, sql: Sql, accountId: string): Promise<Plan | null> {
  return toPayablePlan((await readRegistrationState(deps, sql, { accountId, isSignedIn: true })).facts);
}
