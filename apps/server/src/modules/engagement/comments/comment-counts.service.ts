import { COMMENT_MESSAGES } from "@app/contract/comment-limits";
import type { HoldReason } from "@app/contract/comment-rules";
import type { likeState } from "@app/contract/comments";
import { type CommentId, commentId } from "@app/contract/ids";
import { z } from "zod";
import { lockChannelsOf } from "#modules/channels/index.ts";
import { addToHourlyStats, subtractFromHourlyStats } from "#modules/engagement/views/views.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, LOCKS, lockTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { FlushTimer } from "#platform/flush-timer.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
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
import { requireVisibleComment } from "./comments.service.ts";
import { insertComments, purgeDeleted } from "./write-comments.sql.ts";

type LikeDeps = Pick<Deps, "sql"> & { counter: FlushTimer };

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
    const { row } = await requireVisibleComment(deps, member, id);
    if (row.status === "deleted") throw new AppError("gone", COMMENT_MESSAGES.gone);
  }
  const isChanged = liked ? await insertCommentLike(deps.sql, like) : await deleteCommentLike(deps.sql, like);
  if (isChanged) deps.counter.schedule();
  else if (!liked) await requireVisibleComment(deps, member, id);
  return selectLikeState(deps.sql, like);
}

/**
 * Adds the changes to the totals, publishes them to the domains above, and then to the open pages of those items. Writing
 * a comment locks no row that other writers need; only the flush does. Safe at any time and in any process.
 */
export async function flushCommentCounts(deps: Pick<Deps, "sql" | "events">): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockTransaction(tx, LOCKS.countingComments);
    const commented = await selectNewlyCommented(tx);
    if (commented.length > 0) await flushComments(deps, tx, commented);
    const { changes, contentIds: liked } = await countLikes(tx, null);
    const ofLikes = (sign: 1 | -1) => ({ likes: changes.filter(({ change }) => change === sign) });
    if (ofLikes(1).likes.length > 0) await deps.events.publish(tx, "comments.liked", ofLikes(1));
    if (ofLikes(-1).likes.length > 0) await deps.events.publish(tx, "comments.unliked", ofLikes(-1));
    await publishToItems(tx, [...new Set([...commented, ...liked])], "comments.changed");
  });
}

async function flushComments(deps: Pick<Deps, "events">, tx: Tx, contentIds: readonly string[]): Promise<void> {
  await lockChannelsOf(tx, contentIds);
  const { changes, commenters } = await countComments(tx, contentIds);
  await addToHourlyStats(tx, toStats(commenters, 1));
  await subtractFromHourlyStats(tx, toStats(commenters, -1));
  const idsOf = (sign: number) => ({
    comment_ids: changes.filter(({ change }) => change === sign).map(({ id }) => id as CommentId),
  });
  if (idsOf(1).comment_ids.length > 0) await deps.events.publish(tx, "comments.published", idsOf(1));
  if (idsOf(-1).comment_ids.length > 0) await deps.events.publish(tx, "comments.removed", idsOf(-1));
}

export type PastComment = {
  authorId: string;
  text: string;
  at: Date;
  likedBy: readonly string[];
  replies: PastComment[];
  /** It waits for the owner of the channel. */
  heldFor?: HoldReason;
};

/** For demo data. The next run of the job counts them, and notifies. */
export async function addPastComments(
  tx: Tx,
  content: { id: string; channelId: string },
  comments: readonly PastComment[],
  parentId: string | null = null,
): Promise<void> {
  for (const { authorId, text, at, likedBy, replies, heldFor = null } of comments) {
    const id = newId(commentId, at);
    await insertComments(tx, [
      {
        id,
        contentId: content.id,
        channelId: content.channelId,
        parentId,
        authorId,
        body: text,
        status: heldFor === null ? "visible" : "held",
        heldFor,
        createdAt: at,
      },
    ]);
    for (const accountId of likedBy) await insertCommentLike(tx, { accountId, commentId: id });
    await addPastComments(tx, content, replies, id);
  }
}

/** A person's visible comments stay, as those of a deleted user. Their likes and settings are deleted. */
export async function eraseComments(tx: Tx, accountId: string): Promise<void> {
  await eraseCommentsOf(tx, accountId);
  await eraseSettingsOf(tx, accountId);
  await countLikes(tx, accountId);
}

function toStats(changes: readonly CommenterChange[], sign: 1 | -1) {
  return changes
    .filter(({ commenters }) => commenters === sign)
    .map(({ content_id, at }) => ({ contentId: content_id, at, commenters: 1 }));
}

const PURGED_AT_ONCE = 1_000;

/** Counts the comments and likes that a killed server had stored and not counted. */
export const recountCommentsJob = defineJob({
  name: "comments:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "* * * * *",
  run: (deps) => flushCommentCounts(deps),
});

/** Deletes the rows of comments that were deleted 30 days ago. */
export const purgeCommentsJob = defineJob({
  name: "comments:purge",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "20 4 * * *",
  async run(deps) {
    while ((await purgeDeleted(deps.sql, PURGED_AT_ONCE)) === PURGED_AT_ONCE);
  },
});
