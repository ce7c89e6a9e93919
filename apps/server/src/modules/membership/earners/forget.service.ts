import { UNVERIFIED_DAYS } from "@app/contract/sign-up";
import { type BillingDeps, findPaidPlan } from "#modules/membership/billing/standing.service.ts";
import type { Deps } from "#platform/deps.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { forgetUnusedLogos } from "./pictures.service.ts";
import { deleteRegistrationAccount } from "./registration.service.ts";
import {
  deleteRegistration,
  type ExpiredRow,
  prolongRegistration,
  selectExpired,
  selectUnverified,
} from "./registrations.sql.ts";

type ForgetDeps = BillingDeps & Pick<Deps, "storage" | "log">;

/**
 * Deletes the sign-ups that ran out unpaid, with the accounts that nobody has verified. One that was paid stays until it
 * is completed; of one that was completed the browser is forgotten, and the account stays.
 */
export async function forgetExpiredRegistrations(deps: ForgetDeps, signal?: AbortSignal): Promise<void> {
  await workThrough(deps, {
    failure: "a sign-up that ran out could not be deleted",
    signal,
    next: (after: ExpiredRow | null) => selectExpired(deps.sql, after?.account_id ?? null),
    work: (row) => forgetExpired(deps, row),
  });
  await releaseUnverified(deps, signal);
  await forgetUnusedLogos(deps);
}

/** Deletes the accounts that nobody verified or paid for, so that the name and the address are free again. */
async function releaseUnverified(deps: ForgetDeps, signal: AbortSignal | undefined): Promise<void> {
  await workThrough(deps, {
    failure: "an unverified account could not be deleted",
    signal,
    next: (after: { id: string } | null) => selectUnverified(deps.sql, UNVERIFIED_DAYS, after?.id ?? null),
    work: async ({ id }) => void (await deleteRegistrationAccount(deps, id)),
  });
}

async function forgetExpired(deps: ForgetDeps, { account_id, completed_at }: ExpiredRow): Promise<void> {
  if (completed_at === null) {
    if ((await findPaidPlan(deps.sql, account_id)) !== null) return prolongRegistration(deps.sql, account_id);
    await deleteRegistrationAccount(deps, account_id);
  }
  await deleteRegistration(deps.sql, account_id);
}
