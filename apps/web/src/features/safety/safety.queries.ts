import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";

export const blockedPeople = infiniteQueryOptions({
  queryKey: ["blocks"],
  gcTime: 0,
  queryFn: ({ pageParam, signal }) => call("GET /blocks", { query: { cursor: pageParam } }, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: nextPage,
});

/**
 * Everything on the page is fetched again, because a person can stand in any list.
 * @param onDone runs before that
 */
export function useSetBlocked(onDone?: () => Promise<void>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ channelId: id, isBlocked }: { channelId: string; isBlocked: boolean }) =>
      isBlocked
        ? callWithMessage("POST /block/:id", { params: { id } })
        : callWithMessage("POST /unblock/:id", { params: { id } }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      await onDone?.();
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries(),
  });
}
