import { findPaidPlan } from "#modules/billing/standing.service.ts";
import type { Deps } from "#platform/deps.ts";
import { forgetUnusedLogos } from "./pictures.service.ts";
import { abortRegistration } from "./registration.service.ts";
import { deleteRegistration, prolongRegistration, selectExpired } from "./registrations.sql.ts";

/**
 * Ends sign-ups that ran out unpaid, with the accounts that nobody has proved to be theirs. One that was
 * paid is kept until it is completed.
 */
export async function forgetExpiredRegistrations(deps: Pick<Deps, "sql" | "storage">): Promise<void> {
  for (const { account_id } of await selectExpired(deps.sql)) {
    if ((await findPaidPlan(deps.sql, account_id)) !== null) {
      await prolongRegistration(deps.sql, account_id);
      continue;
    }
    await abortRegistration(deps, account_id);
    await deleteRegistration(deps.sql, account_id);
  }
  await forgetUnusedLogos(deps);
}
