import { addContentViews } from "#modules/catalog/index.ts";
import { addChannelViews, lockChannelsOf } from "#modules/channels/index.ts";
import { inTransaction, lockTransaction } from "#platform/db/database.ts";
import { LOCKS } from "#platform/db/locks.ts";
import type { Deps } from "#platform/deps.ts";
import { addViewsToHours, selectNewlyViewed, takeNewViews, type ViewsOfHour } from "./views.sql.ts";

/** How far the totals may be behind. */
const COUNTED_WITHIN_MS = 1_000;

/** Counts new views once a second, however many there are. */
export type ViewCounter = {
  /** There is a new one. */
  soon(): void;
  /** Counts what waits, and ends. */
  close(): Promise<void>;
};

/**
 * Brings every total up to the views that were written. Safe at any time and in any process: one works, the others wait
 * for it.
 */
export async function countNewViews(deps: Pick<Deps, "sql">): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockTransaction(tx, LOCKS.countingViews);
    const viewed = await selectNewlyViewed(tx);
    if (viewed.length === 0) return;
    await lockChannelsOf(tx, viewed);
    const counted = await takeNewViews(tx, viewed);
    const totals = toTotals(counted);
    await addContentViews(tx, totals);
    await addChannelViews(tx, totals);
    await addViewsToHours(tx, counted);
  });
}

function toTotals(counted: readonly ViewsOfHour[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { content_id, views } of counted) totals.set(content_id, (totals.get(content_id) ?? 0) + views);
  return totals;
}

export function openViewCounter(deps: Pick<Deps, "sql" | "log">): ViewCounter {
  let timer: NodeJS.Timeout | null = null;
  let counting = Promise.resolve();

  function count(): void {
    timer = null;
    // The views stay written: the next second, or the job, counts them.
    counting = countNewViews(deps).catch((error: unknown) => deps.log.error({ err: error }, "views not counted"));
  }

  return {
    soon() {
      timer ??= setTimeout(count, COUNTED_WITHIN_MS).unref();
    },
    async close() {
      await counting;
      if (timer === null) return;
      clearTimeout(timer);
      count();
      await counting;
    },
  };
}
