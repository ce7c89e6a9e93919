import type { CommentReply } from "@app/contract/comments";
import { faultOf } from "#lib/api-error.ts";
import type { TextDraft } from "#lib/drafts.ts";
import { CommentComposer } from "./comment-composer.tsx";
import { useEditComment } from "./comments.queries.ts";
import { type CommentsContext, draftBelow } from "./comments-context.ts";

export function editDraft({ id }: CommentReply, context: CommentsContext): TextDraft {
  return draftBelow(context, `edit.${id}`);
}

type EditFormProps = {
  comment: CommentReply;
  text: string;
  context: CommentsContext;
  autoFocus: boolean;
  onClose: () => void;
};

export function EditForm({ comment, text, context, autoFocus, onClose }: EditFormProps) {
  const edit = useEditComment(context.contentId, comment.id, onClose);
  return (
    <CommentComposer
      contentId={context.contentId}
      label="Edit your comment"
      submitLabel="Save"
      draft={editDraft(comment, context)}
      initialText={text}
      busy={edit.isPending}
      error={edit.isError ? faultOf(edit.error) : null}
      autoFocus={autoFocus}
      onSend={(next) => edit.mutateAsync(next)}
      onCancel={onClose}
    />
  );
}
