import { COMMENT_MESSAGES } from "@app/contract/comment-text";
import type { likeState } from "@app/contract/comments";
import type { CommentId } from "@app/contract/ids";
import type { z } from "zod";
import { lockChannelsOf } from "#modules/channels/index.ts";
import type { FlushTimer } from "#modules/engagement/flush-timer.ts";
import { addToHourlyStats, subtractFromHourlyStats } from "#modules/engagement/views/views.service.ts";
import { inTransaction, lockTransaction, type Tx } from "#platform/db/database.ts";
import { LOCKS } from "#platform/db/locks.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { publishToItems } from "#platform/live/publish-live.ts";
import type { Member } from "#platform/viewer.ts";
import {
  type CommenterChange,
  countComments,
  countLikes,
  deleteCommentLike,
  eraseCommentsOf,
  eraseSettingsOf,
  insertCommentLike,
  selectLikeState,
  selectNewlyCommented,
} from "./comment-counts.sql.ts";
import { requireSeenComment } from "./comments.service.ts";

type LikeDeps = Pick<Deps, "sql" | "events"> & { counter: FlushTimer };

/**
 * Writes only the member's own row, so clicks on one comment never wait for each other. A like can also be taken back
 * from a comment that the member no longer sees.
 * @throws AppError `not_found`; `gone` deleted
 */
export async function reactToComment(
  deps: LikeDeps,
  member: Member,
  id: CommentId,
  liked: boolean,
): Promise<z.input<typeof likeState>> {
  const like = { accountId: member.accountId, commentId: id };
  if (liked) {
    const { row } = await requireSeenComment(deps, member, id);
    if (row.status === "deleted") throw new AppError("gone", COMMENT_MESSAGES.gone);
  }
  const isChanged = await inTransaction(deps.sql, async (tx) => {
    const isNew = liked ? await insertCommentLike(tx, like) : await deleteCommentLike(tx, like);
    const fact = { comment_id: id, account_id: member.accountId };
    if (isNew) await deps.events.publish(tx, liked ? "comment.liked" : "comment.unliked", fact);
    return isNew;
  });
  if (isChanged) deps.counter.schedule();
  else if (!liked) await requireSeenComment(deps, member, id);
  return selectLikeState(deps.sql, like);
}

/**
 * Adds what changed to the totals, and tells the open pages of those items. Writing a comment touches no row that others
 * touch: one flush a second does. Safe at any time and in any process.
 */
export async function flushCommentCounts(deps: Pick<Deps, "sql">): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockTransaction(tx, LOCKS.countingComments);
    const commented = await selectNewlyCommented(tx);
    if (commented.length > 0) {
      await lockChannelsOf(tx, commented);
      const commenters = await countComments(tx, commented);
      await addToHourlyStats(tx, toStats(commenters, 1));
      await subtractFromHourlyStats(tx, toStats(commenters, -1));
    }
    const liked = await countLikes(tx);
    await publishToItems(tx, [...new Set([...commented, ...liked])], "comments.changed");
  });
}

/** What somebody wrote stays, as that of a deleted user. Their likes and settings go. */
export async function eraseComments(tx: Tx, accountId: string): Promise<void> {
  await eraseCommentsOf(tx, accountId);
  await eraseSettingsOf(tx, accountId);
  await countLikes(tx);
}

function toStats(changes: readonly CommenterChange[], sign: 1 | -1) {
  return changes
    .filter(({ commenters }) => commenters === sign)
    .map(({ content_id, at }) => ({ contentId: content_id, at, commenters: 1 }));
}
