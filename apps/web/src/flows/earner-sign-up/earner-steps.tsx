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
import { useFlow } from "./use-flow.ts";

type EarnerStepsProps = {
  view: RegistrationView;
  /** Of the plan picker. */
  onBack: () => void;
  onClose: () => void;
};

/** From the plan to the payment, for somebody who signs up and for a General User who upgrades. */
export function EarnerSteps({ view, onBack, onClose }: EarnerStepsProps) {
  const { placeOf, go } = useFlow();
  const place = placeOf(view);

  if (place.step === "form") return <PlanForm key={`${place.plan} ${place.page}`} view={view} place={place} />;
  if (place.step === "ordered") {
    return (
      <>
        <h1 className="title text-5xl">{view.next === "done" ? "You are an earner" : "Your plan"}</h1>
        <PaymentState view={view} />
      </>
    );
  }
  if (place.step === "billing") {
    return (
      <>
        <h1 className="title text-5xl">Almost there</h1>
        <p className="text-lg">Your details are complete and saved. Your plan is to be paid.</p>
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
      <p className="text-lg text-muted">
        Each plan has a form of its own. Nothing is paid before you agree to the price.
      </p>
      <PlanChoice view={view} onBack={onBack} onClose={onClose} />
    </>
  );
}

function PlanChoice({ view, onBack, onClose }: EarnerStepsProps) {
  const offers = useQuery(plans);
  const { go } = useFlow();
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
