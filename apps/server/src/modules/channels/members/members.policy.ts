import { type ChannelPermission, hasPermission } from "@app/contract/channel-roles";
import type { Viewer } from "#platform/viewer.ts";

/**
 * Whether somebody may do this for a channel: the one rule that every feature asks. Staff have rights of their own, which
 * each feature adds.
 */
export function canManage(
  viewer: Viewer,
  channel: { channel_id: string; owner_id: string },
  permission: ChannelPermission,
): boolean {
  if (viewer === null) return false;
  if (viewer.accountId === channel.owner_id) return true;
  const membership = viewer.memberships.find(({ channelId }) => channelId === channel.channel_id);
  return membership !== undefined && hasPermission(membership.role, permission);
}

/** For an item: uploaders change what they uploaded themselves. */
export function canManageItem(
  viewer: Viewer,
  item: { channel_id: string; owner_id: string; uploaded_by: string | null },
): boolean {
  const isOwn = viewer !== null && item.uploaded_by === viewer.accountId;
  return canManage(viewer, item, isOwn ? "edit_own" : "edit_all");
}
