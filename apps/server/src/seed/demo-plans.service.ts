import { accountId } from "@app/contract/ids";
import { findAccountByUsername } from "#modules/identity/index.ts";
import { payWithTestCard } from "#modules/membership/index.ts";
import type { Deps } from "#platform/deps.ts";
import { EARNERS } from "./world/people.ts";

/** Has the demo earners pay for their plans. Safe to repeat. */
export async function payDemoPlans(deps: Deps): Promise<void> {
  for (const { username, fullName, plan } of EARNERS) {
    const earner = await findAccountByUsername(deps.sql, username);
    if (!earner) throw new Error(`the demo world lacks ${username}`);
    await payWithTestCard(deps, { accountId: accountId.parse(earner.id) }, { plan, name: fullName });
  }
}
