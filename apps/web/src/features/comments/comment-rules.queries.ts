import type { SlowModeS } from "@app/contract/comment-limits";
import type { CommentSettings, ItemCommentSettings } from "@app/contract/comment-rules";
import type { AccountId, CommentId, ContentId } from "@app/contract/ids";
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { useOptimistic } from "#lib/optimistic.ts";
import { toast } from "#lib/toast.ts";

export const heldComments = infiniteQueryOptions({
  queryKey: ["held-comments"],
  queryFn: ({ pageParam, signal }) => call("GET /held-comments", { query: { after: pageParam } }, signal),
  initialPageParam: undefined as CommentId | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  meta: liveMeta("held_comments.changed"),
  gcTime: 0,
});

export type Decision = "approve" | "remove" | "hide";

/** `text`: as it is shown. */
type HeldDecision = { id: CommentId; text: string | null; decision: Decision };
const DECIDE = ["held-comments", "decide"] as const;

export function useCommentsBeingDecided(): readonly CommentId[] {
  return useMutationState({
    filters: { mutationKey: DECIDE, status: "pending" },
    select: ({ state }) => (state.variables as HeldDecision).id,
  });
}

export function useDecide() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: DECIDE,
    mutationFn: ({ id, text, decision }: HeldDecision) => {
      const params = { id };
      if (decision === "hide") return callWithMessage("POST /hide-commenter/:id", { params });
      const body = decision === "approve" && text !== null ? { decision, text } : { decision };
      return callWithMessage("POST /held-comment/:id", { params, body });
    },
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: heldComments.queryKey }),
  });
}

export const channelCommentSettings = queryOptions({
  queryKey: ["comment-settings"],
  queryFn: ({ signal }) => call("GET /comment-settings", {}, signal),
});

export type ChosenSettings = Partial<Omit<CommentSettings, "is_forced" | "slow_mode_s">> & { slow_mode_s?: SlowModeS };

/** Takes the changed settings only. The form keeps what was typed if it fails. */
export function useChooseSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ChosenSettings) => callWithMessage("PUT /comment-settings", { body }),
    onSuccess: ({ message, data }) => {
      cache.setQueryData(channelCommentSettings.queryKey, data);
      toast.success(message);
    },
  });
}

export function itemCommentSettings(id: ContentId) {
  return queryOptions({
    queryKey: ["comment-settings", id],
    queryFn: ({ signal }) => call("GET /comment-settings/:id", { params: { id } }, signal),
  });
}

/** Sends the changed settings only, so that another tab's are not overwritten. */
export function useChooseItemSettings(id: ContentId) {
  const { queryKey } = itemCommentSettings(id);
  const { options, show, confirm } = useOptimistic<ItemCommentSettings>(["comment-settings", id], queryKey);
  return useMutation({
    ...options,
    mutationFn: (body: Partial<ItemCommentSettings> & { slow_mode_s?: SlowModeS | null }) =>
      call("PUT /comment-settings/:id", { params: { id }, body }),
    // Words have a button of their own, and show once they are saved.
    onMutate: (chosen) => show((before) => ({ ...before, ...chosen, words: before.words })),
    onSuccess: confirm,
  });
}

export const hiddenPeople = queryOptions({
  queryKey: ["hidden-commenters"],
  queryFn: ({ signal }) => call("GET /hidden-commenters", {}, signal),
});

export function useShowPerson() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: AccountId) => callWithMessage("POST /show-commenter/:id", { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: hiddenPeople.queryKey }),
  });
}

export const myComments = infiniteQueryOptions({
  queryKey: ["my-comments"],
  queryFn: ({ pageParam, signal }) => call("GET /my-comments", { query: { before: pageParam } }, signal),
  initialPageParam: undefined as CommentId | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  meta: liveMeta("held_comments.changed"),
  gcTime: 0,
});

export function useRemoveOwn() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: CommentId) => callWithMessage("DELETE /delete-comment/:id", { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: myComments.queryKey }),
  });
}
