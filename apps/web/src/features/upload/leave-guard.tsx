import { useBlocker } from "@tanstack/react-router";
import { AlertDialog } from "#ui/dialog.tsx";

/** Asks before the page is left, by a link or by closing the tab: the bytes go with the page. */
export function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: () => isNeeded,
    enableBeforeUnload: isNeeded,
    withResolver: true,
  });
  const isAsked = leaving.status === "blocked";
  return (
    <AlertDialog
      isOpen={isAsked}
      title="Leave while uploading?"
      description="The upload stops when you leave this page. You can go on with it later: what has arrived is kept for 7 days."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => isAsked && leaving.proceed()}
      onCancel={() => isAsked && leaving.reset()}
    />
  );
}
