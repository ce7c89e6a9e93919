import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";

export type LibraryName = "history" | "saved" | "liked";

/** One of the member's own lists, most recent first. Not cached: what was just watched or liked must be in it. */
export function libraryList(name: LibraryName, search: string) {
  return infiniteQueryOptions({
    queryKey: ["library", name, search],
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => call(`GET /my-${name}`, { query: { search, cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}

function useHistoryChange<Variables>(change: (variables: Variables) => Promise<{ message: string }>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message }) => {
      toast.success(message);
      return cache.invalidateQueries({ queryKey: ["library", "history"] });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}

export function useRemoveFromHistory() {
  return useHistoryChange((id: string) => callWithMessage("DELETE /my-history/:id", { params: { id } }));
}

export function useClearHistory() {
  return useHistoryChange(() => callWithMessage("DELETE /my-history"));
}
