import type { ReportCase } from "@app/contract/report-queue";
import { useRef, useState } from "react";
import { ReasonDialog, SuspensionLength } from "#ui/reason-dialog.tsx";
import type { useVerdict } from "./report-queue.queries.ts";

type SuspendOwnerDialogProps = {
  of: ReportCase;
  reason: string;
  verdict: ReturnType<typeof useVerdict>;
  onClose: () => void;
  /** The case that takes the place of this one. */
  cardAfter: () => HTMLElement | null;
};

/** Removes what was reported and suspends its owner, in one decision. */
export function SuspendOwnerDialog({ of, reason, verdict, onClose, cardAfter }: SuspendOwnerDialogProps) {
  const [days, setDays] = useState(7);
  const next = useRef<HTMLElement>(null);
  const isOfThis = verdict.variables?.id === of.id && verdict.variables.decision === "suspend";
  return (
    <ReasonDialog
      title={`Suspend ${of.owner?.username ?? "the owner"}`}
      description={`${of.is_gone ? "" : "What was reported is removed. "}They are signed out everywhere and cannot sign in until the suspension ends. You can end it earlier, on their page.`}
      confirmLabel="Suspend"
      hint="The person sees it when they sign in, and gets it by email. It stays in the audit log."
      isDanger
      initialReason={reason}
      busy={verdict.isPending}
      error={isOfThis ? verdict.error : null}
      onConfirm={(given) =>
        verdict.mutate(
          { on: "report", id: of.id, decision: "suspend", days, reason: given },
          {
            onSuccess: () => {
              next.current = cardAfter();
              onClose();
            },
          },
        )
      }
      onClose={onClose}
      returnFocus={() => next.current}
    >
      <SuspensionLength days={days} onDays={setDays} />
    </ReasonDialog>
  );
}
