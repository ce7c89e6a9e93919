import type { CommentOrder } from "@app/contract/comment-limits";
import type { Comment, CommentPage, CommentReply } from "@app/contract/comments";
import type { CommentId, ContentId } from "@app/contract/ids";
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { ApiError, faultOf, messageOf } from "#lib/api-error.ts";
import { isLoadingMore } from "#lib/live-queries.ts";
import { announce, toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";

/** Where a page of the list begins. */
type From = { before?: CommentId; after?: CommentId; around?: CommentId };

/** Everything about an item's comments. */
const allOf = (id: ContentId) => ["comments", id] as const;
/** The person's own changes, as mutations. */
const changesOf = (id: ContentId) => ["change-comments", id] as const;
/** The person's own new comments that no list has shown yet. */
export const addedTo = (id: ContentId) => [...allOf(id), "added"] as const;

function toFirst(around: CommentId | null): From {
  return around === null ? {} : { around };
}

/** @param around the list begins with this comment and those beside it; null: at its top */
export function commentList(id: ContentId, order: CommentOrder, around: CommentId | null) {
  return infiniteQueryOptions({
    queryKey: [...allOf(id), "list", order, around],
    queryFn: ({ pageParam, signal }) =>
      call("GET /comments/:id", { params: { id }, query: { order, ...pageParam } }, signal),
    initialPageParam: toFirst(around),
    getNextPageParam: ({ pagination }: CommentPage): From | undefined =>
      pagination.next === null ? undefined : { before: pagination.next },
    getPreviousPageParam: ({ pagination }: CommentPage): From | undefined =>
      pagination.previous === null ? undefined : { after: pagination.previous },
    // In another order, and when a link to one comment is left, those that are shown stay until the others have come.
    placeholderData: (shown, of) => (of?.queryKey[1] === id ? shown : undefined),
    gcTime: 0,
  });
}

type MoreReplies = { id: CommentId; side: "earlier" | "later"; from: CommentId | null };

/**
 * Replies beyond those that came with their comment: `later` after the cursor, or `earlier` before it.
 * @param isOpen they are shown, so that they are fetched again with everything else
 */
export function moreReplies(contentId: ContentId, { id, side, from }: MoreReplies, isOpen: boolean) {
  return infiniteQueryOptions({
    queryKey: [...allOf(contentId), "replies", id, side, from],
    queryFn: ({ pageParam, signal }) => {
      const query = side === "later" ? { after: pageParam } : { before: pageParam };
      return call("GET /comment-replies/:id", { params: { id }, query }, signal);
    },
    initialPageParam: from ?? undefined,
    getNextPageParam: ({ cursors }) => (side === "later" ? cursors.later : cursors.earlier) ?? undefined,
    enabled: isOpen && from !== null,
    // If the reply at the cursor is deleted, the key changes: what is shown stays until the new page has loaded.
    placeholderData: (shown) => (from === null ? undefined : shown),
    gcTime: 0,
  });
}

export function peopleToMention(id: ContentId, search: string) {
  return queryOptions({
    queryKey: [...allOf(id), "people", search],
    queryFn: ({ signal }) => call("GET /comment-people/:id", { params: { id }, query: { search } }, signal),
    staleTime: 30_000,
    // While a longer prefix is searched, those people stay who are shown and still match.
    placeholderData: (shown, of) => {
      const before = of?.queryKey.at(-1);
      return before !== undefined && search.startsWith(before) ? shown?.filter(isCalled(search)) : undefined;
    },
  });
}

function isCalled(search: string): (person: { username: string; name: string }) => boolean {
  const begun = search.toLowerCase();
  return ({ username, name }) => [username, name].some((one) => one.toLowerCase().startsWith(begun));
}

/** Fetches everything that is shown of an item's comments again. */
export function useRefreshComments(id: ContentId): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: allOf(id) });
}

/** @returns whether a further page of the comments or of replies is under way */
export function useIsLoadingMore(id: ContentId): () => boolean {
  const queries = useQueryClient().getQueryCache();
  return () => queries.findAll({ queryKey: allOf(id), predicate: isLoadingMore }).length > 0;
}

/**
 * What moved between two requests is returned twice: a comment whose likes change, in Top; one that was just pinned; a reply
 * that comes with its comment since one before it was deleted.
 */
export function withoutDuplicates<C extends CommentReply>(comments: readonly C[]): C[] {
  return [...new Map(comments.map((comment) => [comment.id, comment])).values()];
}

/** The event about a change comes within this time. */
const EVENT_WITHIN_MS = 3_000;

/** @returns whether the person has changed something here so lately that an event may be about that */
export function useHasJustChanged(id: ContentId): () => boolean {
  const changes = useQueryClient().getMutationCache();
  return () =>
    changes
      .findAll({ mutationKey: changesOf(id) })
      .some(({ state }) => Date.now() - state.submittedAt < EVENT_WITHIN_MS);
}

/** @returns shows why sending failed once the form, which shows it otherwise, is gone */
function useShowFaultOfClosed(): (error: Error) => void {
  const isMounted = useIsMounted();
  return (error) => {
    if (!isMounted()) toast.error(faultOf(error));
  };
}

export type NewComment = { text: string; parentId: CommentId | null };

