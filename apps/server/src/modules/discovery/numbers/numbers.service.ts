import type { PublicNumbers } from "@app/contract/numbers";
import { sumEarned } from "#modules/earnings/index.ts";
import type { Deps } from "#platform/deps.ts";
import { countNumbers, selectNumbers } from "./numbers.sql.ts";

/** As last counted; the first visit of all counts them. */
export async function readNumbers(deps: Pick<Deps, "sql">): Promise<PublicNumbers> {
  const known = await selectNumbers(deps.sql);
  if (known) return known;
  await recountNumbers(deps);
  return (await selectNumbers(deps.sql)) ?? { channels: 0, items: 0, views: 0, earned_cents: 0 };
}

export async function recountNumbers(deps: Pick<Deps, "sql">): Promise<void> {
  await countNumbers(deps.sql, await sumEarned(deps.sql));
}
