import type { Category } from "@app/contract/categories";
import { SEARCH_MAX_CHARS, type searchRoutes } from "@app/contract/search";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { call } from "#lib/api.ts";
import { useIsWiderThan } from "#lib/use-media.ts";

export type SearchQuery = Omit<z.input<typeof searchRoutes.result.query>, "current_page" | "per_page">;

/** Results are never cached. */
export function searchResults(query: SearchQuery) {
  return infiniteQueryOptions({
    queryKey: ["search", "results", query],
    gcTime: 0,
    queryFn: ({ pageParam, signal }) =>
      call("GET /search-result", { query: { ...query, current_page: pageParam } }, signal),
    initialPageParam: 1,
    // The best 300 by relevance, an order without a cursor.
    getNextPageParam: ({ pagination: { current_page, last_page } }) =>
      current_page < last_page ? current_page + 1 : undefined,
    staleTime: 0,
    enabled: query.search !== "",
  });
}

export function suggestions(term: string, isEnabled: boolean) {
  return queryOptions({
    queryKey: ["search", "suggestions", term],
    queryFn: ({ signal }) => call("GET /search-query", { query: { search: normalizeTerm(term) } }, signal),
    enabled: isEnabled && term !== "",
    placeholderData: keepPreviousData,
  });
}

/** Cuts the term to what the server reads, which also keeps URLs short, and drops characters that are not valid text. */
export function normalizeTerm(term: string): string {
  const text = term.replaceAll("\0", "").toWellFormed().trim();
  return [...text].slice(0, SEARCH_MAX_CHARS).join("").trim();
}

const DEBOUNCE_MS = 300;
/** No suggestions on screens up to this width. */
const NARROW_PX = 1080;

type Suggestions = {
  options: readonly string[];
  /** The server has no suggestion for the current text. */
  isEmpty: boolean;
};

export function useSuggestions(typed: string, isEnabled: boolean): Suggestions {
  const isWide = useIsWiderThan(NARROW_PX);
  const term = useDebounced(typed, DEBOUNCE_MS);
  const list = useQuery(suggestions(term, isWide && isEnabled));
  if (!isWide || typed === "" || !list.data) return { options: [], isEmpty: false };
  const isSettled = term === typed && !list.isPlaceholderData;
  if (isSettled) return { options: list.data, isEmpty: list.data.length === 0 };
  return { options: stillMatching(list.data, typed), isEmpty: false };
}

/** Filters the suggestions for the previous term until those for the current one arrive. */
export function stillMatching(options: readonly string[], typed: string): string[] {
  return options.filter((option) => option.toLowerCase().includes(typed.toLowerCase()));
}

function useDebounced<T>(value: T, delayMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}

/** @returns the category whose name is the term, ignoring accents, case and punctuation */
export function findNamedCategory(categories: readonly Category[], term: string): Category | null {
  const wanted = fold(term);
  if (wanted === "") return null;
  return categories.find(({ name }) => fold(name) === wanted) ?? null;
}

function fold(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}
