import type { Plan } from "@app/contract/accounts";
import { COMPLETED_DAYS, REGISTRATION_DAYS } from "@app/contract/earners";
import { z } from "zod";
import { showChannelOf } from "#modules/catalog/index.ts";
import { updateChannelRow } from "#modules/channels/index.ts";
import { activateAccount, findPerson, lockPerson, type PersonRow } from "#modules/identity/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { publishLive } from "#platform/live/publish-live.ts";
import { guardCheckPayee } from "./check-payee.service.ts";
import { isGuardianNeeded } from "./guardian.service.ts";
import { queuePicturePurge } from "./pictures.service.ts";
import type { Draft } from "./profile.policy.ts";
import { selectProfile } from "./profiles.sql.ts";
import { toCompletion } from "./registration.policy.ts";
import { type RegistrationState, readRegistrationState } from "./registration-state.service.ts";
import { deleteRegistration, lockRegistration, markCompleted, selectCompletable } from "./registrations.sql.ts";
import { writeBasics, writeGroup, writeSport } from "./write-profile.service.ts";

export type CompleteDeps = Pick<Deps, "secrets" | "now" | "config" | "events">;

/**
 * Makes the account an earner of the paid plan with its pending profile; replaces the profile of an earner whose plan
 * changed; restores a deactivated earner who paid again. Runs in the transaction that confirms a payment, and by a job.
 * Changes the database only. Idempotent, also when called concurrently.
 */
export async function completeRegistration(deps: CompleteDeps, tx: Tx, accountId: string): Promise<void> {
  // The account may be erased.
  if (!(await findPerson(tx, accountId))) return;
  await lockPerson(tx, accountId);
  await lockRegistration(tx, accountId);
  const state = await readRegistrationState(deps, tx, { accountId, isSignedIn: false });
  const { facts, person, pendingProfile } = state;
  const completion = toCompletion(facts);
  if (!completion) return;
  // Consent was withdrawn during the payment: wait for a new one, or for a refund.
  if (await isGuardianNeeded({ sql: tx, now: deps.now }, accountId)) return;
  if (completion.profile === "pending") {
    const before = await selectProfile(tx, accountId);
    await writePendingProfile(deps, tx, person, { ...pendingProfile, plan: completion.plan });
    await guardCheckPayee(deps, tx, { accountId, before, member: null });
  }
  await activateEarner(deps, tx, accountId, completion.plan);
  await deps.events.publish(tx, "registration.completed", { account_id: accountId });
  await deletePending(tx, state);
  await queuePicturePurge(tx, accountId, [person.profile_key, pendingProfile.profile_key]);
  await publishLive(tx, [accountId], { name: "registration.changed", data: {} });
}

/** Deletes what was pending. After a sign-up the row stays, so that its browser can show the result and verify the email. */
async function deletePending(tx: Tx, { facts, isSignUp, person }: RegistrationState): Promise<void> {
  if (!isSignUp) return deleteRegistration(tx, person.id);
  return markCompleted(tx, person.id, facts.isVerified ? COMPLETED_DAYS : REGISTRATION_DAYS);
}

/** Makes the account an earner: its channel is shown, and its referral link earns. */
export async function activateEarner(deps: Pick<Deps, "events">, tx: Tx, accountId: string, plan: Plan): Promise<void> {
  await activateAccount(tx, accountId, plan);
  await deps.events.publish(tx, "earner.activated", { account_id: accountId });
  await showChannelOf(tx, accountId, "deactivation");
}

/** Completes paid registrations that failed during the payment, and profiles of plans that changed with a renewal. */
export async function completeRegistrations(
  deps: CompleteDeps & Pick<Deps, "sql" | "log">,
  signal?: AbortSignal,
): Promise<void> {
  await workThrough(deps, {
    failure: "paid registration could not be completed",
    signal,
    next: (after: { account_id: string } | null) => selectCompletable(deps.sql, after?.account_id ?? null),
    work: ({ account_id }) => inTransaction(deps.sql, (tx) => completeRegistration(deps, tx, account_id)),
  });
}

/** Writes the forms of the paid plan; forms of other plans are ignored. */
async function writePendingProfile(
  deps: CompleteDeps,
  tx: Tx,
  person: PersonRow,
  { plan, ...pending }: Draft & { plan: Plan },
): Promise<void> {
  if (pending.profile_key) await updateChannelRow(tx, person.channel_id, { profileKey: pending.profile_key });
  if (plan === "Individual" && pending.basics && pending.sport) {
    await writeBasics(deps, tx, person, pending.basics);
    await writeSport(tx, person.id, pending.sport);
  } else if (plan === "Team" && pending.team) await writeGroup(deps, tx, person, pending.team);
  else if (pending.organization) await writeGroup(deps, tx, person, pending.organization);
}

export const completeRegistrationsJob = defineJob({
  name: "earners:complete-registrations",
  lane: "short",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 5 * 60_000,
  cron: "*/5 * * * *",
  run: (deps, _, signal) => completeRegistrations(deps, signal),
});
