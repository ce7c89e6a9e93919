import { COMMENT_MESSAGES, type CommentOrder } from "@app/contract/comment-limits";
import type { Comment, CommentPage } from "@app/contract/comments";
import type { ContentItem } from "@app/contract/contents";
import { viewCount } from "@app/contract/formats";
import type { CommentId, ContentId } from "@app/contract/ids";
import { contentHref } from "@app/contract/paths";
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { ApiError, faultOf, messageOf } from "#lib/api-error.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { useUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { LoadMore, type MoreToLoad, useInfiniteScroll } from "#ui/infinite-list.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { useAdded } from "./added-comments.ts";
import { CommentComposer } from "./comment-composer.tsx";
import { commentElementId, NEW_COMMENT_ID, SendingComment } from "./comment-item.tsx";
import { CommentSkeleton } from "./comment-skeleton.tsx";
import { CommentThread } from "./comment-thread.tsx";
import { commentList, useAddComment, useRefreshComments, withoutDuplicates } from "./comments.queries.ts";
import type { CommentsContext } from "./comments-context.ts";
import { useLiveComments } from "./live-comments.ts";
import { firstOf, ShowMore } from "./show-more.tsx";
import { slowModeInWords } from "./slow-mode.ts";

export type CommentSectionProps = {
  item: Pick<ContentItem, "id" | "type" | "length">;
  /** Only videos have times to seek to. */
  onSeek?: (atS: number) => void;
  /** The comment that the page's address leads to. */
  focusId: CommentId | null;
};

const ORDERS = [
  { value: "newest", label: "Newest" },
  { value: "top", label: "Top" },
] as const;

/** All about an item's comments: the list in two orders, a form, and the comment that a link led to. */
export function CommentSection({ item, onSeek, focusId }: CommentSectionProps) {
  const [order, setOrder] = useState<CommentOrder>("newest");
  const leave = useLeaveComment();
  const list = useInfiniteQuery(commentList(item.id, order, focusId));
  const pages = list.data?.pages ?? [];
  const news = useLiveComments(item.id, list);
  const context = { ...useItemContext(item), onSeek, focusId, onLeave: leave };
  const goneError = focusId !== null && isGone(list.error) ? list.error : null;
  useLeaveWhenGone(goneError, leave);
  useScrollToComment(focusId, pages.length > 0);

  const pinned = pages.flatMap((page) => page.pinned ?? []).slice(0, 1);
  const listed = [...pinned, ...pages.flatMap((page) => page.comments)];
  const { added, add } = useAdded(item.id, null, listed);

  const [first] = pages;
  if (list.isPending || goneError !== null) return <CommentSkeleton />;
  if (first === undefined)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  if (!first.rules.is_open) return <p className="text-muted">{COMMENT_MESSAGES.closed}</p>;

  // The pinned comment, the user's own new ones, then the list.
  const comments = withoutDuplicates([...pinned, ...added, ...listed]);

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="title text-2xl">
          Comments <span className="score text-xl text-muted">{viewCount((pages.at(-1) ?? first).total)}</span>
        </h2>
        <OrderChoice order={order} onChange={setOrder} />
      </div>
      <NewComment context={context} slowModeS={first.rules.slow_mode_s} onAdded={add} />
      {focusId !== null && <FocusNotice onLeave={leave} />}
      <ShowChanges id={item.id} list={list} news={news} />
      <ShowAbove list={list} order={order} />
      <ThreadList comments={comments} context={context} list={list} isOld={list.isPlaceholderData} />
    </div>
  );
}

function FocusNotice({ onLeave }: { onLeave: () => void }) {
  return (
    <p ref={passFocusOn} className="flex flex-wrap items-center gap-3 rounded-media bg-raised p-3">
      You are looking at one comment and those around it.
      <Button variant="secondary" size="sm" onClick={onLeave}>
        Show all comments
      </Button>
    </p>
  );
}

function useItemContext({
  id,
  type,
  length,
}: CommentSectionProps["item"]): Omit<CommentsContext, "onSeek" | "focusId" | "onLeave"> {
  const user = useUser();
  return {
    contentId: id,
    path: contentHref(type, id) ?? "",
    lengthS: length,
    draft: { accountId: user?.id ?? "", name: `comment.${id}` },
  };
}

/** The comment that a link led to was deleted, or never existed. */
function useLeaveWhenGone(error: Error | null, leave: () => void): void {
  useEffect(() => {
    if (error === null) return;
    toast.error(COMMENT_MESSAGES.gone);
    leave();
  }, [error, leave]);
}

