import { DELETED_USER } from "@app/contract/brand";
import type { Comment, CommentReply } from "@app/contract/comments";
import type { CommentId } from "@app/contract/ids";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { faultOf, messageOf } from "#lib/api-error.ts";
import { readTextDraft, type TextDraft } from "#lib/drafts.ts";
import { focusIfLost } from "#lib/focus.ts";
import { toast } from "#lib/toast.ts";
import { useAdded } from "./added-comments.ts";
import { CommentComposer } from "./comment-composer.tsx";
import { CommentItem, findButton, SendingComment } from "./comment-item.tsx";
import { moreReplies, useAddComment, withoutDuplicates } from "./comments.queries.ts";
import { type CommentsContext, draftBelow } from "./comments-context.ts";
import { firstOf, ShowMore } from "./show-more.tsx";

/** A comment with its replies. */
export function CommentThread({ comment, context }: { comment: Comment; context: CommentsContext }) {
  /** The comment being replied to; null if the form is closed. It is open from the start for a reply that was begun. */
  const [answered, setAnswered] = useState<CommentReply | null>(() => findBegun(comment, context));
  const [wasBegun, setWasBegun] = useState(answered !== null);
  const answer = (one: CommentReply) => {
    setAnswered(one);
    setWasBegun(false);
  };
  function closeForm({ id }: CommentReply): void {
    // While it was sent, another reply may have been begun.
    flushSync(() => setAnswered((now) => (now?.id === id ? null : now)));
    focusIfLost(findButton(id, "reply"));
  }
  const { earlier, later } = comment.replies_cursors;
  const before = useReplies(comment, context, "earlier", earlier);
  const after = useReplies(comment, context, "later", later);
  const listed = withoutDuplicates([...before.replies, ...comment.replies, ...after.replies]);
  const { added, add } = useAdded(context.contentId, comment.id, listed);
  const replies = [...listed, ...added.toReversed()];

  return (
    <div className="flex flex-col gap-1">
      <CommentItem comment={comment} context={context} onReply={() => answer(comment)} />
      {(replies.length > 0 || answered !== null) && (
        <div className="ml-6 flex flex-col gap-1 border-l border-line pl-3 sm:ml-12 sm:pl-4">
          <MoreReplies label="Show earlier replies" {...before} />
          {replies.length > 0 && (
            <ul aria-label="Replies" className="flex flex-col gap-1">
              {replies.map((reply) => (
                <li key={reply.id}>
                  <CommentItem comment={reply} context={context} onReply={() => answer(reply)} />
                </li>
              ))}
            </ul>
          )}
          <MoreReplies label="Show more replies" {...after} />
          {answered !== null && (
            <ReplyForm
              // Another person's name begins another reply.
              key={answered.id}
              answered={answered}
              // On a page that is just opening, another part may have the focus.
              autoFocus={!wasBegun}
              context={context}
              onAdded={add}
              onClose={() => closeForm(answered)}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** Where a reply was begun on an earlier visit, or before a reload. */
function findBegun(comment: Comment, context: CommentsContext): CommentReply | null {
  const isBegun = ({ id, can }: CommentReply) => can.reply && readTextDraft(replyDraft(context, id)) !== "";
  return [comment, ...comment.replies].find(isBegun) ?? null;
}

function replyDraft(context: CommentsContext, id: CommentId): TextDraft {
  return draftBelow(context, `reply.${id}`);
}

type Side = "earlier" | "later";

/** Replies on one side of those that came with the comment, loaded on demand. */
function useReplies(comment: Comment, { contentId }: CommentsContext, side: Side, from: CommentId | null) {
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery(moreReplies(contentId, { id: comment.id, side, from }, isOpen));
  const pages = list.data?.pages ?? [];
  const isLoaded = pages.length > 0;
  const load = async () => {
    const { data, error } = await (isLoaded ? list.fetchNextPage() : list.refetch());
    if (error) toast.error(messageOf(error));
    else setOpen(true);
    return error ? null : firstOf(data?.pages.at(-1)?.replies);
  };
  return {
    replies: (side === "later" ? pages : pages.toReversed()).flatMap((page) => page.replies),
    hasMore: from !== null && (!isLoaded || list.hasNextPage),
    load,
  };
}

type MoreRepliesProps = { label: string; hasMore: boolean; load: () => Promise<CommentId | null> };

function MoreReplies({ label, hasMore, load }: MoreRepliesProps) {
  return <ShowMore label={label} variant="ghost" className="self-start" isShown={hasMore} onShow={load} />;
}

type ReplyFormProps = {
  answered: CommentReply;
  autoFocus: boolean;
  context: CommentsContext;
  onAdded: (reply: Comment) => void;
  onClose: () => void;
};

function ReplyForm({ answered, autoFocus, context, onAdded, onClose }: ReplyFormProps) {
  const add = useAddComment(context.contentId, (reply) => {
    onAdded(reply);
    onClose();
  });
  // Below a comment it is clear who is meant.
  const namesAuthor = answered.parent_id !== null && answered.author !== null && !answered.author.is_you;
  if (add.isPending) return <SendingComment text={add.variables.text} />;
  return (
    <CommentComposer
      contentId={context.contentId}
      label={`Reply to ${answered.author?.name ?? DELETED_USER}`}
      submitLabel="Reply"
      draft={replyDraft(context, answered.id)}
      initialText={namesAuthor ? `@${answered.author?.username} ` : ""}
      busy={add.isPending}
      error={add.isError ? faultOf(add.error) : null}
      autoFocus={autoFocus || add.isError}
      onSend={(text) => add.mutateAsync({ text, parentId: answered.id })}
      onCancel={onClose}
    />
  );
}
