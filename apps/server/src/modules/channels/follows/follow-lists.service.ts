import { FOLLOW_MESSAGES, FOLLOWS_MAX, type followRoutes } from "@app/contract/follows";
import type { ChannelId } from "@app/contract/ids";
import type { z } from "zod";
import { canSeeFollowers } from "#modules/channels/channels/followers-shown.service.ts";
import { requireOpenChannel } from "#modules/channels/channels/open-channel.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import { smallKeyOf } from "#platform/small-key.ts";
import type { Member } from "#platform/viewer.ts";
import { selectFollowed, selectFollowers } from "./follow-lists.sql.ts";
import { countFollowsOf, selectSubscriberCount } from "./follows.sql.ts";

type ListDeps = Pick<Deps, "sql" | "pool" | "config" | "secrets" | "now">;
type Data<Name extends keyof typeof followRoutes> = z.input<(typeof followRoutes)[Name]["data"]>;

/** Nobody pages further back than this through the followers of a channel. */
const FOLLOWERS_SHOWN_MAX = 5_000;

/** The total is of all follows, those of hidden channels included, until the list ends. */
export async function listFollowing(deps: ListDeps, member: Member, query: PageQuery): Promise<Data<"following">> {
  const { rows, pagination } = await readPage(deps, {
    name: `following ${member.accountId}`,
    most: FOLLOWS_MAX,
    query,
    read: (range) => selectFollowed(deps.pool, member.accountId, range),
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
 * The total is the channel's stored count, hidden followers included, until the list ends.
 * @throws AppError `not_allowed` the owner does not show them; `not_found`, `gone`
 */
export async function listFollowers(
  deps: ListDeps,
  member: Member,
  id: ChannelId,
  query: PageQuery,
): Promise<Data<"followers">> {
  const channel = await requireOpenChannel(deps.sql, member, id);
  if (!(await canSeeFollowers(deps, member, channel.ownerId)))
    throw new AppError("not_allowed", FOLLOW_MESSAGES.followersHidden);
  const { rows, pagination } = await readPage(deps, {
    name: `followers ${id}`,
    most: FOLLOWERS_SHOWN_MAX,
    query,
    read: (range) => selectFollowers(deps.pool, id, range),
    count: () => selectSubscriberCount(deps.sql, id),
  });
  return {
    followers: rows.map((row) => ({
      ...{ id: row.id, name: row.name, username: row.username },
      channel_profile: publicMediaUrl(deps.config, row.profile_key),
    })),
    pagination,
  };
}
