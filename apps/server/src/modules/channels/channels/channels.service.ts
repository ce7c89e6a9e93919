import { CHANNEL_MESSAGES, type Channel } from "@app/contract/channels";
import type { EventPayloads } from "@app/contract/events";
import { z } from "zod";
import { areBlocked, hasBlocked } from "#modules/channels/blocks/blocks.sql.ts";
import { purgeInvitations } from "#modules/channels/members/members.sql.ts";
import { readPrivacy } from "#modules/identity/index.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { smallKeyOf } from "#platform/media-url.ts";
import { drawSmall, type Frame } from "#platform/pictures/redraw-picture.ts";
import type { Member, Viewer } from "#platform/viewer.ts";
import { canFetchPicture, canSeeHidden, toRefusal, toVisibility } from "./channels.policy.ts";
import { insertChannel, recountAll, selectChannelVisibility, selectPictureOwners } from "./channels.sql.ts";

/** A card is at most 450 pixels wide and shows 96 of the height. */
const SMALL: Frame = { widthPx: 768, heightPx: 256, fit: "inside" };

const WEBP = { contentType: "image/webp" };

export {
  addChannelViews,
  adjustFollowerCount,
  lockChannels,
  lockChannelsOf,
  recountContents,
  recountFollowers,
  setChannelPictures,
} from "./channels.sql.ts";

export function onAccountCreated(_deps: Deps, tx: Tx, created: EventPayloads["account.created"]): Promise<void> {
  return insertChannel(tx, { id: created.channel_id, ownerId: created.account_id });
}

/** Recounts followers, items and views of every channel. */
export async function recountChannels(deps: Pick<Deps, "sql" | "log">): Promise<void> {
  const channels = await recountAll(deps.sql);
  if (channels > 0) deps.log.warn({ channels }, "corrected wrong channel counts");
}

/** Stores a cover and a small version for cards. @returns the storage key of the cover */
export async function storeCoverSizes(
  { storage }: Pick<Deps, "storage">,
  folder: string,
  { name, webp }: { name: string; webp: Buffer },
): Promise<string> {
  const key = `${folder}/${name}-wide.webp`;
  await storage.put(smallKeyOf(key), await drawSmall(webp, SMALL), WEBP);
  await storage.put(key, webp, WEBP);
  return key;
}

/** Nightly, so a wrong count is corrected by morning. Also purges invitations that ended 30 days ago. */
export const recountChannelsJob = defineJob({
  name: "channels:recount",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "17 8 * * *",
  async run(deps) {
    await recountChannels(deps);
    await purgeInvitations(deps.sql);
  },
});

export { canSeeHidden, toRefusal, toVisibility } from "./channels.policy.ts";

type VisibleChannel = { ownerId: string; visibility: Channel["visibility"] };

/**
 * @returns the owner's account id and the channel's visibility
 * @throws AppError `not_found` there is none; `gone` it is deactivated; `not_allowed` it is blocked
 */
export async function requireVisibleChannel(sql: Sql, viewer: Viewer, id: string): Promise<VisibleChannel> {
  const channel = await requireShownChannel(sql, viewer, id);
  if (await isBlockedFor(sql, viewer, channel.ownerId)) throw new AppError("not_found", CHANNEL_MESSAGES.missing);
  return channel;
}

/** Like `requireVisibleChannel`, but whoever blocked the owner may still report them. */
export async function requireReportableChannel(sql: Sql, reporter: Member, id: string): Promise<VisibleChannel> {
  const channel = await requireShownChannel(sql, reporter, id);
  const pair = { blockerId: channel.ownerId, blockedId: reporter.accountId };
  if (!reporter.isStaff && (await hasBlocked(sql, pair))) throw new AppError("not_found", CHANNEL_MESSAGES.missing);
  return channel;
}

async function requireShownChannel(sql: Sql, viewer: Viewer, id: string): Promise<VisibleChannel> {
  const channel = await selectChannelVisibility(sql, id);
  const refusal = toRefusal(viewer, channel);
  if (refusal || !channel) throw refusal;
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
