import { DATE_DAYS, type DateFilter, type LengthFilter, type Sort } from "@app/contract/filters";
import type { SearchType } from "@app/contract/search";
import type { Filters } from "./search.sql.ts";

const DAY_MS = 24 * 3_600_000;

type Asked = {
  type: SearchType;
  sort: Sort;
  date: DateFilter;
  length: LengthFilter;
  category?: number | undefined;
};

/** A channel has no category, length or day; what was chosen for items is left for when they are asked for. */
export function toFilters(asked: Asked, now: Date): Filters {
  const { type: kind, sort, date, length, category } = asked;
  if (kind === "channel") return { kind, sort, facets: [], since: null };
  const facets = [
    ...(date === "any" ? [] : [date]),
    ...(length === "any" ? [] : [length]),
    ...(category === undefined ? [] : [`category:${category}`]),
  ];
  const since = date === "any" ? null : new Date(now.getTime() - DATE_DAYS[date] * DAY_MS);
  return { kind, sort, facets, since };
}
