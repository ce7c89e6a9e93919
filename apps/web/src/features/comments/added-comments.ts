import type { Comment, CommentReply } from "@app/contract/comments";
import type { CommentId, ContentId } from "@app/contract/ids";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { useLive } from "#lib/live.ts";
import { addedTo } from "./comments.queries.ts";

const NONE: Comment[] = [];

/**
 * The user's own new comments that no list has shown yet: in Top, or around another comment, it may be far away. They are in
 * the cache, so that a like, an edit and a deletion reach them.
 * @param parentId for replies to this comment
 * @param listed what the lists show
 */
export function useAdded(id: ContentId, parentId: CommentId | null, listed: readonly CommentReply[]) {
  const cache = useQueryClient();
  const queryKey = [...addedTo(id), parentId];
  const { data = NONE } = useQuery<Comment[]>({ queryKey, queryFn: skipToken, gcTime: 0 });
  const known = new Set(listed.map((one) => one.id));
  const added = data.filter((one) => !known.has(one.id));
  useEffect(() => {
    // From now on the lists say whether it is still there.
    if (added.length < data.length) cache.setQueryData(queryKey, added);
  });
  async function update({ id: commentId }: Comment): Promise<void> {
    const found = await fetchComment(id, commentId);
    cache.setQueryData<Comment[]>(queryKey, (all) =>
      all?.flatMap((one) => (one.id === commentId ? toUpdated(one, found) : one)),
    );
  }
  useLive("held_comments.changed", () => {
    // If it fails, the comment stays as it is until the next event.
    for (const one of added) if (one.is_held) update(one).catch(() => undefined);
  });
  return { added, add: (one: Comment) => cache.setQueryData<Comment[]>(queryKey, (before = []) => [one, ...before]) };
}

function toUpdated(one: Comment, found: CommentReply | null): Comment[] {
  return found === null ? [] : [{ ...one, ...found }];
}

/** @returns null: it was declined. @throws ApiError */
async function fetchComment(id: ContentId, commentId: CommentId): Promise<CommentReply | null> {
  try {
    const { pinned, comments } = await call("GET /comments/:id", { params: { id }, query: { around: commentId } });
    const threads = pinned === null ? comments : [pinned, ...comments];
    return threads.flatMap((one) => [one, ...one.replies]).find((one) => one.id === commentId) ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return null;
    throw error;
  }
}
