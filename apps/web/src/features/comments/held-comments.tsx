import { DELETED_USER } from "@app/contract/brand";
import { HELD_COUNTED_MAX } from "@app/contract/comment-limits";
import type { HeldComment } from "@app/contract/comment-rules";
import { contentHref } from "@app/contract/paths";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useRef } from "react";
import { dateInWords } from "#lib/dates.ts";
import { countedUpTo } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadMore } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Decision, heldComments, useCommentsBeingDecided, useDecide } from "./comment-rules.queries.ts";

const REASONS: Record<HeldComment["reason"], string> = {
  word: "Contains a word on your list.",
  link: "Contains a link.",
  first: "This person's first comment here.",
  everything: "Every comment needs approval.",
};

const DECISIONS: readonly { decision: Decision; key: string; label: string }[] = [
  { decision: "approve", key: "a", label: "Approve" },
  { decision: "remove", key: "d", label: "Delete" },
  { decision: "hide", key: "h", label: "Hide this person" },
];

/** The owner's queue: one key for each decision while a comment has the focus. */
export function HeldComments() {
  const list = useInfiniteQuery(heldComments);
  const decide = useDecide();
  const decided = useCommentsBeingDecided();
  const element = useRef<HTMLUListElement>(null);

  if (list.isPending) return <Skeleton className="h-64 rounded-media" />;
  if (!list.data)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  const held = list.data.pages.flatMap((page) => page.comments);
  const total = list.data.pages.at(-1)?.total ?? 0;
  if (held.length === 0)
    return (
      <div className="flex flex-col items-center gap-4 px-4 py-10 text-center">
        <p className="text-lg font-semibold">No comments are waiting for your approval.</p>
        <Link
          href="/setting?tab=comments"
          className="inline-flex items-center font-semibold text-accent underline touch:min-h-11"
        >
          Choose which comments to hold
        </Link>
      </div>
    );

  const items = () => [...(element.current?.querySelectorAll<HTMLElement>("[data-held]") ?? [])];

  function decideOn(one: HeldComment, decision: Decision): void {
    const all = items();
    const at = all.findIndex((item) => item.dataset["held"] === one.comment.id);
    // The decided one goes, so that the next one takes its place.
    (all[at + 1] ?? all[at - 1])?.focus();
    decide.mutate({ id: one.comment.id, text: one.comment.text, decision });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, one: HeldComment): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const decision = findDecision(event);
    if (step === undefined && decision === undefined) return;
    event.preventDefault();
    const all = items();
    if (decision) decideOn(one, decision);
    else all[all.indexOf(event.currentTarget) + (step ?? 0)]?.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-muted">
        {waitingInWords(total)}
      </p>
      <p className="text-sm text-muted touch:hidden">
        Keyboard: A approves the focused comment, D deletes it, H hides its author, and the arrow keys move between
        comments.
      </p>
      <ul ref={element} aria-label="Comments waiting for approval" className="flex flex-col gap-3">
        {held
          .filter(({ comment }) => !decided.includes(comment.id))
          .map((one) => (
            <li key={one.comment.id} ref={passFocusOn}>
              <HeldItem
                held={one}
                onKeyDown={(event) => onKeyDown(event, one)}
                onDecide={(decision) => decideOn(one, decision)}
              />
            </li>
          ))}
      </ul>
      <LoadMore list={list} items={element} />
    </div>
  );
}

/** A key that is held down would decide about each comment that takes the focus. */
function findDecision(event: KeyboardEvent): Decision | undefined {
  return event.repeat ? undefined : DECISIONS.find(({ key }) => key === event.key.toLowerCase())?.decision;
}

type HeldItemProps = {
  held: HeldComment;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onDecide: (decision: Decision) => void;
};

function HeldItem({ held: { comment, content, reason }, onKeyDown, onDecide }: HeldItemProps) {
  const name = comment.author?.name ?? DELETED_USER;
  return (
    <article
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys of the decisions
      tabIndex={0}
      data-held={comment.id}
      aria-label={`Comment by ${name}`}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4"
    >
      <div className="flex items-center gap-3">
        <Avatar picture={comment.author?.profile_url ?? null} name={name} size={36} />
        <p className="min-w-0 grow text-sm">
          <span className="font-semibold break-words">{name}</span>{" "}
          <span className="text-muted">
            on{" "}
            <Link href={contentHref(content.type, content.id)} className="underline">
              <bdi>{content.title}</bdi>
            </Link>
            {" · "}
            <span className="whitespace-nowrap">{dateInWords(comment.created_at)}</span>
          </span>
        </p>
      </div>
      <p dir="auto" className="break-words whitespace-pre-line">
        {comment.text}
      </p>
      <p className="text-sm text-muted">{REASONS[reason]}</p>
      <div className="flex flex-wrap gap-2">
        {DECISIONS.map(({ decision, key, label }) => (
          <Button
            key={decision}
            variant={decision === "approve" ? "primary" : "secondary"}
            size="sm"
            aria-label={`${label}: comment by ${name}`}
            onClick={() => onDecide(decision)}
          >
            {label}{" "}
            <kbd className="score rounded-control border border-current px-1 text-xs uppercase touch:hidden">{key}</kbd>
          </Button>
        ))}
      </div>
    </article>
  );
}

function waitingInWords(total: number): string {
  return `${countedUpTo(HELD_COUNTED_MAX, total, "comment")} ${total === 1 ? "is" : "are"} waiting for your approval.`;
}

/** Leads the owner to the comments that wait; nothing while there are none. */
export function HeldNotice() {
  const total = useInfiniteQuery(heldComments).data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <Notice
      title={waitingInWords(total)}
      action={
        <LinkButton href="/creator-view/comments" variant="secondary" size="sm">
          Review
        </LinkButton>
      }
    >
      They appear once you approve them.
    </Notice>
  );
}