export function useAddComment(id: ContentId, onAdded: (comment: Comment) => void) {
  const refresh = useRefreshComments(id);
  const showFault = useShowFaultOfClosed();
  return useMutation({
    mutationKey: changesOf(id),
    mutationFn: ({ text, parentId }: NewComment) =>
      callWithMessage("POST /add-comment/:id", { params: { id }, body: { text, parent_id: parentId } }),
    onSuccess: ({ message, data }) => {
      onAdded(data);
      if (data.is_held) toast.info(message);
      else announce(data.parent_id === null ? "Your comment is posted." : "Your reply is posted.");
      void refresh();
    },
    onError: showFault,
  });
}

type Change = Partial<
  Pick<CommentReply, "text" | "is_edited" | "is_held" | "liked" | "total_likes" | "is_hearted" | "is_pinned">
>;

/** Changes a comment wherever it is shown. */
function useChangeShown(id: ContentId) {
  const cache = useQueryClient();
  return (commentId: CommentId, change: (comment: CommentReply) => Change) => {
    const apply = <C extends CommentReply>(one: C): C => (one.id === commentId ? { ...one, ...change(one) } : one);
    const applyToThread = (one: Comment): Comment => ({ ...apply(one), replies: one.replies.map(apply) });
    cache.setQueriesData<InfiniteData<CommentPage>>(
      { queryKey: [...allOf(id), "list"] },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            pinned: page.pinned && applyToThread(page.pinned),
            comments: page.comments.map(applyToThread),
          })),
        },
    );
    cache.setQueriesData<Comment[]>({ queryKey: addedTo(id) }, (data) => data?.map(applyToThread));
    cache.setQueriesData<InfiniteData<{ replies: CommentReply[] }>>(
      { queryKey: [...allOf(id), "replies"] },
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, replies: page.replies.map(apply) })) },
    );
  };
}

/** Optimistic: the scope sends the clicks one after another, so that the last one wins. */
export function useLikeComment(id: ContentId, commentId: CommentId) {
  const change = useChangeShown(id);
  const cache = useQueryClient();
  const refresh = useRefreshComments(id);
  const mutationKey = [...changesOf(id), "like", commentId];
  const isOnly = () => cache.isMutating({ mutationKey }) === 1;
  /** What the server has, as far as this page knows. */
  const saved = useRef<Pick<CommentReply, "liked" | "total_likes">>(undefined);
  return useMutation({
    mutationKey,
    scope: { id: `like-comment.${commentId}` },
    mutationFn: (liked: boolean) => call("POST /comment-reaction/:id", { params: { id: commentId }, body: { liked } }),
    onMutate: (liked) => {
      const isFirst = isOnly();
      change(commentId, (one) => {
        if (isFirst) saved.current = { liked: one.liked, total_likes: one.total_likes };
        return { liked, total_likes: Math.max(0, one.total_likes + Number(liked) - Number(one.liked)) };
      });
    },
    onSuccess: ({ liked, count }) => {
      const state = { liked, total_likes: count };
      saved.current = state;
      if (isOnly()) change(commentId, () => state);
    },
    onError: (error) => {
      toast.error(messageOf(error));
      // At once, because without a connection nothing can be fetched.
      const { current } = saved;
      if (current && isOnly()) change(commentId, () => current);
      void refresh();
    },
  });
}

export function useEditComment(id: ContentId, commentId: CommentId, onSaved: () => void) {
  const refresh = useRefreshComments(id);
  const change = useChangeShown(id);
  const showFault = useShowFaultOfClosed();
  return useMutation({
    mutationKey: changesOf(id),
    mutationFn: (text: string) =>
      callWithMessage("POST /edit-comment/:id", { params: { id: commentId }, body: { text } }),
    onSuccess: async ({ message, data }) => {
      change(commentId, () => ({ text: data.text, is_edited: data.is_edited, is_held: data.is_held }));
      if (data.is_held) toast.info(message);
      await refresh();
      onSaved();
    },
    onError: showFault,
  });
}

/**
 * What takes effect at once and needs no form.
 * @param onGone the comment is no longer shown here
 */
export function useCommentAction(id: ContentId, commentId: CommentId, onGone: () => void) {
  const cache = useQueryClient();
  const refresh = useRefreshComments(id);
  return useMutation({
    mutationKey: changesOf(id),
    mutationFn: (action: CommentAction): Promise<{ message: string }> => {
      const params = { id: commentId };
      if (action === "remove") return callWithMessage("DELETE /delete-comment/:id", { params });
      if (action === "hide") return callWithMessage("POST /hide-commenter/:id", { params });
      return callWithMessage("POST /mark-comment/:id", { params, body: MARKS[action] });
    },
    onSuccess: async ({ message }, action) => {
      const isGone = action === "remove" || action === "hide";
      if (isGone) onGone();
      cache.setQueriesData<Comment[]>({ queryKey: addedTo(id) }, (data) =>
        isGone ? data?.filter((one) => one.id !== commentId) : data,
      );
      await refresh();
      if (isGone) toast.success(message);
    },
    onError: (error) => {
      toast.error(messageOf(error));
      // Somebody else may have deleted it.
      if (error instanceof ApiError && error.status === 404) void refresh();
    },
  });
}

const MARKS = {
  heart: { hearted: true },
  unheart: { hearted: false },
  pin: { pinned: true },
  unpin: { pinned: false },
} as const;

export type CommentAction = keyof typeof MARKS | "remove" | "hide";
