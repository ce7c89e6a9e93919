import { type DateFilter, type LengthFilter, type Sort, sinceOf } from "@app/contract/filters";
import type { SearchType } from "@app/contract/search";
import type { Filters } from "./search.sql.ts";

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
  return { kind, sort, facets, since: sinceOf(date, now) };
}

/** As it was asked, without what narrows it. */
export function toAnyOf(asked: Asked): Asked {
  return { ...asked, date: "any", length: "any", category: undefined };
}

export function isNarrowed({ facets }: Filters): boolean {
  return facets.length > 0;
}
