import { useInfiniteQuery } from "@tanstack/react-query";
import { counted } from "#lib/format.ts";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { heldComments } from "./comment-rules.queries.ts";

/** Leads the owner to the comments that wait; nothing while there are none. */
export function HeldNotice() {
  const total = useInfiniteQuery(heldComments).data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <Notice
      title={`${counted(total, "comment")} ${total === 1 ? "waits" : "wait"} for your approval.`}
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
