import { CHANNEL_MESSAGES } from "@app/contract/channels";
import type { EventInputs } from "@app/contract/events";
import { FOLLOW_MESSAGES, FOLLOWS_MAX, type FollowState, type followRoutes } from "@app/contract/follows";
import type { ChannelId, ContentId } from "@app/contract/ids";
import type { z } from "zod";
import { areBlocked } from "#modules/channels/blocks/blocks.sql.ts";
import {
  adjustFollowerCount,
  canSeeFollowers,
  lockChannels,
  recountFollowers,
  requireChannel,
  requireVisibleChannel,
} from "#modules/channels/channels/channels.service.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import { blocksOf, type Member } from "#platform/viewer.ts";
import {
  countFollowsOf,
  deleteFollow,
  deleteFollowsOf,
  type Follow,
  type FollowRow,
  insertFollow,
  insertFollows,
  type PastFollow,
  selectChannelsOf,
  selectFollowedChannels,
  selectFollowers,
  selectSubscriberCount,
} from "./follows.sql.ts";

type ListDeps = Pick<Deps, "sql" | "pool" | "config" | "secrets" | "now">;

type Data<Name extends keyof typeof followRoutes> = z.input<(typeof followRoutes)[Name]["data"]>;

/** A channel's follower list ends here. */
const FOLLOWERS_SHOWN_MAX = 5_000;

/** Adds follows and updates the follower counts in the caller's transaction. */
export async function addFollows(tx: Sql, follows: readonly PastFollow[]): Promise<void> {
  const channelIds = [...new Set(follows.map((follow) => follow.channelId))];
  await lockChannels(tx, channelIds);
  await insertFollows(tx, follows);
  await recountFollowers(tx, channelIds);
}

type FollowBody = { id?: ChannelId | undefined; content_id?: ContentId | undefined };

/**
 * @throws AppError `invalid_input` own channel, or another id in the body; `conflict` too many follows; `not_found`,
 * `gone`, `not_allowed` the channel cannot be followed
 */
export async function follow(
  deps: Pick<Deps, "sql" | "events">,
  member: Member,
  id: ChannelId,
  body: FollowBody,
): Promise<FollowState> {
  requireSameId(id, body.id);
  if (id === member.channelId) throw fieldError("id", FOLLOW_MESSAGES.own);
  return inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [id]);
    const { ownerId } = await requireVisibleChannel(tx, null, id);
    if (await areBlocked(tx, member.accountId, ownerId)) throw new AppError("not_found", CHANNEL_MESSAGES.missing);
    const contentId = body.content_id ?? null;
    const created = await insertFollow(tx, { followerId: member.accountId, channelId: id, contentId });
    if (!created) return { following: true, total_followers: await selectSubscriberCount(tx, id) };
    if ((await countFollowsOf(tx, member.accountId)) > FOLLOWS_MAX)
      throw new AppError("conflict", FOLLOW_MESSAGES.tooMany);
    const total = await adjustFollowerCount(tx, id, 1);
    await deps.events.publish(tx, "follow.created", toEvent({ followerId: member.accountId, channelId: id }, created));
    return { following: true, total_followers: total };
  });
}

/** Works for hidden channels too. @throws AppError `invalid_input`, `not_found` */
export async function unfollow(
  deps: Pick<Deps, "sql" | "events">,
  member: Member,
  id: ChannelId,
  body: Pick<FollowBody, "id">,
): Promise<FollowState> {
  requireSameId(id, body.id);
  return inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [id]);
    await requireChannel(tx, id);
    return {
      following: false,
      total_followers: await removeFollow(deps, tx, { followerId: member.accountId, channelId: id }),
    };
  });
}

/** Does nothing without a follow. Lock the channel first. @returns the channel's followers */
export async function removeFollow(deps: Pick<Deps, "events">, tx: Tx, follow: Follow): Promise<number> {
  const deleted = await deleteFollow(tx, follow);
  if (!deleted) return selectSubscriberCount(tx, follow.channelId);
  const total = await adjustFollowerCount(tx, follow.channelId, -1);
  await deps.events.publish(tx, "follow.deleted", toEvent(follow, deleted));
  return total;
}

function toEvent(follow: Follow, row: FollowRow): EventInputs["follow.created"] {
  return {
    follower_id: follow.followerId,
    channel_id: follow.channelId,
    content_id: row.content_id,
    created_at: row.created_at.toISOString(),
  };
}

function requireSameId(id: ChannelId, bodyId: ChannelId | undefined): void {
  if (bodyId !== undefined && bodyId !== id) throw fieldError("id", FOLLOW_MESSAGES.otherId);
}

/** Until the list ends, the total includes hidden channels. */
export async function listFollowing(deps: ListDeps, member: Member, query: PageQuery): Promise<Data<"following">> {
  const { rows, pagination } = await readPage(deps, {
    name: `following ${member.accountId}`,
    maxRows: FOLLOWS_MAX,
    query,
    read: (range) => selectFollowedChannels(deps.pool, member.accountId, range),
    count: () => countFollowsOf(deps.sql, member.accountId),
  });
  return {
    channels: rows.map((row) => ({
      id: row.id,
      name: row.name,
      username: row.username,
      channel_profile: publicMediaUrl(deps.config, row.profile_key),
      channel_cover: publicMediaUrl(deps.config, smallKeyOf(row.cover_key)),
      subscriber_count: row.subscriber_count,
      content_count: row.content_count,
      followed_at: row.followed_at.toISOString(),
    })),
    pagination,
  };
}

/**
 * Until the list ends, the total is the channel's stored count, which includes hidden followers.
 * @throws AppError `not_allowed` the owner does not show them; `not_found`, `gone`
 */
export async function listFollowers(
  deps: ListDeps,
  member: Member,
  id: ChannelId,
  query: PageQuery,
): Promise<Data<"followers">> {
  const channel = await requireVisibleChannel(deps.sql, member, id);
  if (!(await canSeeFollowers(deps, member, channel.ownerId)))
    throw new AppError("not_allowed", FOLLOW_MESSAGES.followersHidden);
  const { rows, pagination } = await readPage(deps, {
    name: `followers ${id}`,
    maxRows: FOLLOWERS_SHOWN_MAX,
    query,
    read: (range) => selectFollowers(deps.pool, { channelId: id, leftOutFor: blocksOf(member) }, range),
    count: () => selectSubscriberCount(deps.sql, id),
  });
  return {
    followers: rows.map((row) => ({
      id: row.id,
      name: row.name,
      username: row.username,
      channel_profile: publicMediaUrl(deps.config, row.profile_key),
    })),
    pagination,
  };
}

/** Deletes an account's follows and followers, and updates the follower counts in the same transaction. */
export async function eraseFollowsOf(tx: Sql, accountId: string): Promise<void> {
  await lockChannels(tx, await selectChannelsOf(tx, accountId));
  await recountFollowers(tx, await deleteFollowsOf(tx, accountId));
}
