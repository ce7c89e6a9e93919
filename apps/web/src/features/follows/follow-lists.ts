import { notifyManager, type QueryClient } from "@tanstack/react-query";
import { settle } from "./follow-wishes.ts";

/** The lists that show who is followed, or what the followed publish. */
const LISTS = [["discovery", "athletes"], ["discovery", "top-earners"], ["channels"], ["following"]] as const;

/**
 * Asks for them again, those out of sight too: coming back to one, a person would see it as it was. A list that does not
 * come still shows how things were, and the wish goes on standing for it until it has come, by whatever it is asked.
 */
export function refreshLists(cache: QueryClient, channelId: string): void {
  const settleOnceTheyCame = () => {
    if (!haveCome(cache)) return;
    stop();
    settle(channelId);
  };
  // After the lists themselves have heard of it, or a card would show the old answer in between.
  const stop = cache.getQueryCache().subscribe(notifyManager.batchCalls(settleOnceTheyCame));
  for (const queryKey of LISTS) void cache.invalidateQueries({ queryKey, refetchType: "all" });
  settleOnceTheyCame();
}

function haveCome(cache: QueryClient): boolean {
  return LISTS.flatMap((queryKey) => cache.getQueryCache().findAll({ queryKey })).every(
    ({ state }) => state.data === undefined || !state.isInvalidated,
  );
}
