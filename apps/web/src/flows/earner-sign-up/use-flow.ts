import { PLANS, type Plan } from "@app/contract/accounts";
import type { RegistrationView } from "@app/contract/registration";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { isOrdered } from "./payment-state.tsx";

/** Where somebody stands between the account and the payment; `account` and `plan` come before the forms. */
export type Place = { step: "account" | "plan" | "billing" | "ordered" } | { step: "form"; plan: Plan; page: 1 | 2 };

type Flow = {
  placeOf: (view: RegistrationView) => Place;
  go: (to: { plan?: Plan; step?: "account" | "plan" | "2" }) => void;
};

/**
 * The place in the flow stands in the address, so that the browser's own Back leads through it and a reload stays. Only
 * choices stand there, nothing of what was typed.
 */
export function useFlow(): Flow {
  const search = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const plan = PLANS.find((one) => one === search.plan);

  return {
    placeOf(view) {
      // Lost after the payment, the details are entered once more.
      const mayEnter = view.next !== "done" && view.can.enter_profile;
      if (isOrdered(view) && !(plan && mayEnter)) return { step: "ordered" };
      if (search.step === "account" || search.step === "plan") return { step: search.step };
      if (plan) return { step: "form", plan, page: search.step === "2" && view.individual ? 2 : 1 };
      return nextPlace(view);
    },
    go(to) {
      void navigate({ to: ".", search: { ...(search.as && { as: search.as }), ...to } });
    },
  };
}

/** Where the server says that it goes on. */
function nextPlace({ next, plan }: RegistrationView): Place {
  if (next === "billing") return { step: "billing" };
  if (next === "individual-2") return { step: "form", plan: "Individual", page: 2 };
  if (next === "profile" && plan) return { step: "form", plan, page: 1 };
  return { step: "plan" };
}
