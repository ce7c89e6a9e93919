import type { userCard } from "@app/contract/accounts";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { UNVERIFIED_DAYS } from "@app/contract/sign-up";
import { z } from "zod";
import { hideChannelOf } from "#modules/catalog/index.ts";
import {
  deactivateAccount,
  lockPerson,
  type PersonRow,
  readPerson,
  readUserCard,
  requireConfirmed,
} from "#modules/identity/index.ts";
import { stopRenewal } from "#modules/membership/billing/end-plan.service.ts";
import { findPaidPlan, findPlanEnd } from "#modules/membership/billing/plans.service.ts";
import type { BillingDeps } from "#modules/membership/billing/reconcile.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import type { Member } from "#platform/viewer.ts";
import { activateEarner } from "./complete-registration.service.ts";
import { purgeUnusedLogos } from "./pictures.service.ts";
import { deleteRegistrationAccount } from "./registration.service.ts";
import { dropRegistration } from "./registration-state.service.ts";
import { type ExpiredRow, extendRegistration, selectExpired, selectUnverified } from "./registrations.sql.ts";

export const RESTORABLE_MONTHS = 12;

type LifecycleDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;
type Card = z.input<typeof userCard>;

/**
 * Hides the channel with its content and ends the plan with the paid period. The account continues as a General User and
 * keeps its earnings and its profile.
 * @throws AppError `confirm_password`
 */
export async function deactivateEarner(deps: LifecycleDeps, member: Member): Promise<Card> {
  await requireConfirmed(deps, member);
  await inTransaction(deps.sql, async (tx) => {
    const person = await lockPerson(tx, member.accountId);
    if (person.plan === null) return;
    await deactivateAccount(tx, person.id);
    await hideChannelOf(tx, person.id, "deactivation");
    await stopRenewal(tx, person.id);
  });
  return readUserCard(deps, deps.sql, member.accountId);
}

/** @throws AppError `conflict` nothing to restore; `gone` deactivated too long ago; `payment_required` the plan has ended */
export async function restoreEarner(
  deps: LifecycleDeps,
  member: Member,
): Promise<Card & { plan_ends_at: string | null }> {
  const person = await readPerson(deps.sql, member.accountId);
  if (person.plan === null) await reactivate(deps, member.accountId, person);
  // Deactivation stopped the renewal, and only the person can resume it.
  const endsAt = await findPlanEnd(deps.sql, member.accountId);
  const card = await readUserCard(deps, deps.sql, member.accountId);
  return { ...card, plan_ends_at: endsAt?.toISOString() ?? null };
}

async function reactivate(deps: LifecycleDeps, accountId: string, person: PersonRow): Promise<void> {
  const until = restorableUntil(person);
  if (!until) throw new AppError("conflict", EARNER_MESSAGES.nothingToRestore);
  if (until < deps.now()) throw new AppError("gone", EARNER_MESSAGES.tooLateToRestore);
  const plan = await findPaidPlan(deps.sql, accountId);
  if (plan === null) throw new AppError("payment_required", EARNER_MESSAGES.pay);
  await inTransaction(deps.sql, async (tx) => {
    await lockPerson(tx, accountId);
    await activateEarner(deps, tx, accountId, plan);
  });
}

/** @returns null: not deactivated */
export function restorableUntil({ deactivated_at }: Pick<PersonRow, "deactivated_at">): Date | null {
  if (!deactivated_at) return null;
  const until = new Date(deactivated_at);
  until.setUTCMonth(until.getUTCMonth() + RESTORABLE_MONTHS);
  return until;
}

type PurgeDeps = BillingDeps & Pick<Deps, "storage" | "log">;

/**
 * Deletes expired, unpaid sign-ups with their unverified accounts. A paid one stays until it is completed; of a completed
 * one only the registration is deleted.
 */
export async function purgeExpiredRegistrations(deps: PurgeDeps, signal?: AbortSignal): Promise<void> {
  await workThrough(deps, {
    failure: "expired sign-up could not be deleted",
    signal,
    next: (after: ExpiredRow | null) => selectExpired(deps.sql, after?.account_id ?? null),
    work: (row) => purgeExpired(deps, row),
  });
  await purgeUnverified(deps, signal);
  await purgeUnusedLogos(deps);
}

/** Deletes accounts that were neither verified nor paid for, to free their usernames and email addresses. */
async function purgeUnverified(deps: PurgeDeps, signal: AbortSignal | undefined): Promise<void> {
  await workThrough(deps, {
    failure: "unverified account could not be deleted",
    signal,
    next: (after: { id: string } | null) => selectUnverified(deps.sql, UNVERIFIED_DAYS, after?.id ?? null),
    work: async ({ id }) => void (await deleteRegistrationAccount(deps, id)),
  });
}

async function purgeExpired(deps: PurgeDeps, { account_id, completed_at }: ExpiredRow): Promise<void> {
  if (completed_at === null) {
    if ((await findPaidPlan(deps.sql, account_id)) !== null) return extendRegistration(deps.sql, account_id);
    await deleteRegistrationAccount(deps, account_id);
  }
  await inTransaction(deps.sql, (tx) => dropRegistration(deps, tx, account_id));
}

export const purgeRegistrationsJob = defineJob({
  name: "earners:purge-registrations",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "41 * * * *",
  run: (deps, _, signal) => purgeExpiredRegistrations(deps, signal),
});
