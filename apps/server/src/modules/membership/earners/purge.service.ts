import { UNVERIFIED_DAYS } from "@app/contract/sign-up";
import { z } from "zod";
import { findPaidPlan } from "#modules/membership/billing/entitlement.service.ts";
import type { BillingDeps } from "#modules/membership/billing/reconcile.service.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { purgeUnusedLogos } from "./pictures.service.ts";
import { deleteRegistrationAccount } from "./registration.service.ts";
import {
  deleteRegistration,
  type ExpiredRow,
  extendRegistration,
  selectExpired,
  selectUnverified,
} from "./registrations.sql.ts";

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
  await deleteRegistration(deps.sql, account_id);
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
