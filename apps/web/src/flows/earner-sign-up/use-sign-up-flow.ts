import { PLANS, type Plan } from "@app/contract/accounts";
import type { RegistrationView } from "@app/contract/registration";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { isOrdered } from "./payment-state.tsx";

/** A step between the account and the payment; `account` and `plan` come before the forms. */
export type FlowStep = { step: "account" | "plan" | "billing" | "ordered" } | { step: "form"; plan: Plan; page: 1 | 2 };

type SignUpFlow = {
  stepOf: (view: RegistrationView) => FlowStep;
  go: (to: { plan?: Plan; step?: "account" | "plan" | "2" }) => void;
};

/** Keeps the step in the URL, so that Back and reload work. The URL holds choices only, nothing that was typed. */
export function useSignUpFlow(): SignUpFlow {
  const search = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const plan = PLANS.find((one) => one === search.plan);

  return {
    stepOf(view) {
      // If the details were lost after the payment, they are entered again.
      const canEnterProfile = view.next !== "done" && view.can.enter_profile;
      if (isOrdered(view) && !(plan && canEnterProfile)) return { step: "ordered" };
      if (search.step === "account" || search.step === "plan") return { step: search.step };
      if (plan) return { step: "form", plan, page: search.step === "2" && view.individual ? 2 : 1 };
      return nextStep(view);
    },
    go(to) {
      void navigate({ to: ".", search: { ...(search.as && { as: search.as }), ...to } });
    },
  };
}

/** The next step according to the server. */
function nextStep({ next, plan }: RegistrationView): FlowStep {
  if (next === "billing") return { step: "billing" };
  if (next === "individual-2") return { step: "form", plan: "Individual", page: 2 };
  if (next === "profile" && plan) return { step: "form", plan, page: 1 };
  return { step: "plan" };
}
