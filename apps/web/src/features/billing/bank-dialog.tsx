import { BILLING_MESSAGES, type RequiredAction } from "@app/contract/billing";
import { useMutation } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";

type BankChallenge = { action: RequiredAction; onSettled: (fault: unknown) => void };

type Answer = { challenge_id: string; outcome: "complete" | "fail" };

const answerChallenge = (body: Answer) => call("POST /sandbox/authenticate", { body });

type BankDialogProps = {
  title?: string;
  description?: string;
  onAnswer: (outcome: "complete" | "fail") => Promise<void>;
};

/** Simulates the bank's own page; closing it fails the challenge. */
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
        This is the sandbox's test bank. No money moves.
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
 * The sandbox's bank challenge as a step of a payment: `authenticate` resolves or rejects once it is answered.
 * @param send sends the answer to the server
 */
export function useBankChallenge(send: (answer: Answer) => Promise<null> = answerChallenge): {
  challenge: BankChallenge | null;
  authenticate: (action: RequiredAction) => Promise<void>;
  answer: (outcome: "complete" | "fail") => Promise<void>;
} {
  const [challenge, setChallenge] = useState<BankChallenge | null>(null);

  const authenticate = (action: RequiredAction) =>
    new Promise<void>((resolve, reject) => {
      setChallenge({ action, onSettled: (fault) => (fault === null ? resolve() : reject(fault)) });
    });

  const answer = async (outcome: "complete" | "fail") => {
    if (challenge === null) return;
    const fault = await send({ challenge_id: challenge.action.challenge_id ?? "", outcome }).then(
      () => null,
      (error: unknown) => error,
    );
    setChallenge(null);
    challenge.onSettled(fault);
  };

  return { challenge, authenticate, answer };
}

/** A payment that still waits for the bank, for example after a reload. */
export function UnfinishedPayment({ onContinue }: { onContinue: () => Promise<void> }) {
  const resume = useMutation({ mutationFn: onContinue });
  return (
    <>
      <Notice
        tone="warning"
        title={BILLING_MESSAGES.authenticate}
        action={
          <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate()}>
            Continue
          </Button>
        }
      >
        The payment was started but not confirmed. You can also pay with another card.
      </Notice>
      {resume.isError && <Notice tone="error">{messageOf(resume.error)}</Notice>}
    </>
  );
}
