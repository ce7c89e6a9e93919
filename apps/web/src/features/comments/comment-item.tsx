import { DELETED_USER } from "@app/contract/brand";
import type { Comment, CommentReply } from "@app/contract/comments";
import { channelHref } from "@app/contract/paths";
import { clsx } from "clsx";
import { Hourglass, Pin } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { agoInWords, momentInWords } from "#lib/dates.ts";
import { readTextDraft } from "#lib/drafts.ts";
import { focusIfLost } from "#lib/focus.ts";
import { passFocus } from "#lib/pass-focus.ts";
import { useUser } from "#lib/session.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Link } from "#ui/link.tsx";
import { CommentActions } from "./comment-actions.tsx";
import { CommentBody } from "./comment-body.tsx";
import type { CommentsContext } from "./comments-context.ts";
import { EditForm, editDraft } from "./edit-form.tsx";

type CommentItemProps = {
  comment: Comment | CommentReply;
  context: CommentsContext;
  onReply?: (() => void) | undefined;
};

export const NEW_COMMENT_ID = "new-comment";

export function commentElementId(id: string): string {
  return `comment:${id}`;
}

/** In the comment with this id. */
export function findButton(id: string, kind: "menu" | "reply"): Element | null | undefined {
  const selector = kind === "menu" ? "[aria-haspopup=menu]" : "[data-replies]";
  return document.getElementById(commentElementId(id))?.querySelector(selector);
}

/** As a `ref`: when a comment goes, the next one takes the focus, or else the one before, or the form for a new one. */
function passToNextComment(article: Element | null): () => void {
  return () =>
    passFocus(() => {
      const all: (Element | null)[] = [...document.querySelectorAll("[id^='comment:']")];
      const at = all.indexOf(article);
      return [all[at + 1], all[at - 1], document.querySelector(`#${NEW_COMMENT_ID} textarea`)];
    });
}

/** One comment or reply, with what its reader may do with it. */
export function CommentItem({ comment, context, onReply }: CommentItemProps) {
  /** The form is open from the start for an edit that was begun before a reload. */
  const [editing, setEditing] = useState<"restored" | "started" | null>(() =>
    comment.can.edit && readTextDraft(editDraft(comment, context)) !== "" ? "restored" : null,
  );
  function closeForm(): void {
    flushSync(() => setEditing(null));
    focusIfLost(findButton(comment.id, "menu"));
  }
  const { author } = comment;
  if (comment.text === null) return <p className="py-2 text-muted italic">[deleted]</p>;
  const name = author?.name ?? DELETED_USER;
  return (
    <article
      ref={passToNextComment}
      id={commentElementId(comment.id)}
      tabIndex={-1}
      aria-label={`Comment by ${name}`}
      className={clsx(
        "-mx-2 flex gap-3 rounded-media p-2 outline-offset-0",
        comment.id === context.focusId && "bg-lift ring-2 ring-accent",
      )}
    >
      <Avatar picture={author?.profile_url ?? null} name={name} size={comment.parent_id === null ? 40 : 32} />
      <div className="flex min-w-0 grow flex-col gap-1">
        {comment.is_pinned && (
          <p className="flex items-center gap-1 text-sm text-muted">
            <Pin aria-hidden size={14} /> Pinned
          </p>
        )}
        <Byline comment={comment} path={context.path} />
        {editing !== null ? (
          <EditForm
            comment={comment}
            text={comment.text}
            context={context}
            // On a page that is just opening, another part may have the focus.
            autoFocus={editing === "started"}
            onClose={closeForm}
          />
        ) : (
          <CommentBody {...context} text={comment.text} mentions={comment.mentions} />
        )}
        {editing === null && (
          <CommentActions
            comment={comment}
            name={name}
            context={context}
            onReply={onReply}
            onEdit={() => setEditing("started")}
          />
        )}
      </div>
    </article>
  );
}

/** Who wrote it, when, and whether others see it. */
function Byline({ comment, path }: { comment: CommentReply; path: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <AuthorName comment={comment} />
      <Link
        href={`${path}#comment:${comment.id}`}
        className="inline-flex min-h-6 items-center text-muted hover:underline"
        title={momentInWords(comment.created_at)}
      >
        <time dateTime={comment.created_at}>{agoInWords(comment.created_at)}</time>
      </Link>
      {comment.is_edited && <span className="text-muted">edited</span>}
      {comment.is_held && (
        <span className="inline-flex items-center gap-1 rounded-control border border-edge px-2 text-muted">
          <Hourglass aria-hidden size={14} /> Waiting for approval
        </span>
      )}
    </p>
  );
}

/** A comment that is being sent. */
export function SendingComment({ text }: { text: string }) {
  const user = useUser();
  const name = user?.channel.name ?? "";
  return (
    <div aria-busy className="-mx-2 flex gap-3 p-2 opacity-70">
      <Avatar picture={user?.profile_url ?? null} name={name} size={40} />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="flex gap-2 text-sm">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>{" "}
          <span className="text-muted">Sending…</span>
        </p>
        <p dir="auto" className="break-words whitespace-pre-line">
          {text}
        </p>
      </div>
    </div>
  );
}

function AuthorName({ comment: { author } }: { comment: CommentReply }) {
  if (author === null) return <span className="font-semibold text-muted">{DELETED_USER}</span>;
  const look = clsx(
    "inline-flex min-h-6 min-w-0 items-center font-semibold wrap-anywhere",
    author.is_owner && "rounded-control bg-accent px-2 text-on-accent",
  );
  const href = author.channel_id === null ? null : channelHref(author.channel_id);
  return (
    <>
      {href === null ? (
        <span className={look}>{author.name}</span>
      ) : (
        <Link href={href} className={clsx(look, "hover:underline")}>
          {author.name}
        </Link>
      )}
      {author.is_owner && <span className="sr-only">(owner)</span>}
      <span className="min-w-0 wrap-anywhere text-muted">@{author.username}</span>
    </>
  );
}
