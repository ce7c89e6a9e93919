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
import type { Totals } from "#platform/remember-totals.ts";
import { toSlice } from "#platform/slice.ts";
import { smallKeyOf } from "#platform/small-key.ts";
import type { Member } from "#platform/viewer.ts";
import { countFollowed, selectFollowed, selectFollowers } from "./follow-lists.sql.ts";
import { selectFollowedContentIds, sumFollowed } from "./followed-contents.sql.ts";
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

/** The total is what the channels say they hold: nothing is counted. */
export async function listFollowingContents(
  deps: ListDeps,
  member: Member,
  page: Page,
): Promise<Data<"followingContents">> {
  const slice = toSlice(page);
  const isShown = slice.offset < FOLLOWING_CONTENTS_MAX;
  const { channels, items } = await sumFollowed(deps.pool, member.accountId, FOLLOWING_CONTENTS_MAX);
  const ids = isShown ? await selectFollowedContentIds(deps.pool, member.accountId, { ...slice, channels }) : [];
  return { contents: await listCards(deps, ids), pagination: toPagination(page, items) };
}

/** @throws AppError `not_allowed` the owner does not show them; `not_found`, `gone` */
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
  const rows = slice.offset < FOLLOWERS_SHOWN_MAX ? await selectFollowers(deps.pool, id, slice) : [];
  const total = await selectSubscriberCount(deps.sql, id);
  return {
    followers: rows.map((row) => ({
      ...{ id: row.id, name: row.name, username: row.username },
      channel_profile: openMediaUrl(deps.config, row.profile_key),
    })),
    pagination: toPagination(page, Math.min(total, FOLLOWERS_SHOWN_MAX)),
  };
}