type ShownList = UseInfiniteQueryResult<InfiniteData<CommentPage>>;

type ShowChangesProps = { id: ContentId; list: ShownList; news: ReturnType<typeof useLiveComments> };

/** With more pages than are refetched at once, the reader decides when. */
function ShowChanges({ id, list, news }: ShowChangesProps) {
  const refresh = useRefreshComments(id);
  async function show(): Promise<CommentId | null> {
    void refresh();
    const { data, error } = await list.refetch({ cancelRefetch: false });
    if (error) toast.error(messageOf(error));
    else news.end();
    return error ? null : firstOf(data?.pages[0]?.comments);
  }
  return (
    <ShowMore label="Show changes" variant="secondary" className="self-center" isShown={news.isShown} onShow={show} />
  );
}

function ShowAbove({ list, order }: { list: ShownList; order: CommentOrder }) {
  async function show(): Promise<CommentId | null> {
    const { data, error } = await list.fetchPreviousPage();
    if (error) toast.error(messageOf(error));
    return error ? null : firstOf(data?.pages[0]?.comments);
  }
  const label = order === "newest" ? "Show newer comments" : "Show comments above";
  return (
    <ShowMore label={label} variant="secondary" className="self-center" isShown={list.hasPreviousPage} onShow={show} />
  );
}

type ThreadListProps = {
  comments: Comment[];
  context: CommentsContext;
  list: MoreToLoad;
  /** The comments of the order before, until those of the new one are there. */
  isOld: boolean;
};

function ThreadList({ comments, context, list, isOld }: ThreadListProps) {
  const element = useRef<HTMLUListElement>(null);
  const canLoad = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  useInfiniteScroll(element, canLoad, () => void list.fetchNextPage());
  if (comments.length === 0) return <p className="text-muted">No comments yet. Be the first to comment.</p>;
  return (
    <div aria-busy={isOld || undefined} className={clsx("flex flex-col gap-5", isOld && "opacity-60")}>
      <ul ref={element} aria-label="Comments" className="flex flex-col gap-4">
        {comments.map((comment) => (
          <li key={comment.id} className="min-w-0">
            <CommentThread comment={comment} context={context} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} items={element} />
    </div>
  );
}

function OrderChoice({ order, onChange }: { order: CommentOrder; onChange: (order: CommentOrder) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons are no form
    <div role="group" aria-label="Order of the comments" className="flex gap-1">
      {ORDERS.map(({ value, label }) => (
        <Button
          key={value}
          variant={value === order ? "secondary" : "ghost"}
          size="sm"
          aria-pressed={value === order}
          onClick={() => onChange(value)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

type NewCommentProps = { context: CommentsContext; slowModeS: number; onAdded: (comment: Comment) => void };

function NewComment({ context, slowModeS, onAdded }: NewCommentProps) {
  const add = useAddComment(context.contentId, onAdded);
  return (
    <div id={NEW_COMMENT_ID} className="flex flex-col gap-1">
      <CommentComposer
        contentId={context.contentId}
        label="Add a comment"
        submitLabel="Comment"
        draft={context.draft}
        clearsOnSend
        busy={add.isPending}
        error={add.isError ? faultOf(add.error) : null}
        onSend={(text) => add.mutateAsync({ text, parentId: null })}
      />
      {slowModeS > 0 && (
        <p className="text-sm text-muted">
          Slow mode is on: you can write one comment every {slowModeInWords(slowModeS)}.
        </p>
      )}
      {add.isPending && <SendingComment text={add.variables.text} />}
    </div>
  );
}

/** @returns takes the comment out of the page's address, for the whole list */
function useLeaveComment(): () => void {
  const navigate = useNavigate();
  const [leave] = useState(
    () => () => void navigate({ to: ".", hash: "", search: true, replace: true, resetScroll: false }),
  );
  return leave;
}

/** Deleted, hidden, of another item, or no comment at all. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && [404, 410, 422].includes(error.status);
}

/** Once each time that a link leads to a comment, when the list has come. */
function useScrollToComment(id: CommentId | null, hasCome: boolean): void {
  const shown = useRef<CommentId | null>(null);
  useEffect(() => {
    // The same link can be followed again later.
    if (id === null) shown.current = null;
    if (!hasCome || id === null || shown.current === id) return;
    const element = document.getElementById(commentElementId(id));
    if (element === null) return;
    shown.current = id;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
  });
}
