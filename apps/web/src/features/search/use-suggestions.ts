import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useIsWiderThan } from "#lib/use-media.ts";
import { suggestions } from "./search.queries.ts";

const DEBOUNCE_MS = 300;
/** On this and narrower screens there are none. */
const NARROW_PX = 1080;

type Suggested = {
  options: readonly string[];
  /** Nothing begins with what stands there now. */
  isEmpty: boolean;
};

export function useSuggestions(typed: string, isWanted: boolean): Suggested {
  const isWide = useIsWiderThan(NARROW_PX);
  const term = useDebounced(typed, DEBOUNCE_MS);
  const list = useQuery(suggestions(term, isWide && isWanted));
  if (!isWide || typed === "" || !list.data) return { options: [], isEmpty: false };
  const isSettled = term === typed && !list.isPlaceholderData;
  if (isSettled) return { options: list.data, isEmpty: list.data.length === 0 };
  return { options: stillFitting(list.data, typed), isEmpty: false };
}

/** Of the answer to the term before this one: the rest would be offered for a term that they have nothing of. */
export function stillFitting(options: readonly string[], typed: string): string[] {
  return options.filter((option) => option.toLowerCase().includes(typed.toLowerCase()));
}

/** The value as it was when it last stood still for so long. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return still;
}
