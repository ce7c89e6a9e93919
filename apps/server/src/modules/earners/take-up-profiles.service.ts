import type { Deps } from "#platform/deps.ts";
import { becomeEarner } from "./become-earner.service.ts";
import { selectDueProfiles } from "./registrations.sql.ts";

/** Gives earners whose plan has changed with a renewal the profile that they have entered for it. */
export async function takeUpProfiles(deps: Pick<Deps, "sql" | "secrets" | "now" | "config" | "log">): Promise<void> {
  for (const { account_id } of await selectDueProfiles(deps.sql)) {
    await becomeEarner(deps, account_id).catch((error: unknown) =>
      deps.log.error({ err: error }, "the profile of a changed plan waits"),
    );
  }
}
