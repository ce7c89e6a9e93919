import { findInWords } from "@app/contract/document-search";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from "react";
import { type DocumentSource, type Highlight, hitsInDocument, textAround, textOfPage } from "./page-text.tsx";

export type DocumentSearch = {
  query: string;
  setQuery: (query: string) => void;
  total: number;
  /** There may be more hits than `total`. */
  hasMore: boolean;
  /** Number of the current hit, from 0; -1 if there is none. */
  current: number;
  isSearching: boolean;
  /** The search could not be answered, so there may be hits. */
  isFailed: boolean;
  retry: () => void;
  step: (direction: 1 | -1) => void;
  highlightOn: (page: number) => Highlight | null;
};

type SearchOptions = {
  source: DocumentSource;
  startQuery: string;
  /** From here on the first hit is looked for. */
  page: number;
  readableCount: number;
  /** All pages can be read. */
  isComplete: boolean;
  /** Goes to a hit: how far down the page it is. */
  onHit: (page: number, share: number) => void;
};

const DELAY_MS = 250;

/** Searches the document on the server, and goes from hit to hit. */
export function useDocumentSearch(options: SearchOptions): DocumentSearch {
  const { source, startQuery, page, readableCount, isComplete, onHit } = options;
  const cache = useQueryClient();
  const [query, setQuery] = useState(startQuery);
  const asked = useDelayed(query.trim());
  const [current, setCurrent] = useState(-1);
  const latestJump = useRef(0);
  const shownQuery = useRef("");
  const { data, isFetching, isLoadingError, refetch } = useQuery(hitsInDocument(source, asked, isComplete));
  const latest = asked === "" ? undefined : data?.pages;
  const found = useDeferredValue(latest);
  const total = found?.reduce((sum, { hits }) => sum + hits, 0) ?? 0;

  async function show(hit: number): Promise<void> {
    const jump = ++latestJump.current;
    setCurrent(hit);
    const place = placeOf(found ?? [], hit);
    if (!place) return;
    // If the words cannot be loaded, jump to the top of the page.
    const texts = await cache.ensureQueryData(textAround(source, place.page, readableCount)).catch(() => null);
    const text = texts && textOfPage(texts, place.page);
    // Somebody who presses Enter quickly has already moved on to a later hit.
    if (jump !== latestJump.current) return;
    const words = text?.words ?? [];
    const range = findInWords(words, asked)[place.nth];
    const top = range ? (words[range.first]?.box[1] ?? 0) : 0;
    onHit(place.page, top / 10_000);
  }

  const showFirst = useEffectEvent(() => {
    // Now the last pages are searched, too: the reader stays where they are.
    if (found && current >= 0 && shownQuery.current === asked) return;
    shownQuery.current = asked;
    // Cancels a jump to a hit of the previous search.
    latestJump.current++;
    if (!found || found.length === 0) return setCurrent(-1);
    const before = found.filter((one) => one.page < page).reduce((sum, { hits }) => sum + hits, 0);
    void show(before < total ? before : 0);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new list of hits
  useEffect(() => showFirst(), [found]);

  const place = placeOf(found ?? [], current);
  return {
    query,
    setQuery,
    total,
    current,
    hasMore: !isComplete || isCutOff(data),
    // Also until the hits are drawn, and the first one is chosen.
    isSearching: isFetching || asked !== query.trim() || found !== latest || (total > 0 && current < 0),
    isFailed: isLoadingError,
    retry: () => void refetch(),
    step: (direction) => total > 0 && void show((current + direction + total) % total),
    highlightOn: (on) =>
      asked === "" || total === 0 ? null : { query: asked, current: place?.page === on ? place.nth : -1 },
  };
}

/** The server stopped counting. An earlier one does not say. */
function isCutOff(data: { is_complete?: boolean } | undefined): boolean {
  return data?.is_complete === false;
}

/** The page of a hit, and which of the page's hits it is. */
export function placeOf(
  pages: readonly { page: number; hits: number }[],
  hit: number,
): { page: number; nth: number } | null {
  let before = 0;
  for (const { page, hits } of pages) {
    if (hit >= before && hit < before + hits) return { page, nth: hit - before };
    before += hits;
  }
  return null;
}

/** The value, once it has not changed for a moment. */
function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}
