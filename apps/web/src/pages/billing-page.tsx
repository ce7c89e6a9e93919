import type { RegistrationView } from "@app/contract/registration";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { ContinueRegistration } from "#features/earner-forms/registration-actions.tsx";
import { PayStep } from "#flows/earner-sign-up/pay-step.tsx";
import { isOrdered, PaymentState } from "#flows/earner-sign-up/payment-state.tsx";
import { useKeepOnSignIn, useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { NarrowPage } from "#ui/section.tsx";
import { Spinner } from "#ui/spinner.tsx";

const PAYABLE = new Set<RegistrationView["next"]>(["billing", "at-bank", "deactivated"]);

/** All of its state is on the server, so a reload loses nothing. */
export function BillingPage() {
  const begun = useQuery({ ...registration, placeholderData: keepPreviousData });
  useKeepOnSignIn();
  useTitle("Billing");
  return (
    <NarrowPage>
      <h1 className="page-title">Billing</h1>
      {begun.isPending && <Spinner label="Loading your order" size={28} />}
      {begun.isError && (
        <LoadError error={begun.error} onRetry={() => void begun.refetch()} isRetrying={begun.isFetching} />
      )}
      {begun.data === null && <NothingToPay />}
      {begun.data && (
        <ContinueRegistration view={begun.data}>
          <NextStep view={begun.data} />
        </ContinueRegistration>
      )}
    </NarrowPage>
  );
}

/** Nobody pays before the profile is complete, and an order is never paid twice. */
function NextStep({ view }: { view: RegistrationView }) {
  const navigate = useNavigate();
  const onEnded = () => void navigate({ to: view.is_upgrade ? "/explore" : "/" });
  const isLapsedOrPaid = view.next === "done" && view.is_upgrade;
  if (PAYABLE.has(view.next) || isLapsedOrPaid)
    return <PayStep view={view} nothing={<NothingToPay />} onEnded={onEnded} />;
  if (isOrdered(view)) return <PaymentState view={view} />;
  return (
    <>
      <p className="text-lg">Complete your details first. Then you can pay for the plan.</p>
      <LinkButton href={view.is_upgrade ? "/normal-user?step=next" : "/signup?as=earner"} size="lg">
        Continue with your details
      </LinkButton>
    </>
  );
}

function NothingToPay() {
  const user = useUser();
  return (
    <>
      <p className="text-lg">There is nothing to pay at the moment.</p>
      {user === null && (
        <LinkButton href="/signup?as=earner" size="lg">
          Become a Content Creator
        </LinkButton>
      )}
      {user !== null && !user.can.upload && (
        <LinkButton href="/normal-user" size="lg">
          See the plans
        </LinkButton>
      )}
      <LinkButton href={user === null ? "/" : "/explore"} variant="secondary" size="lg">
        Go to the home page
      </LinkButton>
    </>
  );
}
