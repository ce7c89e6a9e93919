import { BILLING_MESSAGES, billingRoutes, type RequiredAction } from "@app/contract/billing";
import { useMutation } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";

type Question = { action: RequiredAction; onAnswered: (fault: unknown) => void };

type Answer = { challenge_id: string; outcome: "complete" | "fail" };

const answerPayersBank = (body: Answer) => call(billingRoutes.authenticate, { body });

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

/**
 * The bank's question in the sandbox, as a step of the payment: `ask` waits until it was answered, either way.
 * @param send takes the answer to the server
 */
export function useBankChallenge(send: (answer: Answer) => Promise<null> = answerPayersBank): {
  question: Question | null;
  ask: (action: RequiredAction) => Promise<void>;
  answer: (outcome: "complete" | "fail") => Promise<void>;
} {
  const [question, setQuestion] = useState<Question | null>(null);

  const ask = (action: RequiredAction) =>
    new Promise<void>((resolve, reject) => {
      setQuestion({ action, onAnswered: (fault) => (fault === null ? resolve() : reject(fault)) });
    });

  const answer = async (outcome: "complete" | "fail") => {
    if (question === null) return;
    const fault = await send({ challenge_id: question.action.challenge_id ?? "", outcome }).then(
      () => null,
      (error: unknown) => error,
    );
    setQuestion(null);
    question.onAnswered(fault);
  };

  return { question, ask, answer };
}

/** A payment that waits for the bank, as after a reload in the middle of it. */
export function UnfinishedPayment({ onGoOn }: { onGoOn: () => Promise<void> }) {
  const goOn = useMutation({ mutationFn: onGoOn });
  return (
    <>
      <Notice
        tone="warning"
        title={BILLING_MESSAGES.authenticate}
        action={
          <Button size="sm" busy={goOn.isPending} onClick={() => goOn.mutate()}>
            Continue
          </Button>
        }
      >
        The payment was begun and not confirmed. You can also pay with another card.
      </Notice>
      {goOn.isError && <Notice tone="error">{messageOf(goOn.error)}</Notice>}
    </>
  );
}
