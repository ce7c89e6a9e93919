import { DELETED_USER } from "@app/contract/brand";
import { contentHref } from "@app/contract/paths";
import type { StaffComment } from "@app/contract/staff-comments";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dateInWords } from "#lib/dates.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Empty } from "#ui/empty.tsx";
import { SearchFilter } from "#ui/filters.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import {
  type CommentAct,
  type ModerateKind,
  staffComments,
  useActOnComment,
  useModerateComment,
} from "./staff-comments.queries.ts";

const HELD_FOR: Record<NonNullable<StaffComment["held_for"]>, string> = {
  word: "Held: it contains a listed word.",
  link: "Held: it contains a link.",
  first: "Held: the person's first comment on this channel.",
  everything: "Held: every comment on this channel is held.",
  staff: "Hidden by staff.",
};

type Moderated = { comment: StaffComment; kind: ModerateKind };

type Question = { act: CommentAct; title: string; description: string; confirm: string };

type StaffCommentsProps = { search: string; onSearch: (search: string) => void };

/** Comments that wait on any channel; with a search, those found by their words, a person, item or channel. */
export function StaffComments({ search, onSearch }: StaffCommentsProps) {
  const list = useInfiniteQuery(staffComments(search));
  const act = useActOnComment();
  const [question, setQuestion] = useState<Question | null>(null);
  const [moderated, setModerated] = useState<Moderated | null>(null);
  return (
    <>
      <search aria-label="Comments" className="max-w-xl">
        <SearchFilter placeholder="Words, @username, or an id" value={search} onChange={onSearch} />
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
                <p>
                  No comments match. All the words must be in a comment; put a sentence in quotes, and write a person as
                  @username.
                </p>
                <Button variant="secondary" onClick={() => onSearch("")}>
                  Show held comments
                </Button>
              </>
            )}
          </Empty>
        }
      >
        {(comment) => (
          <Item
            comment={comment}
            isBusy={act.isPending}
            onApprove={act.mutate}
            onQuestion={setQuestion}
            onModerate={(kind) => setModerated({ comment, kind })}
          />
        )}
      </InfiniteList>
      <AlertDialog
        isOpen={question !== null}
        title={question?.title ?? ""}
        description={question?.description ?? ""}
        confirmLabel={question?.confirm ?? ""}
        busy={act.isPending}
        onConfirm={() => {
          if (question) act.mutate(question.act);
          setQuestion(null);
        }}
        onCancel={() => setQuestion(null)}
      />
      {moderated && <ModerateDialog {...moderated} onClose={() => setModerated(null)} />}
    </>
  );
}

type ItemProps = {
  comment: StaffComment;
  isBusy: boolean;
  onApprove: (act: CommentAct) => void;
  onQuestion: (question: Question) => void;
  onModerate: (kind: ModerateKind) => void;
};

const MODERATE: readonly { kind: ModerateKind; label: string }[] = [
  // First, because it takes the place of the others.
  { kind: "restore", label: "Restore" },
  { kind: "hide", label: "Hide" },
  { kind: "remove", label: "Delete" },
];

function Item({ comment, isBusy, onApprove, onQuestion, onModerate }: ItemProps) {
  const { author, content, channel } = comment;
  const name = author?.username ?? DELETED_USER;
  return (
    <article className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4">
      <p className="text-sm break-words text-muted">
        <Link href={author && `/admin/people/${author.id}`} className="font-semibold text-text underline">
          {name}
        </Link>{" "}
        on{" "}
        <Link href={contentHref(content.type, content.id)} className="underline">
          <bdi>{content.title}</bdi>
        </Link>{" "}
        · <bdi>{channel.name}</bdi> · {dateInWords(comment.created_at)}
      </p>
      <p dir="auto" className="break-words whitespace-pre-line">
        {comment.text}
      </p>
      <StateLine comment={comment} />
      <div className="flex flex-wrap gap-2">
        {comment.can.approve && (
          <Button
            ref={passFocusInRow}
            size="sm"
            disabled={isBusy}
            aria-label={`Approve the comment by ${name}`}
            onClick={() => onApprove({ kind: "approve", id: comment.id, text: comment.text })}
          >
            Approve
          </Button>
        )}
        {MODERATE.filter(({ kind }) => comment.can[kind]).map(({ kind, label }) => (
          <Button
            key={kind}
            ref={passFocusInRow}
            variant="secondary"
            size="sm"
            aria-label={`${label} the comment by ${name}`}
            onClick={() => onModerate(kind)}
          >
            {label}
          </Button>
        ))}
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

function StateLine({ comment: { held_for, is_deleted, reason } }: { comment: StaffComment }) {
  const state = is_deleted ? "Deleted." : held_for && HELD_FOR[held_for];
  if (!state) return null;
  return (
    <p className="text-sm break-words text-clay">
      {state}
      {reason !== null && ` ${reason}`}
    </p>
  );
}

const DIALOGS: Record<ModerateKind, { title: string; confirmLabel: string; hint: string; about: string }> = {
  hide: {
    title: "Hide this comment",
    confirmLabel: "Hide",
    hint: "The author sees it, and it stays in the audit log.",
    about: "Only its author sees it from now on. You can restore it at any time.",
  },
  remove: {
    title: "Delete this comment",
    confirmLabel: "Delete",
    hint: "The author sees it, and it stays in the audit log.",
    about: "It disappears for everyone. You can restore it for 30 days.",
  },
  restore: {
    title: "Restore this comment",
    confirmLabel: "Restore",
    hint: "For the audit log. If it becomes visible again, the author is told so, but not why.",
    about: "Everyone who can see the item sees it again. If it was waiting for approval, it waits again.",
  },
};

function ModerateDialog({ comment, kind, onClose }: Moderated & { onClose: () => void }) {
  const moderate = useModerateComment(comment.id, onClose);
  const { about, ...dialog } = DIALOGS[kind];
  const name = comment.author?.username ?? "a deleted user";
  return (
    <ReasonDialog
      {...dialog}
      description={`“${comment.text.slice(0, 120)}” by ${name}. ${about}`}
      isDanger={kind !== "restore"}
      busy={moderate.isPending}
      error={moderate.error}
      onConfirm={(reason) => moderate.mutate({ kind, reason })}
      onClose={onClose}
    />
  );
}

function toForceQuestion(channel: StaffComment["channel"]): Question {
  return channel.is_forced
    ? {
        act: { kind: "release", channelId: channel.id },
        title: `Stop holding comments on ${channel.name}?`,
        description: "Its owner decides again which comments are held. Those held now stay held until someone decides.",
        confirm: "Stop holding",
      }
    : {
        act: { kind: "force", channelId: channel.id },
        title: `Hold every comment on ${channel.name}?`,
        description: "Each new comment there waits until its owner or staff approve it. You can stop this at any time.",
        confirm: "Hold comments",
      };
}
