import type { ContentId } from "@app/contract/ids";
import type { ReactionState } from "@app/contract/reactions";
import { z } from "zod";
import { addContentLikes, requireVisibleContent } from "#modules/catalog/index.ts";
import { lockChannelsOf } from "#modules/channels/index.ts";
import { changeHourlyLikes } from "#modules/engagement/views/views.service.ts";
import { inTransaction, LOCKS, lockTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { FlushTimer } from "#platform/flush-timer.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { publishToItems } from "#platform/live/publish-live.ts";
import type { Member } from "#platform/viewer.ts";
import {
  type CountedLike,
  deleteLike,
  deleteSave,
  deleteSavesOf,
  insertLike,
  insertSave,
  markLikesCounted,
  selectHours,
  selectLikedBy,
  selectNewlyLiked,
  selectReactions,
  unmarkLikesOf,
} from "./reactions.sql.ts";

type LikeDeps = Pick<Deps, "sql"> & { counter: FlushTimer };

/** @throws AppError `not_found` */
export async function showReactions(deps: Pick<Deps, "sql">, member: Member, id: ContentId): Promise<ReactionState> {
  await requireVisibleContent(deps.sql, member, id);
  return selectReactions(deps.sql, { accountId: member.accountId, contentId: id });
}

/**
 * Writes only the member's own row, so clicks on one item never wait for each other. A like can also be taken back from
 * an item that the member may no longer see.
 * @throws AppError `not_found`
 */
export async function setLike(deps: LikeDeps, member: Member, id: ContentId, liked: boolean): Promise<ReactionState> {
  const reaction = { accountId: member.accountId, contentId: id };
  if (liked) {
    await requireVisibleContent(deps.sql, member, id);
    if (await insertLike(deps.sql, reaction)) deps.counter.schedule();
  } else if (await deleteLike(deps.sql, reaction)) deps.counter.schedule();
  else await requireVisibleContent(deps.sql, member, id);
  return selectReactions(deps.sql, reaction);
}

/** As `setLike`. @throws AppError `not_found` */
export async function setSaved(
  deps: Pick<Deps, "sql">,
  member: Member,
  id: ContentId,
  saved: boolean,
): Promise<ReactionState> {
  const reaction = { accountId: member.accountId, contentId: id };
  if (saved || !(await deleteSave(deps.sql, reaction))) await requireVisibleContent(deps.sql, member, id);
  if (saved) await insertSave(deps.sql, reaction);
  return selectReactions(deps.sql, reaction);
}

export async function clearLikes(deps: LikeDeps, member: Member): Promise<void> {
  await unmarkLikesOf(deps.sql, member.accountId);
  deps.counter.schedule();
}

export async function clearSaves(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  await deleteSavesOf(deps.sql, member.accountId);
}

/** Adds all changed likes to the totals and the hourly stats. Safe at any time and in any process. */
export async function flushLikeCounts(deps: Pick<Deps, "sql" | "events">): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockTransaction(tx, LOCKS.countingLikes);
    const likes = await countLikes(tx, await selectNewlyLiked(tx), null);
    for (const [event, sign] of [["content.liked", 1] as const, ["content.unliked", -1] as const]) {
      const changed = likes.filter(({ change }) => change === sign);
      const named = changed.map(({ content_id, account_id }) => ({ content_id, account_id }));
      if (named.length > 0) await deps.events.publish(tx, event, { likes: named });
    }
    await publishToItems(tx, [...new Set(likes.map(({ content_id }) => content_id))], "likes.changed");
  });
}

/** Deletes an account's likes and saved items, and subtracts the likes from the totals in the same transaction. */
export async function eraseReactionsOf(tx: Tx, accountId: string): Promise<void> {
  const liked = await selectLikedBy(tx, accountId);
  await lockChannelsOf(tx, liked);
  await unmarkLikesOf(tx, accountId);
  await countLikes(tx, liked, accountId);
  await deleteSavesOf(tx, accountId);
}

async function countLikes(tx: Sql, contentIds: readonly string[], accountId: string | null): Promise<CountedLike[]> {
  if (contentIds.length === 0) return [];
  await lockChannelsOf(tx, contentIds);
  const likes = await markLikesCounted(tx, contentIds, accountId);
  const changes = await selectHours(tx, likes);
  const totals = new Map<string, number>();
  for (const { content_id, likes } of changes) totals.set(content_id, (totals.get(content_id) ?? 0) + likes);
  await addContentLikes(tx, totals);
  await changeHourlyLikes(
    tx,
    changes.map(({ content_id, at, ranked_likes }) => ({ contentId: content_id, at, likes: ranked_likes })),
  );
  return likes;
}

/** Flushes the likes that a killed server had stored and not counted. */
export const recountLikesJob = defineJob({
  name: "likes:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "* * * * *",
  run: (deps) => flushLikeCounts(deps),
});
