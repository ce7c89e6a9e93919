import type { ViewSource } from "@app/contract/views";

/** The parameters that our pages read from the address. */
const NAMES = [
  "next",
  "tab",
  "as",
  "plan",
  "step",
  "t",
  "page",
  "search",
  "type",
  "sort",
  "date",
  "length",
  "category",
  "state",
  "visibility",
  "item",
  "days",
  "notification",
  "search_term",
  "per_page",
  "filter_type",
  "time_frame",
] as const;

/** Raw text as typed in the address; each page validates the parameters it uses. */
export type SearchParams = { [Name in (typeof NAMES)[number]]?: string };

export function validateSearch(search: Record<string, unknown>): SearchParams {
  const entries = NAMES.map((name) => [name, search[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}

/** @returns the value if it is one of the options, otherwise undefined */
export function oneOf<T extends string>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}

const PAGES: readonly [start: string, source: ViewSource][] = [
  ["/explore", "explore"],
  ["/portal", "explore"],
  ["/category-listing", "explore"],
  ["/filter", "explore"],
  ["/search-results", "search"],
  ["/profile", "channel"],
  ["/following", "following"],
  ["/video", "related"],
  ["/image", "related"],
  ["/file", "related"],
];

/** The previous page of this visit; null on its first page. */
let previousPath: string | null = null;

/** Called before each navigation. A new query or hash on the same page does not count. */
export function noteNavigation(from: string | null, to: string): void {
  if (from !== to) previousPath = from;
}

/** Which kind of page led here. Nothing of a person, and no address, leaves the browser. */
export function currentSource(): ViewSource {
  return sourceOf(previousPath, document.referrer, window.location.origin);
}

export function sourceOf(path: string | null, referrer: string, origin: string): ViewSource {
  const from = path ?? (referrer === "" ? null : pathOf(referrer, origin));
  if (from === null) return "direct";
  if (from === "outside") return "outside";
  return PAGES.find(([start]) => from === start || from.startsWith(`${start}/`))?.[1] ?? "direct";
}

function pathOf(referrer: string, origin: string): string {
  const url = URL.parse(referrer);
  return url?.origin === origin ? url.pathname : "outside";
}
