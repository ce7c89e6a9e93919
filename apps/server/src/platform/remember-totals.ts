import type { Deps } from "./deps.ts";

/** A total of at most this many is counted for each who asks: it costs little, and its last page is looked at. */
const COUNTED_MAX = 200;
const BELIEVED_MS = 60_000;
const TOTALS_KEPT = 1_000;

/** Of a list that nobody pages beyond its row `most`. */
type Slice = { limit: number; offset: number; most: number };

/** How long a list is. */
export type Totals = {
  /**
   * @param list names the list among all that this remembers
   * @param found how many rows the asked page has: one that is not full tells the total by itself
   * @param count up to `most` and no further
   */
  of(list: string, page: Slice & { found: number }, count: () => Promise<number>): Promise<number>;
  /** Whether it is remembered, and so long. */
  isLong(list: string): boolean;
};

/** Nobody reads a long list to its end within a minute: how long it is, is counted once a minute and not for everybody. */
export function rememberTotals(deps: Pick<Deps, "now">): Totals {
  const known = new Map<string, { total: number; untilMs: number }>();
  const recall = (list: string, nowMs: number) => {
    const last = known.get(list);
    return last && last.untilMs > nowMs ? last : null;
  };
  return {
    isLong: (list) => recall(list, deps.now().getTime()) !== null,
    async of(list, { limit, offset, most, found }, count) {
      if (found < limit && (found > 0 || offset === 0)) return Math.min(most, offset + found);
      const nowMs = deps.now().getTime();
      const last = recall(list, nowMs);
      if (last) return last.total;
      const total = await count();
      if (known.size >= TOTALS_KEPT) known.clear();
      if (total > COUNTED_MAX) known.set(list, { total, untilMs: nowMs + BELIEVED_MS });
      else known.delete(list);
      return total;
    },
  };
}
