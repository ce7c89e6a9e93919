import { MESSAGES } from "@app/contract/errors";
import type { EventPayloads } from "@app/contract/events";
import type { ContentId } from "@app/contract/ids";
import { STILL_VIEW_MIN_S, VIEW_DEDUP_H, type ViewSource, viewThresholdS } from "@app/contract/views";
import { z } from "zod";
import { addContentViews, requireVisibleContent } from "#modules/catalog/index.ts";
import { addChannelViews, lockChannelsOf } from "#modules/channels/index.ts";
import { upsertHistory } from "#modules/engagement/library/library.sql.ts";
import { inTransaction, LOCKS, lockTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import type { FlushTimer } from "#platform/flush-timer.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import type { Member } from "#platform/viewer.ts";
import {
  addViewsToHourlyStats,
  addViewsToSources,
  deleteOldViews,
  type HourlyStats,
  insertHourlyStats,
  insertPastViews,
  markCounted,
  markViewed,
  type PastView,
  selectNewlyViewed,
  selectViewTotal,
  updateHourlyStats,
  type ViewsOfHour,
} from "./views.sql.ts";

type FollowEvent = EventPayloads["follow.created"];

/**
 * Counts a view of an item. A view counts when a member has watched for long enough (`viewThresholdS`), is not the owner,
 * and was not counted within the last day.
 * @throws AppError `invalid_input` not watched for long enough; `not_found`
 */
export async function countView(
  deps: Pick<Deps, "sql"> & { counter: FlushTimer },
  viewer: Member,
  id: ContentId,
  { watchedS, source }: { watchedS: number; source: ViewSource },
): Promise<{ counted: boolean; total_views: number }> {
  const content = await requireVisibleContent(deps.sql, viewer, id);
  const thresholdS = content.type === "video" ? viewThresholdS((content.length_ms ?? 0) / 1000) : STILL_VIEW_MIN_S;
  // Player clocks drift by a frame or two.
  if (watchedS < thresholdS - 0.25) throw fieldError("watched_s", MESSAGES.invalidInput);
  const viewerId = viewer.accountId;
  const counted =
    content.owner_id !== viewerId &&
    (await markViewed(deps.sql, { contentId: id, viewerId, source, againAfterH: VIEW_DEDUP_H }));
  if (counted) deps.counter.schedule();
  await upsertHistory(deps.sql, [{ accountId: viewerId, contentId: id, positionMs: null }]);
  return { counted, total_views: await selectViewTotal(deps.sql, id) };
}

/** Adds all new views to the totals. Safe at any time and in any process: a lock lets one flush at a time. */
export async function flushViewCounts(deps: Pick<Deps, "sql" | "config">): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockTransaction(tx, LOCKS.countingViews);
    const viewed = await selectNewlyViewed(tx);
    if (viewed.length === 0) return;
    await lockChannelsOf(tx, viewed);
    const counted = await markCounted(tx, viewed);
    const totals = toTotals(counted);
    await addContentViews(tx, totals);
    await addChannelViews(tx, totals);
    await addViewsToHourlyStats(tx, counted);
    await addViewsToSources(tx, counted, deps.config.platformTimeZone);
  });
}

function toTotals(counted: readonly ViewsOfHour[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { content_id, views } of counted) totals.set(content_id, (totals.get(content_id) ?? 0) + views);
  return totals;
}

/**
 * Adds views of the past, for demo data: the totals, the hourly stats, the sources, and the viewers who must not count
 * again today.
 */
export async function addPastViews(
  { config }: Pick<Deps, "config">,
  tx: Sql,
  contentId: string,
  views: readonly PastView[],
): Promise<void> {
  if (views.length === 0) return;
  const counted = new Map([[contentId, views.length]]);
  await lockChannelsOf(tx, [contentId]);
  await addContentViews(tx, counted);
  await addChannelViews(tx, counted);
  await insertPastViews(tx, contentId, views);
  const bySource = views.map(({ at, source }) => ({ content_id: contentId, hour: at, source, views: 1 }));
  await addViewsToSources(tx, bySource, config.platformTimeZone);
}

/**
 * Adds likes, commenters and follows to the hourly stats that lists are ranked by, in the caller's transaction. A
 * person counts once per item for each of their like, first comment and follow. The owner never counts.
 */
export async function addToHourlyStats(tx: Sql, stats: readonly HourlyStats[]): Promise<void> {
  if (stats.length === 0) return;
  await insertHourlyStats(tx, stats);
  await updateHourlyStats(tx, stats);
}

/** Reverts `addToHourlyStats`. @param stats as they were added: positive, and with the original time */
export async function subtractFromHourlyStats(tx: Sql, stats: readonly HourlyStats[]): Promise<void> {
  if (stats.length === 0) return;
  await updateHourlyStats(
    tx,
    stats.map(({ contentId, at, likes = 0, commenters = 0, follows = 0 }) => ({
      contentId,
      at,
      likes: -likes,
      commenters: -commenters,
      follows: -follows,
    })),
  );
}

/** As `addToHourlyStats`, with negative numbers for likes that were taken back. */
export async function changeHourlyLikes(tx: Sql, stats: readonly HourlyStats[]): Promise<void> {
  const changes = stats.filter(({ likes = 0 }) => likes !== 0);
  await addToHourlyStats(
    tx,
    changes.filter(({ likes = 0 }) => likes > 0),
  );
  const taken = changes.filter(({ likes = 0 }) => likes < 0);
  await subtractFromHourlyStats(
    tx,
    taken.map((one) => ({ ...one, likes: -(one.likes ?? 0) })),
  );
}

/** A follow that began on an item's page counts for the item. */
export function onFollowCreated(_deps: Deps, tx: Tx, follow: FollowEvent): Promise<void> {
  return addToHourlyStats(tx, toHourlyStats(follow));
}

export function onFollowDeleted(_deps: Deps, tx: Tx, follow: FollowEvent): Promise<void> {
  return subtractFromHourlyStats(tx, toHourlyStats(follow));
}

function toHourlyStats({ content_id, created_at }: FollowEvent): HourlyStats[] {
  return content_id === null ? [] : [{ contentId: content_id, at: new Date(created_at), follows: 1 }];
}

/** Only the sums remain. */
export const purgeViewsJob = defineJob({
  name: "views:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "37 * * * *",
  async run(deps) {
    const deleted = await deleteOldViews(deps.sql, VIEW_DEDUP_H);
    if (deleted > 0) deps.log.info({ deleted }, "deleted who watched more than a day ago");
  },
});

/** Flushes the views that a killed server had stored and not counted. */
export const recountViewsJob = defineJob({
  name: "views:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "* * * * *",
  run: (deps) => flushViewCounts(deps),
});
