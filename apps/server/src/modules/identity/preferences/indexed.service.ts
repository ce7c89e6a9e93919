import type { Deps } from "#platform/deps.ts";
import { selectUnindexed } from "./indexed.sql.ts";

/** @returns the channels among these that no page which search engines read may name */
export async function findUnindexed(
  deps: Pick<Deps, "pool">,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0) return new Set();
  return new Set(await selectUnindexed(deps.pool, channelIds));
}
