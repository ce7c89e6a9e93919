import { CHANNEL_MESSAGES, type Channel } from "@app/contract/channels";
import { areBlocked } from "#modules/channels/blocks/blocks.sql.ts";
import { readPrivacy } from "#modules/identity/index.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Member, Viewer } from "#platform/viewer.ts";
import { canFetchPicture, canSeeHidden, toRefusal, toVisibility } from "./channels.policy.ts";
import { selectChannelVisibility, selectPictureOwners } from "./channels.sql.ts";

export { canSeeHidden, toRefusal, toVisibility } from "./channels.policy.ts";

/**
 * @returns the owner's account id and the channel's visibility
 * @throws AppError `not_found` there is none; `gone` it is deactivated; `not_allowed` it is blocked
 */
export async function requireVisibleChannel(
  sql: Sql,
  viewer: Viewer,
  id: string,
): Promise<{ ownerId: string; visibility: Channel["visibility"] }> {
  const channel = await selectChannelVisibility(sql, id);
  const refusal = toRefusal(viewer, channel);
  if (refusal || !channel) throw refusal;
  if (await isBlockedFor(sql, viewer, channel.owner_id)) throw new AppError("not_found", CHANNEL_MESSAGES.missing);
  return { ownerId: channel.owner_id, visibility: toVisibility(channel) };
}

/** @returns whether the channel is hidden and this member, as its owner or staff, sees it anyway */
export async function canSeeHiddenChannel(sql: Sql, member: Member, id: string): Promise<boolean> {
  // Most lists belong to other channels; answer those without a query.
  if (!member.isStaff && member.channelId !== id) return false;
  const channel = await selectChannelVisibility(sql, id);
  return channel !== null && toVisibility(channel) !== "open" && toRefusal(member, channel) === null;
}

/** Whether a block hides the viewer and this person from each other. Staff see everybody. */
export async function isBlockedFor(sql: Sql, viewer: Viewer, accountId: string): Promise<boolean> {
  if (!viewer?.hasBlocks || viewer.isStaff) return false;
  return areBlocked(sql, viewer.accountId, accountId);
}

/** Accepts hidden channels. @throws AppError `not_found` */
export async function requireChannel(sql: Sql, id: string): Promise<void> {
  await requireChannelOwner(sql, id);
}

/** Accepts hidden channels. @returns the owner's account id @throws AppError `not_found` */
export async function requireChannelOwner(sql: Sql, id: string): Promise<string> {
  const channel = await selectChannelVisibility(sql, id);
  const refusal = toRefusal(null, channel && { ...channel, hidden_at: null });
  if (refusal || !channel) throw refusal;
  return channel.owner_id;
}

/** Whether the viewer may see who follows the owner's channel. Everybody may see how many do. */
export async function canSeeFollowers(
  deps: Pick<Deps, "pool" | "now">,
  viewer: Viewer,
  ownerId: string,
): Promise<boolean> {
  if (canSeeHidden(viewer, { owner_id: ownerId })) return true;
  return (await readPrivacy(deps.pool, ownerId, deps.now())).showsFollowers;
}

/**
 * Checks whether a picture of an account is public right now, by account id and storage key. Nothing is cached: each
 * answer comes from a read that began after the request arrived.
 */
export function createPictureAccess(deps: Pick<Deps, "pool">): (accountId: string, key: string) => Promise<boolean> {
  const read = createBatchLoader((ids: readonly string[]) => selectPictureOwners(deps.pool, ids));
  return async (accountId, key) => canFetchPicture(await read(accountId), key);
}
