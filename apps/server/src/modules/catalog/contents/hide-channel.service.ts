import { addHidingReason, type HidingReason, recountContents, removeHidingReason } from "#modules/channels/index.ts";
import type { Sql } from "#platform/db/database.ts";
import { hideContentsOf, showContentsOf } from "./contents-maintenance.sql.ts";

export type { HidingReason };

/**
 * Hides a channel and everything in it, in the caller's transaction. A channel may be hidden for several reasons at
 * once; repeating a reason has no effect.
 */
export async function hideChannelOf(tx: Sql, accountId: string, reason: HidingReason): Promise<void> {
  const channel = await addHidingReason(tx, accountId, reason);
  if (!channel) return;
  await hideContentsOf(tx, channel.id);
  await recountContents(tx, channel.id);
}

/**
 * Removes one reason. Once no reason is left, the channel's items are shown again, except those hidden individually.
 * @returns whether the channel is visible now
 */
export async function showChannelOf(tx: Sql, accountId: string, reason: HidingReason): Promise<boolean> {
  const channel = await removeHidingReason(tx, accountId, reason);
  if (!channel) return false;
  if (channel.is_hidden) return false;
  if (channel.was_hidden_at) await showContentsOf(tx, channel.id, channel.was_hidden_at);
  await recountContents(tx, channel.id);
  return true;
}
