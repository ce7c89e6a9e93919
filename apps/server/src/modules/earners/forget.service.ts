import { UNVERIFIED_DAYS } from "@app/contract/sign-up";
import { type BillingDeps, findPaidPlan } from "#modules/billing/standing.service.ts";
import type { Deps } from "#platform/deps.ts";
import { forgetUnusedLogos } from "./pictures.service.ts";
import { abortRegistration } from "./registration.service.ts";
import { deleteRegistration, prolongRegistration, selectExpired, selectUnverified } from "./registrations.sql.ts";

type ForgetDeps = BillingDeps & Pick<Deps, "storage" | "log">;

/**
 * Ends sign-ups that ran out unpaid, with the accounts that nobody has proved to be theirs. One that was
 * paid is kept until it is completed.
 */
export async function forgetExpiredRegistrations(deps: ForgetDeps): Promise<void> {
  for (const { account_id } of await selectExpired(deps.sql)) {
    // One whose payment cannot be ended now is tried again, and holds up nobody else's.
    await forgetExpired(deps, account_id).catch((error: unknown) =>
      deps.log.error({ err: error }, "a sign-up that ran out is kept"),
    );
  }
  await releaseUnverified(deps);
  await forgetUnusedLogos(deps);
}

/** Deletes the accounts that nobody verified or paid for, so that the name and the address are free again. */
async function releaseUnverified(deps: ForgetDeps): Promise<void> {
  for (const { id } of await selectUnverified(deps.sql, UNVERIFIED_DAYS)) {
    await abortRegistration(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error }, "an unverified account is kept for now"),
    );
  }
}

async function forgetExpired(deps: ForgetDeps, accountId: string): Promise<void> {
  if ((await findPaidPlan(deps.sql, accountId)) !== null) return prolongRegistration(deps.sql, accountId);
  await abortRegistration(deps, accountId);
  await deleteRegistration(deps.sql, accountId);
}
