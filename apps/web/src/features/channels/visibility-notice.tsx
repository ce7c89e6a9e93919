import type { Channel } from "@app/contract/channels";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

/** A channel that nobody else can see says so to its owner and to staff. */
export function Standing({
  channel: { visibility, is_own: isOwn },
}: {
  channel: Pick<Channel, "visibility" | "is_own">;
}) {
  if (visibility === "open") return null;
  if (visibility === "blocked")
    return (
      <Notice tone="warning" title={isOwn ? "Your channel is blocked." : "This channel is blocked."}>
        {isOwn
          ? "Only you and our team can see it and what it has published."
          : "Only its owner and staff can see it and what it has published."}
      </Notice>
    );
  return (
    <Notice
      tone="warning"
      title={isOwn ? "Your channel is deactivated." : "This channel has been deactivated."}
      action={
        isOwn && (
          <LinkButton href="/setting?tab=leave" variant="secondary" size="sm">
            Bring it back
          </LinkButton>
        )
      }
    >
      {isOwn
        ? "Only you and our team can see it and what it has published."
        : "Only its owner and staff can see it; its owner can bring it back."}
    </Notice>
  );
}
