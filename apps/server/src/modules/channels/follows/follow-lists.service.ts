import { FOLLOW_MESSAGES, FOLLOWS_MAX, type followRoutes } from "@app/contract/follows";
import { toPagination } from "@app/contract/http";
import type { ChannelId } from "@app/contract/ids";
import type { z } from "zod";
import { canSeeFollowers } from "#modules/channels/channels/followers-shown.service.ts";
import { requireOpenChannel } from "#modules/channels/channels/open-channel.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { openMediaUrl } from "#platform/media-url.ts";
import type { Totals } from "#platform/remember-totals.ts";
import { toSlice } from "#platform/slice.ts";
import { smallKeyOf } from "#platform/small-key.ts";
import type { Member } from "#platform/viewer.ts";
import { countFollowed, selectFollowed, selectFollowers } from "./follow-lists.sql.ts";
import { selectSubscriberCount } from "./follows.sql.ts";

type ListDeps = Pick<Deps, "sql" | "pool" | "config" | "secrets" | "now">;
type Page = { current_page: number; per_page: number };
type Data<Name extends keyof typeof followRoutes> = z.input<(typeof followRoutes)[Name]["data"]>;

/** Nobody pages further back than this through the followers of a channel. */
const FOLLOWERS_SHOWN_MAX = 5_000;

export async function listFollowing(
  deps: ListDeps & { totals: Totals },
  member: Member,
  page: Page,
): Promise<Data<"following">> {
  const slice = toSlice(page);
  const rows = await selectFollowed(deps.pool, member.accountId, slice);
  const seen = { ...slice, most: FOLLOWS_MAX, found: rows.length };
  const total = await deps.totals.of(member.accountId, seen, () => countFollowed(deps.pool, member.accountId));
  return {
    channels: rows.map((row) => ({
      id: row.id,
      name: row.name,
      username: row.username,
      channel_profile: openMediaUrl(deps.config, row.profile_key),
      channel_cover: openMediaUrl(deps.config, smallKeyOf(row.cover_key)),
      subscriber_count: row.subscriber_count,
      content_count: row.content_count,
      followed_at: row.followed_at.toISOString(),
    })),
    pagination: toPagination(page, total),
  };
}

/**
 * The total is the channel's stored count, hidden followers with it, until the list ends: one row is read beyond the
 * page, so that no page is promised that is empty.
 * @throws AppError `not_allowed` the owner does not show them; `not_found`, `gone`
 */
export async function listFollowers(
  deps: ListDeps,
  member: Member,
  id: ChannelId,
  page: Page,
): Promise<Data<"followers">> {
  const channel = await requireOpenChannel(deps.sql, member, id);
  if (!(await canSeeFollowers(deps, member, channel.ownerId)))
    throw new AppError("not_allowed", FOLLOW_MESSAGES.followersHidden);
  const slice = toSlice(page);
  const isShown = slice.offset < FOLLOWERS_SHOWN_MAX;
  const rows = isShown ? await selectFollowers(deps.pool, id, { ...slice, limit: slice.limit + 1 }) : [];
  const most =
    rows.length > slice.limit ? FOLLOWERS_SHOWN_MAX : Math.min(slice.offset + rows.length, FOLLOWERS_SHOWN_MAX);
  const total = await selectSubscriberCount(deps.sql, id);
  return {
    followers: rows.slice(0, slice.limit).map((row) => ({
      ...{ id: row.id, name: row.name, username: row.username },
      channel_profile: openMediaUrl(deps.config, row.profile_key),
    })),
    pagination: toPagination(page, Math.min(total, most)),
  };
}
