import type { RegistrationView } from "@app/contract/registration";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { useKeepOnSignIn, useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { PayStep } from "../pay-step.tsx";
import { NarrowPage } from "./narrow-page.tsx";

/** Where a plan is paid. All that it needs is at the server: a reload loses nothing. */
export function BillingPage() {
  const begun = useQuery({ ...registration, placeholderData: keepPreviousData });
  useKeepOnSignIn();
  useTitle("Billing");
  return (
    <NarrowPage>
      <h1 className="title text-5xl">Billing</h1>
      {begun.isPending && <Spinner label="Loading what is to be paid" size={28} />}
      {begun.isError && (
        <LoadError error={begun.error} onRetry={() => void begun.refetch()} isRetrying={begun.isFetching} />
      )}
      {begun.data === null && <NothingToPay />}
      {begun.data && <PayOrGoOn view={begun.data} />}
    </NarrowPage>
  );
}

/** Nobody pays before the profile is complete; a deactivated earner's is, and only the plan is asked for. */
function PayOrGoOn({ view }: { view: RegistrationView }) {
  if (view.next === "billing" || view.next === "done") return <PayStep view={view} nothing={<NothingToPay />} />;
  if (view.next === "plan" && view.is_upgrade) return <PayStep view={view} nothing={<NothingToPay />} />;
  return (
    <>
      <p className="text-lg">Please complete your details first; then the plan can be paid.</p>
      <LinkButton href={view.is_upgrade ? "/normal-user?step=next" : "/signup?as=earner"} size="lg">
        Go on with your details
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
        Back to the home page
      </LinkButton>
    </>
  );
}
