import { useQueryClient } from "@tanstack/react-query";

/** @returns asks again for all on the page that did not come: what broke for one list broke for most of them */
export function useRetryFailed(): () => void {
  const cache = useQueryClient();
  return () => void cache.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}
