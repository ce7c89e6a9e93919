import { renewMediaTokens } from "#modules/catalog/index.ts";
import type { Sql } from "#platform/db/database.ts";
import { lockHighlights } from "./recruiting.sql.ts";

/**
 * Ends the media addresses that coaches were given of an athlete's highlights, in the caller's transaction. Those of
 * public videos stay: everybody may have them.
 * @param kept highlights that stay on an open page
 */
export async function endCoachAddresses(tx: Sql, accountId: string, kept: readonly string[] = []): Promise<void> {
  const highlights = await lockHighlights(tx, accountId);
  await renewMediaTokens(
    tx,
    highlights.filter((id) => !kept.includes(id)),
  );
}
