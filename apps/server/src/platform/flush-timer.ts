import type { Deps } from "./deps.ts";

/** How far stored totals may lag behind the rows they are counted from. */
const FLUSH_INTERVAL_MS = 1_000;

/** Flushes changes at most once in an interval, however many there are. */
export type FlushTimer = {
  /** Schedules a flush after a change. */
  schedule(): void;
  /** Flushes what is pending, and stops. */
  close(): Promise<void>;
};

/** @param name what is counted, for the log */
export function createFlushTimer(
  deps: Pick<Deps, "log">,
  { name, flush, intervalMs = FLUSH_INTERVAL_MS }: { name: string; flush: () => Promise<void>; intervalMs?: number },
): FlushTimer {
  let timer: NodeJS.Timeout | null = null;
  let flushing = Promise.resolve();

  function start(): void {
    timer = null;
    // One after another: waiting for each other inside the database, they would take its connections. The rows are
    // stored: the next flush, or the job, counts them.
    flushing = flushing.then(flush).catch((error: unknown) => deps.log.error({ err: error }, `${name} not flushed`));
  }

  return {
    schedule() {
      timer ??= setTimeout(start, intervalMs).unref();
    },
    async close() {
      await flushing;
      if (timer === null) return;
      clearTimeout(timer);
      start();
      await flushing;
    },
  };
}
