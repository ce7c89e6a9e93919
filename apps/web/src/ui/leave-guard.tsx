import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AlertDialog } from "./dialog.tsx";

type LeaveGuardProps = { isNeeded: boolean; title: string; children: ReactNode };

/** Asks before the page is left, by a link or by closing the tab: what would be lost goes with the page. */
export function LeaveGuard({ isNeeded, title, children }: LeaveGuardProps) {
  const leaving = useBlocker({ shouldBlockFn: () => isNeeded, enableBeforeUnload: isNeeded, withResolver: true });
  const isAsked = leaving.status === "blocked";
  return (
    <AlertDialog
      isOpen={isAsked}
      title={title}
      description={children}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => isAsked && leaving.proceed()}
      onCancel={() => isAsked && leaving.reset()}
    />
  );
}
