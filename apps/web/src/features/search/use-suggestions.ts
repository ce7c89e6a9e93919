import { useQuery } from "@tanstack/react-query";
import { useDebounced } from "#lib/use-debounced.ts";
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
  return { options: list.data, isEmpty: isSettled && list.data.length === 0 };
}
