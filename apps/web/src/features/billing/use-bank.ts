import { billingRoutes, type RequiredAction } from "@app/contract/billing";
import { useState } from "react";
import { call } from "#lib/api.ts";

type Question = { action: RequiredAction; onAnswered: (fault: unknown) => void };

type Answer = { challenge_id: string; outcome: "complete" | "fail" };

const answerPayersBank = (body: Answer) => call(billingRoutes.authenticate, { body });

/**
 * The bank's question in the sandbox, as a step of the payment: `ask` waits until it was answered, either way.
 * @param send takes the answer to the server
 */
export function useBank(send: (answer: Answer) => Promise<null> = answerPayersBank): {
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
