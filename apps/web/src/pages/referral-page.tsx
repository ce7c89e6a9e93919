import { PAID_FROM_MINIMUM } from "@app/contract/payouts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { GuardianRequest } from "#features/billing/guardian-request.tsx";
import { payoutOverview } from "#features/payouts/payouts.queries.ts";
import { Payouts } from "#features/payouts/payouts.tsx";
import { Balance } from "#features/referrals/balance.tsx";
import { EarningsChart } from "#features/referrals/earnings-chart.tsx";
import { InactiveNotice } from "#features/referrals/inactive-notice.tsx";
import { OwnLinks } from "#features/referrals/own-links.tsx";
import { People } from "#features/referrals/people.tsx";
import {
  type ReferralQuery,
  readReferralQuery,
  referralLinks,
  toReferralParams,
} from "#features/referrals/referrals.queries.ts";
import { termsSentence } from "#features/referrals/stage-sentence.ts";
import { ConfirmPasswordDialog } from "#features/settings/confirm-password-dialog.tsx";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** What an earner's links have brought, and where the money is. Of those who no longer are earners, only the money. */
export function ReferralPage() {
  return useUser()?.can.refer ? <Referrals /> : <EarlierEarnings />;
}

/** What was earned is still paid out from the minimum on. Who has earned nothing is a General User like any other. */
function EarlierEarnings() {
  const overview = useQuery(payoutOverview);
  useTitle("Payouts");
  if (overview.isPending) return <Skeleton className="column h-48" />;
  if (!overview.data)
    return (
      <div className="column py-8">
        <LoadError error={overview.error} isRetrying={overview.isFetching} onRetry={() => void overview.refetch()} />
      </div>
    );
  if (overview.data.months.length === 0) return <Navigate to="/normal-user" replace />;
  return (
    <div className="column flex flex-col gap-10 py-8 sm:py-12">
      <header className="flex flex-col gap-2">
        <h1 className="page-title">What you have earned</h1>
        <p className="max-w-prose text-muted">
          Your earner account is not active, so your links earn nothing new. {PAID_FROM_MINIMUM}
        </p>
      </header>
      <OwnPayouts />
    </div>
  );
}

function OwnPayouts() {
  return (
    <>
      <ConfirmPasswordDialog />
      <Payouts
        guardian={
          <GuardianRequest waiting="You can be paid as soon as they have consented with the link in the email." />
        }
      />
    </>
  );
}

function Referrals() {
  const query = readReferralQuery(useSearch({ from: "__root__" }));
  const navigate = useNavigate();
  const links = useInfiniteQuery(referralLinks("active"));
  const { terms, first, inactive_reason: inactive } = links.data?.pages[0] ?? {};
  useTitle("My Referrals");
  // A new page is a step of its own in the history; a filter replaces the last one.
  const show = (next: ReferralQuery) =>
    void navigate({
      to: ".",
      search: toReferralParams(next),
      replace: next.page === query.page || next.page === 1,
      resetScroll: false,
    });
  return (
    <div className="column flex flex-col gap-10 py-8 sm:py-12">
      <header className="flex flex-col gap-2">
        <h1 className="page-title">My Referrals</h1>
        {links.isPending && <Skeleton className="h-12 max-w-prose" />}
        {terms && !inactive && <p className="max-w-prose text-muted">{termsSentence(terms)}</p>}
        {inactive && <InactiveNotice reason={inactive} />}
      </header>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-rows-[auto_1fr]">
        <Balance />
        <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <OwnLinks />
        </div>
        <EarningsChart />
      </div>
      <People query={query} firstLink={inactive || first?.is_turned_off ? undefined : first} onQuery={show} />
      <OwnPayouts />
    </div>
  );
}
