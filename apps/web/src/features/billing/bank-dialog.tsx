import { BILLING_MESSAGES } from "@app/contract/billing";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

type BankDialogProps = {
  title?: string;
  description?: string;
  onAnswer: (outcome: "complete" | "fail") => Promise<void>;
};

/** Stands for the page that a bank shows; closing it is giving up. */
export function BankDialog({
  title = "Confirm the payment",
  description = BILLING_MESSAGES.authenticate,
  onAnswer,
}: BankDialogProps) {
  const [answering, setAnswering] = useState<"complete" | "fail" | null>(null);
  const answer = (outcome: "complete" | "fail") => {
    setAnswering(outcome);
    void onAnswer(outcome);
  };
  return (
    <Dialog isOpen onClose={() => answer("fail")} title={title} description={description}>
      <p className="flex items-center gap-3 rounded-control border border-line p-4 text-sm">
        <Landmark aria-hidden size={28} className="shrink-0 text-muted" />
        This is the test bank of the sandbox. No money moves.
      </p>
      <Button
        size="lg"
        busy={answering === "complete"}
        disabled={answering !== null}
        onClick={() => answer("complete")}
      >
        Complete
      </Button>
      <Button
        variant="secondary"
        busy={answering === "fail"}
        disabled={answering !== null}
        onClick={() => answer("fail")}
      >
        Fail
      </Button>
    </Dialog>
  );
}
