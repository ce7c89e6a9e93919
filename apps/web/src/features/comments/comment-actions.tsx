import type { CommentReply } from "@app/contract/comments";
import { exactly, viewCount } from "@app/contract/formats";
import type { ChannelId, ContentId } from "@app/contract/ids";
import { clsx } from "clsx";
import { EllipsisVertical, EyeOff, Heart, Link2, Pencil, Pin, ThumbsUp, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { plural } from "#lib/format.ts";
import { lazyDialog } from "#lib/lazy-with-preload.tsx";
import { useUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Menu, MenuItem } from "#ui/menu.tsx";
import { SafetyItems } from "#ui/safety-menu.tsx";
import type { AskedAction } from "./comment-question.tsx";
import { type CommentAction, useCommentAction, useLikeComment } from "./comments.queries.ts";
import type { CommentsContext } from "./comments-context.ts";

const ICON = { "aria-hidden": true, size: 18, className: "text-muted" } as const;

type CommentActionsProps = {
  comment: CommentReply;
  /** Of its author. */
  name: string;
  context: CommentsContext;
  onReply: (() => void) | undefined;
  onEdit: () => void;
};

/** What a reader may do with a comment. */
export function CommentActions({ comment, name, context, onReply, onEdit }: CommentActionsProps) {
  return (
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
      <CommentMenu comment={comment} name={name} context={context} onEdit={onEdit} />
    </div>
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
