import type { ContentId } from "@app/contract/ids";
import type { ReactionState } from "@app/contract/reactions";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { useItemLive } from "#lib/live.ts";
import { toast } from "#lib/toast.ts";

export function reactions(id: string) {
  return queryOptions({
    queryKey: ["reactions", id],
    queryFn: ({ signal }) => call("GET /content/:id/reactions", { params: { id } }, signal),
    gcTime: 0,
  });
}

/** Other people's likes appear on an open page. */
export function useLiveReactions(id: ContentId): void {
  const cache = useQueryClient();
  useItemLive(id, "likes.changed", () => {
    // A click of one's own that is under way brings the newest number itself.
    if (cache.isMutating({ mutationKey: ["react", id] }) === 0)
      void cache.invalidateQueries({ queryKey: reactions(id).queryKey });
  });
}

type Change = { liked: boolean } | { saved: boolean };

/**
 * Likes or saves an item, or takes it back. Optimistic: the scope sends the clicks one after another, so that the last
 * one wins, and only the reply to the last one replaces what is shown.
 */
export function useReact(id: ContentId) {
  const cache = useQueryClient();
  const { queryKey } = reactions(id);
  const mutationKey = ["react", id];
  const isLast = () => cache.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: `react.${id}` },
    mutationFn: (change: Change) =>
      "liked" in change
        ? call("POST /content/:id/like", { params: { id }, body: change })
        : call("POST /content/:id/save", { params: { id }, body: change }),
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (state) => state && withChange(state, change));
    },
    onSuccess: (state) => isLast() && cache.setQueryData(queryKey, state),
    onError: (error) => {
      toast.error(messageOf(error));
      if (isLast()) void cache.invalidateQueries({ queryKey });
    },
  });
}

function withChange(state: ReactionState, change: Change): ReactionState {
  if ("saved" in change) return { ...state, saved: change.saved };
  const added = Number(change.liked) - Number(state.liked);
  return { ...state, liked: change.liked, total_likes: Math.max(0, state.total_likes + added) };
}
