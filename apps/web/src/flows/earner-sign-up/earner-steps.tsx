import type { RegistrationView } from "@app/contract/registration";
import { useQuery } from "@tanstack/react-query";
import { plans, pricePerMonth } from "#features/billing/billing.queries.ts";
import { PlanPicker } from "#features/earner-forms/plan-picker.tsx";
import { useChoosePlan } from "#features/earner-forms/registration.queries.ts";
import { messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { PaymentState } from "./payment-state.tsx";
import { PlanForm } from "./plan-form.tsx";
import { useSignUpFlow } from "./use-sign-up-flow.ts";

type EarnerStepsProps = {
  view: RegistrationView;
  /** Back from the plan picker. */
  onBack: () => void;
  onClose: () => void;
};

/** From choosing a plan to the payment, for a sign-up and for the upgrade of a General User. */
export function EarnerSteps({ view, onBack, onClose }: EarnerStepsProps) {
  const { stepOf, go } = useSignUpFlow();
  const current = stepOf(view);

  if (current.step === "form")
    return <PlanForm key={`${current.plan} ${current.page}`} view={view} current={current} />;
  if (current.step === "ordered") {
    return (
      <>
        <h1 className="title text-5xl">{view.next === "done" ? "You are an earner" : "Your plan"}</h1>
        <PaymentState view={view} />
      </>
    );
  }
  if (current.step === "billing") {
    return (
      <>
        <h1 className="title text-5xl">Almost there</h1>
        <p className="text-lg">Your details are complete and saved. The payment comes next.</p>
        <LinkButton href="/billing" size="lg">
          Go to billing
        </LinkButton>
        <Button variant="ghost" onClick={() => go({ ...(view.plan && { plan: view.plan }) })}>
          Change your details
        </Button>
      </>
    );
  }
  return (
    <>
      <h1 className="title text-5xl">Choose your plan</h1>
      <p className="text-lg text-muted">Each plan has its own form. You pay nothing before you agree to the price.</p>
      <PlanChoice view={view} onBack={onBack} onClose={onClose} />
    </>
  );
}

function PlanChoice({ view, onBack, onClose }: EarnerStepsProps) {
  const offers = useQuery(plans);
  const { go } = useSignUpFlow();
  const { choose, isPending } = useChoosePlan(view);
  return (
    <PlanPicker
      plan={view.plan}
      priceOf={(plan) => pricePerMonth(offers.data, plan)}
      isBusy={isPending}
      onChoose={(plan) =>
        choose(plan, { onChosen: () => go({ plan }), onFailed: (error) => toast.error(messageOf(error)) })
      }
      onBack={onBack}
      onClose={onClose}
    />
  );
}
