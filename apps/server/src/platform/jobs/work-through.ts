import type { Deps } from "../deps.ts";

type Work<Row> = {
  /** The rows after this one, in an order that no work changes; none when all were seen. */
  next: (after: Row | null) => Promise<readonly Row[]>;
  work: (row: Row) => Promise<void>;
  /** The line of the log when a row fails. */
  failure: string;
  /** Stops between two rows. */
  signal?: AbortSignal | undefined;
};

/** For work on a list that is known whole. */
export function onePage<Row>(rows: readonly Row[]): (after: Row | null) => Promise<readonly Row[]> {
  return (after) => Promise.resolve(after === null ? rows : []);
}

/**
 * Works on rows one by one, page by page. A row that fails is logged and left for the next run: it holds up nothing behind
 * it, however many of them there are.
 * @returns how many rows have failed
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
