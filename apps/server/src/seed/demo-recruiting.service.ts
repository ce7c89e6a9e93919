import { addMeasurables } from "#modules/channels/index.ts";
import { addRecruitingPage } from "#modules/discovery/index.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { MEASURED, RECRUITED } from "./world/measured.ts";

/** What coaches look for in the demo world: some athletes' measurables, and one open recruiting page. */
export async function addRecruiting(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [username, measured] of Object.entries(MEASURED)) {
    const accountId = accounts.get(username);
    if (accountId) await addMeasurables(tx, accountId, measured);
  }
  const recruited = accounts.get(RECRUITED);
  if (recruited) await addRecruitingPage(deps, tx, recruited);
}
