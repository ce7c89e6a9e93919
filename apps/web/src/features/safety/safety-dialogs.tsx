import { useLocation, useNavigate } from "@tanstack/react-router";
import { type BlockTarget, useSafetyDialog } from "#lib/safety.ts";
import { AlertDialog } from "#ui/dialog.tsx";
import { ReportDialog } from "./report-dialog.tsx";
import { useSetBlocked } from "./safety.queries.ts";

/** The dialog that a menu of an item, a comment or a channel opened. */
export function SafetyDialogs({ onClose }: { onClose: () => void }) {
  const question = useSafetyDialog((state) => state.question);
  if (question?.about === "block") return <BlockDialog person={question.person} onClose={onClose} />;
  if (question?.about === "report") return <ReportDialog target={question.target} onClose={onClose} />;
  return null;
}

/** Pages of one item; that of a blocked person is gone. */
const ITEM_PAGE = /^\/(?:video|image|file)\//;

function BlockDialog({ person, onClose }: { person: BlockTarget; onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Leaves before the page is fetched again, and found missing.
  const set = useSetBlocked(async () => {
    if (ITEM_PAGE.test(pathname)) await navigate({ to: "/explore" });
  });
  const block = () => set.mutate({ channelId: person.channelId, isBlocked: true }, { onSettled: onClose });

  return (
    <AlertDialog
      isOpen
      title={`Block ${person.name}?`}
      description="You will not see each other's channel, content or comments, and neither of you can follow, mention or reply to the other. They are not notified. You can unblock them in Settings."
      confirmLabel="Block"
      isDanger
      busy={set.isPending}
      onConfirm={block}
      onCancel={onClose}
    />
  );
}
