import type { Plan } from "@app/contract/accounts";
import { COMPLETED_DAYS, REGISTRATION_DAYS } from "@app/contract/earners";
import { showChannelOf } from "#modules/catalog/index.ts";
import { updateChannelRow } from "#modules/channels/index.ts";
import { findPerson, lockPerson, makeEarner, type PersonRow } from "#modules/identity/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import type { Draft } from "./draft.policy.ts";
import { isGuardianNeeded } from "./guardian.service.ts";
import { toCompletion } from "./registration.policy.ts";
import { type RegistrationState, readRegistrationState } from "./registration-state.service.ts";
import { deleteRegistration, lockRegistration, markCompleted, selectCompletable } from "./registrations.sql.ts";
import { writeBasics, writeGroup, writeSport } from "./write-profile.service.ts";

export type CompleteDeps = Pick<Deps, "secrets" | "now" | "config" | "events">;

/**
 * Makes the account an earner's of the plan that is paid, with the profile that waits for it; gives an earner whose plan
 * has changed the profile of the new one; restores a deactivated earner who has paid again. Driven by the server: it runs
 * in the transaction in which a payment is confirmed, and by a sweep. It changes the database alone, and twice, or twice
 * at once, is once.
 */
export async function completeRegistration(deps: CompleteDeps, tx: Tx, accountId: string): Promise<void> {
  // An erased account has nobody to become an earner.
  if (!(await findPerson(tx, accountId))) return;
  await lockPerson(tx, accountId);
  await lockRegistration(tx, accountId);
  const state = await readRegistrationState(deps, tx, { accountId, isSignedIn: false });
  const { facts, person, pendingProfile } = state;
  const completion = toCompletion(facts);
  if (!completion) return;
  // Withdrawn while the bank was asked: it waits for the next consent, or is ended with a refund.
  if (await isGuardianNeeded({ sql: tx, now: deps.now }, accountId)) return;
  if (completion.profile === "pending") await writePendingProfile(deps, tx, person, completion.plan, pendingProfile);
  await wakeEarner(deps, tx, accountId, completion.plan);
  await deps.events.publish(tx, "registration.completed", { account_id: accountId });
  await forgetPending(tx, state);
}

/** What waited is deleted. The browser that signed up stays known, so that it hears of it and can verify the address. */
async function forgetPending(tx: Tx, { facts, isSignUp, person }: RegistrationState): Promise<void> {
  if (!isSignUp) return deleteRegistration(tx, person.id);
  return markCompleted(tx, person.id, facts.isVerified ? COMPLETED_DAYS : REGISTRATION_DAYS);
}

/** The account counts as an earner's: its channel is shown, and its link earns. */
export async function wakeEarner(deps: Pick<Deps, "events">, tx: Tx, accountId: string, plan: Plan): Promise<void> {
  await makeEarner(tx, accountId, plan);
  await deps.events.publish(tx, "earner.activated", { account_id: accountId });
  await showChannelOf(tx, accountId, "deactivation");
}

/** Completes what is paid and was not completed with the payment, and the profiles of plans that a renewal has changed. */
export async function completeRegistrations(
  deps: CompleteDeps & Pick<Deps, "sql" | "log">,
  signal?: AbortSignal,
): Promise<void> {
  await workThrough(deps, {
    failure: "a paid registration could not be completed",
    signal,
    next: (after: { account_id: string } | null) => selectCompletable(deps.sql, after?.account_id ?? null),
    work: ({ account_id }) => inTransaction(deps.sql, (tx) => completeRegistration(deps, tx, account_id)),
  });
}

/** The forms of the paid plan; those of another plan were looked at and left. */
async function writePendingProfile(
  deps: CompleteDeps,
  tx: Tx,
  person: PersonRow,
  plan: Plan,
  pending: Draft,
): Promise<void> {
  if (pending.profile_key) await updateChannelRow(tx, person.channel_id, { profileKey: pending.profile_key });
  if (plan === "Individual" && pending.basics && pending.sport) {
    await writeBasics(deps, tx, person, pending.basics);
    await writeSport(tx, person.id, pending.sport);
  } else if (plan === "Team" && pending.team) await writeGroup(deps, tx, person, pending.team);
  else if (pending.organization) await writeGroup(deps, tx, person, pending.organization);
}
