import type { Deps } from "../deps.ts";

type Work<Row> = {
  /** The next page of rows, in an order that the work does not change; empty at the end. */
  next: (after: Row | null) => Promise<readonly Row[]>;
  work: (row: Row) => Promise<void>;
  /** The log line for a failing row. */
  failure: string;
  /** Stops between rows. */
  signal?: AbortSignal | undefined;
};

/** `next` for a list that is already complete. */
export function onePage<Row>(rows: readonly Row[]): (after: Row | null) => Promise<readonly Row[]> {
  return (after) => Promise.resolve(after === null ? rows : []);
}

/**
 * Works through rows one by one, page by page. A failing row is logged and left for the next run; it does not block the
 * rows after it.
 * @returns how many rows failed
 */
export async function workThrough<Row>(
  deps: Pick<Deps, "log">,
  { next, work, failure, signal }: Work<Row>,
): Promise<number> {
  let failed = 0;
  let after: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await next(after);
    for (const row of rows) {
      signal?.throwIfAborted();
      try {
        await work(row);
      } catch (error) {
        if (signal?.aborted) throw error;
        failed++;
        deps.log.error({ err: error }, failure);
      }
    }
    const last = rows.at(-1);
    if (last === undefined) return failed;
    after = last;
  }
}
