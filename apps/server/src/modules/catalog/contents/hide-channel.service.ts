import { addHidingReason, type HidingReason, recountContents, removeHidingReason } from "#modules/channels/index.ts";
import type { Sql } from "#platform/db/database.ts";
import { hideContentsOf, showContentsOf } from "./contents-maintenance.sql.ts";

export type { HidingReason };

/**
 * Hides somebody's channel and all that is in it, in the caller's transaction. A channel may be hidden
 * for several reasons at once; twice for the same one is once.
 */
export async function hideChannelOf(tx: Sql, accountId: string, reason: HidingReason): Promise<void> {
  const channel = await addHidingReason(tx, accountId, reason);
  if (!channel) return;
  await hideContentsOf(tx, channel.id);
  await recountContents(tx, channel.id);
}

/**
 * Takes one reason away; what the channel holds is shown again when none is left. An item that was
 * hidden by itself stays hidden.
 * @returns whether the channel is shown now
 */
export async function showChannelOf(tx: Sql, accountId: string, reason: HidingReason): Promise<boolean> {
  const channel = await removeHidingReason(tx, accountId, reason);
  if (!channel) return false;
  if (channel.is_hidden) return false;
  if (channel.was_hidden_at) await showContentsOf(tx, channel.id, channel.was_hidden_at);
  await recountContents(tx, channel.id);
  return true;
}
