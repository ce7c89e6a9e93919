import { billingRoutes, type RequiredAction } from "@app/contract/billing";
import { useState } from "react";
import { call } from "#lib/api.ts";

type Question = { action: RequiredAction; onAnswered: (fault: unknown) => void };

/** The bank's question in the sandbox, as a step of the payment: `ask` waits until it was answered, either way. */
export function useBank(): {
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
    const fault = await call(billingRoutes.authenticate, {
      body: { challenge_id: question.action.challenge_id ?? "", outcome },
    }).then(
      () => null,
      (error: unknown) => error,
    );
    setQuestion(null);
    question.onAnswered(fault);
  };

  return { question, ask, answer };
}
