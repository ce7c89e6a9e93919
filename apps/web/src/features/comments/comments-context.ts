import type { CommentId, ContentId } from "@app/contract/ids";
import type { TextDraft } from "#lib/drafts.ts";

/** What every comment of a list needs to know of it. */
export type CommentsContext = {
  contentId: ContentId;
  /** The path of the item's page, for links to a comment. */
  path: string;
  lengthS: number | null;
  onSeek?: ((atS: number) => void) | undefined;
  /** The storage name of the unsent comment; replies and edits use names below it. */
  draft: TextDraft;
  /** The comment that a link led to. */
  focusId: CommentId | null;
  /** Shows the whole list instead of that comment and those around it. */
  onLeave: () => void;
};

export function draftBelow({ draft }: CommentsContext, name: string): TextDraft {
  return { ...draft, name: `${draft.name}.${name}` };
}
