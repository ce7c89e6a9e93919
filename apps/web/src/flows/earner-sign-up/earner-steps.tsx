import type { RegistrationView } from "@app/contract/registration";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { SignUpEmail } from "#features/account-links/sign-up-email.tsx";
import { plans, pricePerMonth } from "#features/billing/billing.queries.ts";
import { PLAN_TITLES, PlanPicker } from "#features/earner-forms/plan-picker.tsx";
import { registration, useChoosePlan } from "#features/earner-forms/registration.queries.ts";
import { AbortSignUpDialog } from "#features/earner-forms/registration-actions.tsx";
import { ConfirmPasswordDialog } from "#features/settings/confirm-password-dialog.tsx";
import { messageOf } from "#lib/api-error.ts";
import { useKeepOnSignIn } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StepGroup } from "#ui/step-group.tsx";
import { type FlowStep, PaymentState, useSignUpFlow } from "./payment-state.tsx";
import { PlanForm } from "./plan-form.tsx";

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
        <h1 className="page-title">{titleOf(view, current)}</h1>
        <PaymentState view={view} />
      </>
    );
  }
  if (current.step === "billing") {
    return (
      <>
        <h1 className="page-title">{titleOf(view, current)}</h1>
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
      <h1 className="page-title">{titleOf(view, current)}</h1>
      <p className="text-lg text-muted">Each plan has its own form. You pay nothing before you agree to the price.</p>
      <PlanChoice view={view} onBack={onBack} onClose={onClose} />
    </>
  );
}

/** The heading of each step; of a form, also which of the steps it is. */
function titleOf({ next }: RegistrationView, current: FlowStep): string {
  switch (current.step) {
    case "account":
      return "Your account";
    case "plan":
      return "Choose your plan";
    case "form":
      return `${PLAN_TITLES[current.plan]}, step ${current.page} of ${current.plan === "Individual" ? 2 : 1}`;
    case "billing":
      return "Almost there";
    case "ordered":
      return next === "done" ? "You are an earner" : "Your plan";
  }
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

/** Plan, forms and billing after a Content Creator's account was created. Closing the plan picker asks whether to abort. */
export function CreatorSignUp({ view }: { view: RegistrationView }) {
  const { stepOf, go } = useSignUpFlow();
  const navigate = useNavigate();
  const [isAborting, setIsAborting] = useState(false);
  useKeepOnSignIn();
  const current = stepOf(view);
  return (
    <>
      <StepGroup label={titleOf(view, current)} className="gap-6">
        {current.step === "account" ? (
          <Account view={view} onContinue={() => go({ step: "plan" })} onAbort={() => setIsAborting(true)} />
        ) : (
          <EarnerSteps view={view} onBack={() => go({ step: "account" })} onClose={() => setIsAborting(true)} />
        )}
      </StepGroup>
      {isAborting && (
        <AbortSignUpDialog onAborted={() => void navigate({ to: "/login" })} onStay={() => setIsAborting(false)} />
      )}
    </>
  );
}

type AccountProps = { view: RegistrationView; onContinue: () => void; onAbort: () => void };

/** The created account. The email can be corrected, the username cannot. */
function Account({ view, onContinue, onAbort }: AccountProps) {
  const cache = useQueryClient();
  return (
    <>
      <h1 className="page-title">Your account</h1>
      <p className="min-w-0">
        <span className="block text-sm text-muted">Username</span>
        <strong className="break-words">{view.username}</strong>
      </p>
      <SignUpEmail
        email={view.email}
        isVerified={view.is_verified}
        onCorrected={() => void cache.invalidateQueries(registration)}
      />
      <p className="text-muted">
        We have sent a link to this address to verify it. A username cannot be changed: to choose another one, abort
        this sign-up and start again.
      </p>
      <Button size="lg" onClick={onContinue}>
        Choose your plan
      </Button>
      <Button variant="ghost" onClick={onAbort}>
        Abort Sign up
      </Button>
    </>
  );
}

/** A General User becomes an earner. The account stays, so closing the plan picker aborts nothing. */
export function UpgradeSteps() {
  const begun = useQuery(registration);
  const { stepOf } = useSignUpFlow();
  const navigate = useNavigate();
  const leave = () => void navigate({ to: "/normal-user" });
  if (begun.isPending) return <Spinner label="Loading the plans" size={28} />;
  if (!begun.data) {
    return <LoadError error={begun.error} onRetry={() => void begun.refetch()} isRetrying={begun.isFetching} />;
  }
  return (
    <StepGroup label={titleOf(begun.data, stepOf(begun.data))} className="gap-6">
      <EarnerSteps view={begun.data} onBack={leave} onClose={leave} />
      {/* A deactivated earner may be paid by check, which the form would send elsewhere. */}
      <ConfirmPasswordDialog />
    </StepGroup>
  );
}
