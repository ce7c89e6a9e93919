import type { OwnComment } from "@app/contract/comments";
import { contentHref } from "@app/contract/paths";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { dateInWords } from "#lib/dates.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { LoadMore } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CommentQuestion } from "./comment-question.tsx";
import { myComments, useRemoveOwn } from "./comment-rules.queries.ts";

/** All of the user's own comments, each with a link to its place. */
export function MyComments() {
  const list = useInfiniteQuery(myComments);
  const items = useRef<HTMLUListElement>(null);
  if (list.isPending) return <Skeleton className="h-32 max-w-2xl" />;
  if (!list.data)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  const comments = list.data.pages.flatMap((page) => page.comments);
  if (comments.length === 0) return <p className="text-muted">You have not written any comments yet.</p>;
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <ul ref={items} aria-label="Your comments" className="flex flex-col gap-3">
        {comments.map((comment) => (
          <OwnItem key={comment.id} comment={comment} />
        ))}
      </ul>
      <LoadMore list={list} items={items} />
    </div>
  );
}

function OwnItem({ comment: { id, text, content, ...comment } }: { comment: OwnComment }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveOwn();
  return (
    <li ref={passFocusOn} className="flex flex-col gap-2 rounded-media border border-line bg-raised p-4">
      <p dir="auto" className="line-clamp-5 break-words whitespace-pre-line">
        {text}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <span>
          {dateInWords(comment.created_at)}
          {comment.is_held && " · waiting for approval"}
        </span>
        {content === null ? (
          <span>The item is no longer available.</span>
        ) : (
          <Link
            href={`${contentHref(content.type, content.id)}#comment:${id}`}
            className="inline-flex min-h-6 items-center font-semibold text-accent underline"
          >
            {content.title}
          </Link>
        )}
        <Button variant="secondary" size="sm" className="ml-auto" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      {isAsking && (
        <CommentQuestion
          asked="remove"
          name="you"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(id, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
