import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { moveDocuments, moveStarts, notePlaces, purgeUnused, rewriteStale } from "./maintenance.sql.ts";

/** Puts every document into the tiers where it belongs by now. */
export function placeDocuments({ sql }: Pick<Deps, "sql">): Promise<void> {
  return inTransaction(sql, async (tx) => {
    await notePlaces(tx);
    await moveDocuments(tx);
    await moveStarts(tx);
  });
}

export async function maintainSearch({ sql }: Pick<Deps, "sql">): Promise<void> {
  await inTransaction(sql, rewriteStale);
  await inTransaction(sql, purgeUnused);
}
