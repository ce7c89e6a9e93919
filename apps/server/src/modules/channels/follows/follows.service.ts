import type { EventInputs } from "@app/contract/events";
import { FOLLOW_MESSAGES, FOLLOWS_MAX, type FollowState } from "@app/contract/follows";
import type { ChannelId, ContentId } from "@app/contract/ids";
import { addFollowers, lockChannels, recountFollowers } from "#modules/channels/channels/channels.service.ts";
import { requireChannel, requireOpenChannel } from "#modules/channels/channels/open-channel.service.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import {
  countFollowsOf,
  deleteFollow,
  type Follow,
  type FollowRow,
  insertFollow,
  insertFollows,
  selectSubscriberCount,
} from "./follows.sql.ts";

/** In the caller's transaction: the follows and the counts that lists show. */
export async function addFollows(tx: Sql, follows: readonly Follow[]): Promise<void> {
  const channelIds = [...new Set(follows.map((follow) => follow.channelId))];
  await lockChannels(tx, channelIds);
  await insertFollows(tx, follows);
  await recountFollowers(tx, channelIds);
}

type Asked = { id?: ChannelId | undefined; content_id?: ContentId | undefined };

/**
 * @throws AppError `invalid_input` one's own channel, or another id in the body; `conflict` too many;
 *   `not_found`, `gone`, `not_allowed` the channel is not there to be followed
 */
export async function follow(
  deps: Pick<Deps, "sql" | "events">,
  member: Member,
  id: ChannelId,
  asked: Asked,
): Promise<FollowState> {
  requireSameId(id, asked.id);
  if (id === member.channelId) throw fieldError("id", FOLLOW_MESSAGES.own);
  return inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [id]);
    await requireOpenChannel(tx, null, id);
    const contentId = asked.content_id ?? null;
    const made = await insertFollow(tx, { followerId: member.accountId, channelId: id, contentId });
    if (!made) return { following: true, total_followers: await selectSubscriberCount(tx, id) };
    if ((await countFollowsOf(tx, member.accountId)) > FOLLOWS_MAX)
      throw new AppError("conflict", FOLLOW_MESSAGES.tooMany);
    const total = await addFollowers(tx, id, 1);
    await deps.events.publish(tx, "follow.created", toEvent(id, made));
    return { following: true, total_followers: total };
  });
}

/** A channel that is hidden can be unfollowed as well. @throws AppError `invalid_input`, `not_found` */
export async function unfollow(
  deps: Pick<Deps, "sql" | "events">,
  member: Member,
  id: ChannelId,
  asked: Pick<Asked, "id">,
): Promise<FollowState> {
  requireSameId(id, asked.id);
  return inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [id]);
    await requireChannel(tx, id);
    const ended = await deleteFollow(tx, { followerId: member.accountId, channelId: id });
    if (!ended) return { following: false, total_followers: await selectSubscriberCount(tx, id) };
    const total = await addFollowers(tx, id, -1);
    await deps.events.publish(tx, "follow.deleted", toEvent(id, ended));
    return { following: false, total_followers: total };
  });
}

function toEvent(channelId: ChannelId, row: FollowRow): EventInputs["follow.created"] {
  return { channel_id: channelId, content_id: row.content_id, created_at: row.created_at.toISOString() };
}

function requireSameId(id: ChannelId, bodyId: ChannelId | undefined): void {
  if (bodyId !== undefined && bodyId !== id) throw fieldError("id", FOLLOW_MESSAGES.otherId);
}
