import { FOLLOW_MESSAGES, FOLLOWING_CONTENTS_MAX, FOLLOWS_MAX, type followRoutes } from "@app/contract/follows";
import { toPagination } from "@app/contract/http";
import type { ChannelId } from "@app/contract/ids";
import type { z } from "zod";
import { canSeeFollowers } from "#modules/channels/followers-shown.service.ts";
import { requireOpenChannel } from "#modules/channels/open-channel.service.ts";
import { listCards } from "#modules/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { openMediaUrl } from "#platform/media-url.ts";
import type { Marks, SliceAfter } from "#platform/remember-marks.ts";
import type { Totals } from "#platform/remember-totals.ts";
import { toSlice } from "#platform/slice.ts";
import { smallKeyOf } from "#platform/small-key.ts";
import type { Member } from "#platform/viewer.ts";
import { countFollowed, selectFollowed, selectFollowers } from "./follow-lists.sql.ts";
import { askFewChannels, countChannels, type FollowedItem, findOfMany, sumFollowed } from "./followed-contents.sql.ts";
import { selectSubscriberCount } from "./follows.sql.ts";

type ListDeps = Pick<Deps, "sql" | "pool" | "config" | "secrets" | "now">;
type Remembered = { totals: Totals; marks: Marks };
type Page = { current_page: number; per_page: number };
type Data<Name extends keyof typeof followRoutes> = z.input<(typeof followRoutes)[Name]["data"]>;

/** Nobody pages further back than this through the followers of a channel. */
const FOLLOWERS_SHOWN_MAX = 5_000;

export async function listFollowing(
  deps: ListDeps & Pick<Remembered, "totals">,
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

/** The total is what the channels say they hold: nothing is counted. */
export async function listFollowingContents(
  deps: ListDeps & Remembered,
  member: Member,
  page: Page,
): Promise<Data<"followingContents">> {
  const slice = toSlice(page);
  const list = `contents ${member.accountId}`;
  const items =
    slice.offset < FOLLOWING_CONTENTS_MAX
      ? await deps.marks.find(list, slice, (after) => findFollowedContents(deps, member.accountId, after))
      : [];
  const seen = { ...slice, most: FOLLOWING_CONTENTS_MAX, found: items.length };
  const total = await deps.totals.of(list, seen, () =>
    sumFollowed(deps.pool, member.accountId, FOLLOWING_CONTENTS_MAX),
  );
  const contents = await listCards(
    deps,
    items.map((item) => item.id),
  );
  return { contents, pagination: toPagination(page, total) };
}

/** Whoever follows many is known to for a while, and asked for in their way at once. */
async function findFollowedContents(
  { pool, totals }: Pick<Deps, "pool"> & Pick<Remembered, "totals">,
  followerId: string,
  slice: SliceAfter,
): Promise<FollowedItem[]> {
  const list = `channels ${followerId}`;
  const few = totals.isLong(list) ? null : await askFewChannels(pool, followerId, slice);
  if (few) return few;
  const channels = await totals.of(list, { limit: 0, offset: 0, most: FOLLOWS_MAX, found: 0 }, () =>
    countChannels(pool, followerId),
  );
  return findOfMany(pool, followerId, { ...slice, channels });
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
