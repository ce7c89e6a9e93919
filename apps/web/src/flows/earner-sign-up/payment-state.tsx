import { PLANS, type Plan } from "@app/contract/accounts";
import { BILLING_MESSAGES } from "@app/contract/billing";
import type { RegistrationStep, RegistrationView } from "@app/contract/registration";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { GuardianStep } from "#features/billing/guardian-request.tsx";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { EndWithRefund } from "#features/earner-forms/registration-actions.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";

const STEPS = ["paying", "at-bank", "paid", "ending", "done"] as const satisfies RegistrationStep[];
type OrderedStep = (typeof STEPS)[number];

/** @returns whether a plan was ordered, so that no page asks to pay for it again */
export function isOrdered({ next }: RegistrationView): boolean {
  return STEPS.some((step) => step === next);
}

/** The state of an order, in the same words on every page. */
export function PaymentState({ view }: { view: RegistrationView }) {
  const navigate = useNavigate();
  const step = STEPS.find((ordered) => ordered === view.next);
  if (!step) return null;
  return (
    <>
      <div role="status" className="flex flex-col gap-4">
        {CONTENT[step](view)}
      </div>
      <EndWithRefund view={view} onEnded={() => void navigate({ to: view.is_upgrade ? "/explore" : "/" })} />
    </>
  );
}

const CONTENT: Record<OrderedStep, (view: RegistrationView) => ReactNode> = {
  paying: () => <Spinner label="Your payment is under way" size={28} />,
  "at-bank": () => (
    <>
      <Notice tone="warning" title={BILLING_MESSAGES.authenticate}>
        Your plan begins as soon as it is confirmed.
      </Notice>
      <LinkButton href="/billing" size="lg">
        Go to billing
      </LinkButton>
    </>
  ),
  paid: (view) => (view.is_completing ? <Completing view={view} /> : <ProfileLost view={view} />),
  ending: () => (
    <Notice title="Your plan is being ended.">Your payment is refunded, which can take up to 10 days.</Notice>
  ),
  done: (view) => <Done view={view} />,
};

function Completing({ view }: { view: RegistrationView }) {
  const cache = useQueryClient();
  // The consent was withdrawn during the bank's check: the paid plan waits for the next one.
  if (view.needs_guardian)
    return (
      <>
        <Notice tone="good" title={BILLING_MESSAGES.subscribed}>
          Your account is set up as soon as your guardian consents.
        </Notice>
        <GuardianStep
          before="your account can be set up"
          continueLabel="Continue"
          onConsented={() => void cache.invalidateQueries(registration)}
        />
      </>
    );
  return (
    <Notice tone="good" title={BILLING_MESSAGES.subscribed}>
      We are setting up your account. You can close this page
      {view.is_upgrade ? "." : `. We will email ${view.email} when it is ready.`}
    </Notice>
  );
}

/** The details that waited for the payment have expired, such as after a long check by the bank. */
function ProfileLost({ view }: { view: RegistrationView }) {
  return (
    <>
      <Notice tone="good" title={BILLING_MESSAGES.subscribed}>
        Please enter your details again: they are only saved for 7 days before a payment.
      </Notice>
      <LinkButton href={formsPath(view)} size="lg">
        Enter your details
      </LinkButton>
    </>
  );
}

function Done({ view }: { view: RegistrationView }) {
  if (view.is_upgrade)
    return (
      <LinkButton href="/profile-info" size="lg">
        Change your profile
      </LinkButton>
    );
  if (view.is_verified)
    return (
      <Notice tone="good" title={BILLING_MESSAGES.subscribed} action={<LinkButton href="/login">Sign In</LinkButton>}>
        You are an earner. Sign in to start.
      </Notice>
    );
  return (
    <Notice
      tone="good"
      title={BILLING_MESSAGES.subscribed}
      action={<LinkButton href="/verify-email">Verify your email</LinkButton>}
    >
      You are an earner. Verify your email to sign in: we have sent a code and a link to{" "}
      <strong className="break-words">{view.email}</strong>. You can still correct the address.
    </Notice>
  );
}

/** The page to pay on. The entered data stays on the server; the navigation only carries the id of the draft. */
export function toBilling(draftId: string | null): { to: string; state: object } {
  return { to: "/billing", state: { draftId } };
}

/** The forms of the plan, for a sign-up or an upgrade. */
function formsPath({ is_upgrade, plan }: Pick<RegistrationView, "is_upgrade" | "plan">): string {
  const page = is_upgrade ? "/normal-user?step=next" : "/signup?as=earner";
  return plan === null ? page : `${page}&plan=${plan}`;
}

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
