import { addContentViews } from "#modules/catalog/index.ts";
import { addChannelViews, lockChannelsOf } from "#modules/channels/index.ts";
import { inTransaction, lockTransaction, type Sql } from "#platform/db/database.ts";
import { LOCKS } from "#platform/db/locks.ts";
import type { Deps } from "#platform/deps.ts";
import {
  addViewsToHourlyStats,
  insertPastViews,
  markCounted,
  selectNewlyViewed,
  type ViewsOfHour,
} from "./views.sql.ts";

/** How far the stored totals may lag behind the views. */
const FLUSH_INTERVAL_MS = 1_000;

/** Flushes new views once a second, however many there are. */
export type ViewCounter = {
  /** Schedules a flush after a new view. */
  schedule(): void;
  /** Flushes what is pending, and stops. */
  close(): Promise<void>;
};

/** Adds all new views to the totals. Safe at any time and in any process: a lock lets one flush at a time. */
export async function flushViewCounts(deps: Pick<Deps, "sql">): Promise<void> {
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
  });
}

function toTotals(counted: readonly ViewsOfHour[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { content_id, views } of counted) totals.set(content_id, (totals.get(content_id) ?? 0) + views);
  return totals;
}

export function createViewCounter(deps: Pick<Deps, "sql" | "log">): ViewCounter {
  let timer: NodeJS.Timeout | null = null;
  let flushing = Promise.resolve();

  function flush(): void {
    timer = null;
    // The views are stored: the next flush, or the job, counts them.
    flushing = flushViewCounts(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, "view counts not flushed"),
    );
  }

  return {
    schedule() {
      timer ??= setTimeout(flush, FLUSH_INTERVAL_MS).unref();
    },
    async close() {
      await flushing;
      if (timer === null) return;
      clearTimeout(timer);
      flush();
      await flushing;
    },
  };
}

/** Adds views that another system has counted: the totals, the hourly stats, and who must not count again today. */
export async function addPastViews(
  tx: Sql,
  contentId: string,
  views: readonly { viewerId: string; at: Date }[],
): Promise<void> {
  if (views.length === 0) return;
  const counted = new Map([[contentId, views.length]]);
  await lockChannelsOf(tx, [contentId]);
  await addContentViews(tx, counted);
  await addChannelViews(tx, counted);
  await insertPastViews(tx, contentId, views);
}
