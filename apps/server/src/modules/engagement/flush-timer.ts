import type { Deps } from "#platform/deps.ts";

/** How far stored totals may lag behind the rows they are counted from. */
const FLUSH_INTERVAL_MS = 1_000;

/** Flushes changes once a second, however many there are. */
export type FlushTimer = {
  /** Schedules a flush after a change. */
  schedule(): void;
  /** Flushes what is pending, and stops. */
  close(): Promise<void>;
};

/** @param name what is counted, for the log */
export function createFlushTimer(
  deps: Pick<Deps, "log">,
  { name, flush }: { name: string; flush: () => Promise<void> },
): FlushTimer {
  let timer: NodeJS.Timeout | null = null;
  let flushing = Promise.resolve();

  function start(): void {
    timer = null;
    // The rows are stored: the next flush, or the job, counts them.
    flushing = flush().catch((error: unknown) => deps.log.error({ err: error }, `${name} not flushed`));
  }

  return {
    schedule() {
      timer ??= setTimeout(start, FLUSH_INTERVAL_MS).unref();
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
