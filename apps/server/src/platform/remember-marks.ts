import type { Deps } from "./deps.ts";

/** Nearer to the top than this a page is walked to from there: that costs little, and is looked at most. */
const MARKED_FROM = 60;
const BELIEVED_MS = 60_000;
const MARKS_KEPT = 50;
const LISTS_KEPT = 500;

/** What a list is ordered by, of one row, as the database writes it. */
export type Place = readonly [string, string];
/** A slice of what comes after a place; of the whole list where that is null. */
export type SliceAfter = { limit: number; offset: number; after: Place | null };
type Mark = { offset: number; place: Place; madeMs: number };

/** Where the pages of lists begin. */
export type Marks = {
  /** @param list names the list and its order among all that this remembers */
  find<Row extends { place: Place }>(
    list: string,
    page: { limit: number; offset: number },
    find: (slice: SliceAfter) => Promise<Row[]>,
  ): Promise<Row[]>;
};

/**
 * A page far down a list begins where the page before it ended, so that nobody walks to it from the top again: page
 * 1,000 costs what page 1 costs. Each page moves the mark of the next one, so who reads on loses and doubles nothing,
 * whatever is published or vanishes meanwhile. A mark is as old as the walk that it comes from, and believed for a
 * minute: so long the total is as well.
 */
export function rememberMarks(deps: Pick<Deps, "now">): Marks {
  const lists = new Map<string, Map<number, Mark>>();

  function nearest(list: string, offset: number, nowMs: number): Mark | null {
    const marks = [...(lists.get(list)?.values() ?? [])];
    const usable = marks.filter((mark) => mark.offset <= offset && mark.madeMs + BELIEVED_MS > nowMs);
    return usable.reduce<Mark | null>((best, mark) => (mark.offset > (best?.offset ?? 0) ? mark : best), null);
  }

  function keep(list: string, mark: Mark): void {
    const marks = lists.get(list) ?? new Map<number, Mark>();
    if (marks.size >= MARKS_KEPT) marks.clear();
    if (lists.size >= LISTS_KEPT) lists.clear();
    lists.set(list, marks.set(mark.offset, mark));
  }

  function forget(list: string, from: number): void {
    for (const offset of lists.get(list)?.keys() ?? []) if (offset >= from) lists.get(list)?.delete(offset);
  }

  return {
    async find(list, { limit, offset }, find) {
      const nowMs = deps.now().getTime();
      const mark = offset < MARKED_FROM ? null : nearest(list, offset, nowMs);
      const skipped = offset - (mark?.offset ?? 0);
      // With the row before the page, when it is not the mark: it is the mark of this page.
      const before = offset >= MARKED_FROM && skipped > 0 ? 1 : 0;
      const found = await find({ limit: limit + before, offset: skipped - before, after: mark?.place ?? null });
      const rows = found.slice(before);
      const madeMs = mark?.madeMs ?? nowMs;
      const first = before ? found[0] : undefined;
      if (first) keep(list, { offset, place: first.place, madeMs });
      const [last, end] = [rows.at(-1), offset + limit];
      // Where the list ends now, nothing begins any more.
      if (rows.length < limit) forget(list, end);
      else if (last && end >= MARKED_FROM) keep(list, { offset: end, place: last.place, madeMs });
      return rows;
    },
  };
}
