import { contentHref } from "@app/contract/paths";
import type { StaffComment } from "@app/contract/staff-comments";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dateInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Empty } from "#ui/empty.tsx";
import { SearchFilter } from "#ui/filters.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type CommentAct, staffComments, useActOnComment } from "./staff-comments.queries.ts";

const HELD_FOR: Record<NonNullable<StaffComment["held_for"]>, string> = {
  word: "Held: it contains a listed word.",
  link: "Held: it contains a link.",
  first: "Held: the person's first comment on this channel.",
  everything: "Held: every comment on this channel is held.",
};

type Question = { act: CommentAct; title: string; description: string; confirm: string };

type StaffCommentsProps = { search: string; onSearch: (search: string) => void };

/** Comments that wait on any channel; with a search, those of a person, item or channel. */
export function StaffComments({ search, onSearch }: StaffCommentsProps) {
  const list = useInfiniteQuery(staffComments(search));
  const act = useActOnComment();
  const [question, setQuestion] = useState<Question | null>(null);
  return (
    <>
      <search aria-label="Comments" className="max-w-xl">
        <SearchFilter
          key={search === "" ? "empty" : "typed"}
          placeholder="Username, or the id of a person, item or channel"
          value={search}
          onChange={onSearch}
        />
      </search>
      <InfiniteList
        label={search === "" ? "Held comments" : "Comments found"}
        list={list}
        itemsOf={({ comments }) => comments}
        className="flex flex-col gap-3"
        skeleton={<Skeleton className="h-28 rounded-media" />}
        empty={
          <Empty title="No data available">
            {search === "" ? (
              <p>No comments are waiting for approval.</p>
            ) : (
              <>
                <p>No comments match. Enter a full username or an id.</p>
                <Button variant="secondary" onClick={() => onSearch("")}>
                  Show held comments
                </Button>
              </>
            )}
          </Empty>
        }
      >
        {(comment) => <Item comment={comment} isBusy={act.isPending} onApprove={act.mutate} onQuestion={setQuestion} />}
      </InfiniteList>
      <AlertDialog
        isOpen={question !== null}
        title={question?.title ?? ""}
        description={question?.description ?? ""}
        confirmLabel={question?.confirm ?? ""}
        isDanger={question?.act.kind === "remove"}
        busy={act.isPending}
        onConfirm={() => {
          if (question) act.mutate(question.act);
          setQuestion(null);
        }}
        onCancel={() => setQuestion(null)}
      />
    </>
  );
}

type ItemProps = {
  comment: StaffComment;
  isBusy: boolean;
  onApprove: (act: CommentAct) => void;
  onQuestion: (question: Question) => void;
};

function Item({ comment, isBusy, onApprove, onQuestion }: ItemProps) {
  const { author, content, channel } = comment;
  const name = author?.username ?? "Deleted user";
  return (
    <article className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4">
      <p className="text-sm break-words text-muted">
        <Link href={author && `/admin/people/${author.id}`} className="font-semibold text-text underline">
          {name}
        </Link>{" "}
        on{" "}
        <Link href={contentHref(content.type, content.id)} className="underline">
          {content.title}
        </Link>{" "}
        · {channel.name} · {dateInWords(comment.created_at)}
      </p>
      <p className="break-words whitespace-pre-line">{comment.text}</p>
      {comment.held_for !== null && comment.is_held && (
        <p className="text-sm text-clay">{HELD_FOR[comment.held_for]}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {comment.is_held && (
          <Button
            size="sm"
            disabled={isBusy}
            aria-label={`Approve the comment by ${name}`}
            onClick={() => onApprove({ kind: "approve", id: comment.id })}
          >
            Approve
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          disabled={isBusy}
          aria-label={`Delete the comment by ${name}`}
          onClick={() =>
            onQuestion({
              act: { kind: "remove", id: comment.id },
              title: "Delete this comment?",
              description: `“${comment.text.slice(0, 120)}” by ${name} disappears for everyone. You cannot undo this.`,
              confirm: "Delete",
            })
          }
        >
          Delete
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={isBusy}
          aria-label={`${channel.is_forced ? "Stop holding" : "Hold"} every comment on ${channel.name}`}
          onClick={() => onQuestion(toForceQuestion(channel))}
        >
          {channel.is_forced ? "Stop holding this channel" : "Hold this channel"}
        </Button>
      </div>
    </article>
  );
}

function toForceQuestion(channel: StaffComment["channel"]): Question {
  return channel.is_forced
    ? {
        act: { kind: "release", channelId: channel.id },
        title: `Stop holding comments on ${channel.name}?`,
        description:
          "Its owner decides again which comments are held. Those held now stay held until somebody decides.",
        confirm: "Stop holding",
      }
    : {
        act: { kind: "force", channelId: channel.id },
        title: `Hold every comment on ${channel.name}?`,
        description: "Each new comment there waits until its owner or staff approve it. You can stop this at any time.",
        confirm: "Hold comments",
      };
}
