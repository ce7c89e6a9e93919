import type { comment, commentAuthor } from "@app/contract/comments";
import type { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { type ItemOwner, rightsTo } from "./comments.policy.ts";
import type { CommentRow } from "./comments.sql.ts";

type Shown = z.input<typeof comment>;
export type ShownReply = Shown["replies"][number];

/** @param row one that the viewer sees */
export function toReply(deps: Pick<Deps, "config">, row: CommentRow, viewer: Member, item: ItemOwner): ShownReply {
  const isDeleted = row.status === "deleted";
  return {
    id: row.id,
    parent_id: row.parent_id,
    text: isDeleted ? null : row.body,
    created_at: row.created_at.toISOString(),
    is_edited: row.edited_at !== null && !isDeleted,
    // People who are hidden from a channel must not notice it.
    is_held: row.status === "held",
    is_pinned: row.is_pinned,
    is_hearted: row.is_hearted,
    liked: row.liked,
    total_likes: row.total_likes,
    total_replies: row.total_replies,
    author: isDeleted ? null : toAuthor(deps, row, viewer, item.owner_id),
    mentions: isDeleted ? [] : row.mentions,
    can: rightsTo(row, viewer, item),
  };
}

function toAuthor(
  deps: Pick<Deps, "config">,
  row: CommentRow,
  viewer: Member,
  ownerId: string,
): z.input<typeof commentAuthor> | null {
  if (row.author_username === null) return null;
  return {
    name: row.author_name ?? row.author_username,
    username: row.author_username,
    channel_id: row.author_channel_id,
    profile_url: publicMediaUrl(deps.config, smallKeyOf(row.author_profile_key)),
    is_owner: row.author_id === ownerId,
    is_you: row.author_id === viewer.accountId,
  };
}
