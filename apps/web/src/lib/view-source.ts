import type { ViewSource } from "@app/contract/views";

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

/** The page of ours that was left for this one; null on the first page of a visit. */
let previousPath: string | null = null;

/** Called before each navigation. A change of the address of the same page is none. */
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
