import type { Sql } from "#platform/db/database.ts";
import { removeDeviceRows } from "./devices.sql.ts";
import { closeErasure, eraseAccountRow, markDeletionDue, selectChannelId, selectDueAccounts } from "./ending.sql.ts";
import { expireLinks, LINK_PURPOSES } from "./links.sql.ts";
import { selectAccount } from "./session.sql.ts";

export { closeErasure, eraseAccountRow, selectChannelId as findChannelId, selectDueAccounts as findDueAccounts };

/**
 * Begins the days after which an account is erased: every session ends, and no mailed link works any more.
 * @returns null when there is no such account
 */
export async function beginEnding(
  tx: Sql,
  accountId: string,
  days: number,
): Promise<{ email: string; username: string; dueAt: Date } | null> {
  const account = await selectAccount(tx, accountId);
  const dueAt = account && (await markDeletionDue(tx, account.id, days));
  if (!account || !dueAt) return null;
  await removeDeviceRows(tx, account.id, null);
  for (const purpose of LINK_PURPOSES) await expireLinks(tx, account.id, purpose);
  return { email: account.email, username: account.username, dueAt };
}
