import { CONTENT_TYPES, type ContentType, VISIBILITIES, type Visibility } from "@app/contract/contents";
import { HUB_SORTS, HUB_STATES, type HubSort, type HubState } from "@app/contract/hub";
import { oneOf, type SearchParams } from "#lib/search-params.ts";

/** The list that is shown, as the URL carries it. */
export type HubQuery = {
  search: string;
  type: ContentType | null;
  state: HubState | null;
  visibility: Visibility | null;
  category: number | null;
  sort: HubSort;
  page: number;
};

export const ALL_CONTENT: HubQuery = {
  search: "",
  type: null,
  state: null,
  visibility: null,
  category: null,
  sort: "newest",
  page: 1,
};

/** Reads a list from a URL and ignores invalid values. */
export function readHubQuery(address: SearchParams): HubQuery {
  return {
    search: (address.search ?? "").slice(0, 200),
    type: oneOf(CONTENT_TYPES, address.type) ?? null,
    state: oneOf(HUB_STATES, address.state) ?? null,
    visibility: oneOf(VISIBILITIES, address.visibility) ?? null,
    category: toPositive(address.category),
    sort: oneOf(HUB_SORTS, address.sort) ?? ALL_CONTENT.sort,
    page: Math.min(toPositive(address.page) ?? 1, 100_000),
  };
}

/** @returns the parameters for a URL, without defaults */
export function toHubParams(query: HubQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([name, value]) => value !== ALL_CONTENT[name as keyof HubQuery])
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Whether the list leaves anything out. */
export function isFiltered({ search, type, state, visibility, category }: HubQuery): boolean {
  return search !== "" || [type, state, visibility, category].some((filter) => filter !== null);
}

function toPositive(text: string | undefined): number | null {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : null;
}
