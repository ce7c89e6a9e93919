import type { ChannelId, CommentId } from "@app/contract/ids";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { isConflict, messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";

const COMMENTS = ["admin", "comments"];

export function staffComments(search: string) {
  return infiniteQueryOptions({
    queryKey: [...COMMENTS, search],
    queryFn: ({ pageParam, signal }) =>
      call("GET /admin/comments", { query: { search, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    gcTime: 0,
  });
}

/** `text`: as it is shown. */
export type CommentAct =
  | { kind: "approve"; id: CommentId; text: string }
  | { kind: "force" | "release"; channelId: ChannelId };

const DONE: Record<CommentAct["kind"], string> = {
  approve: "The comment was approved.",
  force: "Every comment on this channel waits for approval now.",
  release: "The channel's owner decides about its comments again.",
};

export function useActOnComment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (act: CommentAct) => {
      if ("channelId" in act)
        await call("POST /force-comment-approval/:id", {
          params: { id: act.channelId },
          body: { forced: act.kind === "force" },
        });
      else
        await call("POST /held-comment/:id", { params: { id: act.id }, body: { decision: "approve", text: act.text } });
    },
    onSuccess: (_, { kind }) => toast.success(DONE[kind]),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: COMMENTS }),
  });
}

export type ModerateKind = "hide" | "remove" | "restore";

const ROUTES = {
  hide: "POST /admin/comments/:id/hide",
  remove: "POST /admin/comments/:id/delete",
  restore: "POST /admin/comments/:id/restore",
} as const;

/** What is done with a reason. The dialog shows why it failed, or a toast if it was closed meanwhile. */
export function useModerateComment(id: CommentId, onDone: () => void) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: ({ kind, reason }: { kind: ModerateKind; reason: string }) =>
      callWithMessage(ROUTES[kind], { params: { id }, body: { reason } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      if (isMounted()) onDone();
    },
    onError: (error) => {
      if (!isMounted()) toast.error(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: COMMENTS }),
  });
}

export const staffWords = queryOptions({
  queryKey: ["admin", "held-words"],
  queryFn: ({ signal }) => call("GET /held-words", {}, signal),
});

/** The form shows why it failed, and keeps what was typed. */
export function useSaveStaffWords() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { words: string[]; before: string[] }) => callWithMessage("PUT /held-words", { body }),
    onSuccess: ({ data }) => {
      cache.setQueryData(staffWords.queryKey, data);
      toast.success("The words were saved.");
    },
    onError: (error) => isConflict(error) && cache.invalidateQueries(staffWords),
  });
}
