import type { userCard } from "@app/contract/accounts";
import { EARNER_MESSAGES } from "@app/contract/earners";
import type { z } from "zod";
import { hideChannelOf } from "#modules/catalog/index.ts";
import {
  lockPerson,
  type PersonRow,
  putToSleep,
  readPerson,
  readUserCard,
  requireConfirmed,
} from "#modules/identity/index.ts";
import { findPlanEnd } from "#modules/membership/billing/order-state.service.ts";
import { findPaidPlan, stopRenewal } from "#modules/membership/billing/standing.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { wakeEarner } from "./complete-registration.service.ts";

export const RESTORABLE_MONTHS = 12;

type LifecycleDeps = Pick<Deps, "sql" | "secrets" | "config" | "now" | "events">;
type Card = z.input<typeof userCard>;

/**
 * Hides the channel and all that is in it and lets the plan end with what is paid; the account goes on as a
 * General User's. What was earned stays, and so does the profile.
 * @throws AppError `confirm_password`
 */
export async function deactivateEarner(deps: LifecycleDeps, member: Member): Promise<Card> {
  await requireConfirmed(deps, member);
  await inTransaction(deps.sql, async (tx) => {
    const person = await lockPerson(tx, member.accountId);
    if (person.plan === null) return;
    await putToSleep(tx, person.id);
    await hideChannelOf(tx, person.id, "deactivation");
    await stopRenewal(tx, person.id);
  });
  return readUserCard(deps, deps.sql, member.accountId);
}

/**
 * @throws AppError `conflict` there is nothing to restore; `gone` it was too long ago;
 * `payment_required` the plan has ended meanwhile
 */
export async function restoreEarner(
  deps: LifecycleDeps,
  member: Member,
): Promise<Card & { plan_ends_at: string | null }> {
  const person = await readPerson(deps.sql, member.accountId);
  if (person.plan === null) await wake(deps, member.accountId, person);
  // Deactivating has stopped the renewal, and only the person switches it on again.
  const endsAt = await findPlanEnd(deps.sql, member.accountId);
  const card = await readUserCard(deps, deps.sql, member.accountId);
  return { ...card, plan_ends_at: endsAt?.toISOString() ?? null };
}

async function wake(deps: LifecycleDeps, accountId: string, person: PersonRow): Promise<void> {
  const until = restorableUntil(person);
  if (!until) throw new AppError("conflict", EARNER_MESSAGES.nothingToRestore);
  if (until < deps.now()) throw new AppError("gone", EARNER_MESSAGES.tooLateToRestore);
  const plan = await findPaidPlan(deps.sql, accountId);
  if (plan === null) throw new AppError("payment_required", EARNER_MESSAGES.pay);
  await inTransaction(deps.sql, async (tx) => {
    await lockPerson(tx, accountId);
    await wakeEarner(deps, tx, accountId, plan);
  });
}

/** @returns null for whoever is not deactivated */
export function restorableUntil({ deactivated_at }: Pick<PersonRow, "deactivated_at">): Date | null {
  if (!deactivated_at) return null;
  const until = new Date(deactivated_at);
  until.setUTCMonth(until.getUTCMonth() + RESTORABLE_MONTHS);
  return until;
}
