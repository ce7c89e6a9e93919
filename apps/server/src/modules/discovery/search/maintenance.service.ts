import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { collectStalePlaces, moveDocuments, moveSuggestions, purgeUnused, rewriteStale } from "./maintenance.sql.ts";

/** Moves every document to the tiers it belongs to now. */
export function placeDocuments({ sql }: Pick<Deps, "sql">): Promise<void> {
  return inTransaction(sql, async (tx) => {
    await collectStalePlaces(tx);
    await moveDocuments(tx);
    await moveSuggestions(tx);
  });
}

export async function maintainSearch({ sql }: Pick<Deps, "sql">): Promise<void> {
  await inTransaction(sql, rewriteStale);
  await inTransaction(sql, purgeUnused);
}
