import { addChannelViews } from "#modules/channels/channels.service.ts";
import { addContentViews } from "#modules/contents/contents.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { countIntoHours } from "./views.sql.ts";

/** How far the totals may be behind. */
const COUNTED_WITHIN_MS = 1_000;

/** Counts new views once a second, however many there are. */
export type ViewCounter = {
  /** There is a new one. */
  soon(): void;
  /** Counts what waits, and ends. */
  close(): Promise<void>;
};

/** Brings every total up to the views that were written. Safe at any time and in any process. */
export async function countNewViews(deps: Pick<Deps, "sql">): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const counted = await countIntoHours(tx);
    await addContentViews(tx, counted);
    await addChannelViews(tx, counted);
  });
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
