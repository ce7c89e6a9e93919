import type { Comment, CommentReply } from "@app/contract/comments";
import { exactly, viewCount } from "@app/contract/formats";
import type { ChannelId, ContentId } from "@app/contract/ids";
import { channelHref } from "@app/contract/paths";
import { clsx } from "clsx";
import { EllipsisVertical, EyeOff, Heart, Hourglass, Link2, Pencil, Pin, ThumbsUp, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { agoInWords, momentInWords } from "#lib/dates.ts";
import { readTextDraft } from "#lib/drafts.ts";
import { focusIfLost } from "#lib/focus.ts";
import { plural } from "#lib/format.ts";
import { lazyDialog } from "#lib/lazy-with-preload.tsx";
import { passFocus } from "#lib/pass-focus.ts";
import { useUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Menu, MenuItem } from "#ui/menu.tsx";
import { SafetyItems } from "#ui/safety-menu.tsx";
import { CommentBody } from "./comment-body.tsx";
import type { AskedAction } from "./comment-question.tsx";
import { type CommentAction, useCommentAction, useLikeComment } from "./comments.queries.ts";
import type { CommentsContext } from "./comments-context.ts";
import { EditForm, editDraft } from "./edit-form.tsx";

type CommentItemProps = {
  comment: Comment | CommentReply;
  context: CommentsContext;
  onReply?: (() => void) | undefined;
};

const ICON = { "aria-hidden": true, size: 18, className: "text-muted" } as const;

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
  const name = author?.name ?? "Deleted user";
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
          <div className="-ml-2 flex flex-wrap items-center gap-1">
            <LikeButton comment={comment} contentId={context.contentId} />
            {comment.is_hearted && (
              <span className="inline-flex items-center gap-1 px-1 text-sm text-muted">
                <Heart aria-hidden size={16} className="fill-error text-error" />
                <span className="sr-only">Heart from the channel's owner</span>
              </span>
            )}
            {comment.can.reply && onReply && (
              <Button variant="ghost" size="sm" data-replies onClick={onReply} aria-label={`Reply to ${name}`}>
                Reply
              </Button>
            )}
            <CommentMenu comment={comment} name={name} context={context} onEdit={() => setEditing("started")} />
          </div>
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
          <span className="font-semibold">{name}</span> <span className="text-muted">Sending…</span>
        </p>
        <p className="break-words whitespace-pre-line">{text}</p>
      </div>
    </div>
  );
}

function AuthorName({ comment: { author } }: { comment: CommentReply }) {
  if (author === null) return <span className="font-semibold text-muted">Deleted user</span>;
  const look = clsx(
    "inline-flex min-h-6 items-center font-semibold break-words",
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
      <span className="text-muted">@{author.username}</span>
    </>
  );
}

function LikeButton({ comment, contentId }: { comment: CommentReply; contentId: ContentId }) {
  const like = useLikeComment(contentId, comment.id);
  const { liked, total_likes: likes } = comment;
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={liked}
      title={`${exactly(likes)} ${plural(likes, "like")}`}
      onClick={() => like.mutate(!liked)}
    >
      <ThumbsUp aria-hidden size={16} className={clsx(liked && "fill-accent text-accent")} />
      <span className="sr-only">Like</span>
      {likes > 0 && (
        <span className="score text-base">
          {viewCount(likes)} <span className="sr-only">{plural(likes, "like")}</span>
        </span>
      )}
    </Button>
  );
}

/** @returns the author as somebody to block or report; null for oneself and those without a channel */
function useOtherAuthor({ author }: CommentReply): { channelId: ChannelId; name: string } | null {
  const ownId = useUser()?.channel.id;
  if (!author?.channel_id || author.channel_id === ownId) return null;
  return { channelId: author.channel_id, name: author.name };
}

type CommentMenuProps = { comment: CommentReply; name: string; context: CommentsContext; onEdit: () => void };

const { Component: CommentQuestion } = lazyDialog(async () => (await import("./comment-question.tsx")).CommentQuestion);

function CommentMenu({ comment, name, context, onEdit }: CommentMenuProps) {
  const action = useCommentAction(context.contentId, comment.id, () => {
    if (comment.id === context.focusId) context.onLeave();
  });
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const person = useOtherAuthor(comment);
  const { can, is_hearted: isHearted, is_pinned: isPinned } = comment;
  const run = (what: CommentAction) => action.mutate(what);

  async function copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(`${location.origin}${context.path}#comment:${comment.id}`);
      toast.success("Link copied.");
    } catch {
      toast.error("The link could not be copied.");
    }
  }

  return (
    <>
      <Menu
        label={`Actions for the comment by ${name}`}
        align="start"
        trigger={(props) => (
          <button
            {...props}
            aria-label={`More actions for the comment by ${name}`}
            className="flex size-8 items-center justify-center rounded-control text-muted hover:bg-lift hover:text-text touch:size-11"
          >
            <EllipsisVertical aria-hidden size={18} />
          </button>
        )}
      >
        <Item icon={<Link2 {...ICON} />} label="Copy link" onSelect={() => void copyLink()} />
        {can.heart && (
          <Item
            icon={<Heart {...ICON} />}
            label={isHearted ? "Remove heart" : "Give a heart"}
            onSelect={() => run(isHearted ? "unheart" : "heart")}
          />
        )}
        {can.pin && (
          <Item
            icon={<Pin {...ICON} />}
            label={isPinned ? "Unpin" : "Pin"}
            onSelect={() => run(isPinned ? "unpin" : "pin")}
          />
        )}
        {can.edit && <Item icon={<Pencil {...ICON} />} label="Edit" onSelect={onEdit} />}
        {can.hide_author && (
          <Item icon={<EyeOff {...ICON} />} label="Hide this person" onSelect={() => setAsked("hide")} />
        )}
        {person && (
          <SafetyItems
            person={person}
            target={{ subject: "comment", id: comment.id, name: `the comment by ${name}` }}
          />
        )}
        {can.remove && <Item icon={<Trash2 {...ICON} />} label="Delete" onSelect={() => setAsked("remove")} />}
      </Menu>
      {asked && (
        <CommentQuestion
          asked={asked}
          name={name}
          busy={action.isPending}
          onConfirm={() => action.mutate(asked, { onSettled: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Item({ icon, label, onSelect }: { icon: ReactNode; label: string; onSelect: () => void }) {
  return (
    <MenuItem icon={icon} onSelect={onSelect}>
      {label}
    </MenuItem>
  );
}
