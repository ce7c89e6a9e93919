import { toDollars } from "@app/contract/money";
import { REFERRAL_REWARD_CENTS } from "@app/contract/referrals";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { GuardianRequest } from "#features/billing/guardian-request.tsx";
import { Payouts } from "#features/payouts/payouts.tsx";
import { call } from "#lib/api.ts";
import { toast } from "#lib/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const referralLink = queryOptions({
  queryKey: ["referral-link"],
  queryFn: ({ signal }) => call("GET /referral-link", {}, signal),
});

export function ReferralPage() {
  useTitle("My Referrals");
  return (
    <div className="column flex max-w-3xl flex-col gap-8 py-8 sm:py-12">
      <header className="flex flex-col gap-2">
        <h1 className="title text-4xl">My Referrals</h1>
        <p className="text-muted">
          You earn {toDollars(REFERRAL_REWARD_CENTS)} for each new person who signs up with your link and verifies their
          email address.
        </p>
      </header>
      <OwnReferralLink />
      <Payouts
        guardian={
          <GuardianRequest waiting="You can be paid as soon as they have consented with the link in the email." />
        }
      />
    </div>
  );
}

/** An earner's referral link. */
function OwnReferralLink() {
  const link = useQuery(referralLink);
  if (link.isPending) return <Skeleton className="h-28 w-full" />;
  if (!link.data)
    return <LoadError error={link.error} isRetrying={link.isFetching} onRetry={() => void link.refetch()} />;
  const { url } = link.data;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success("Referral link copied to clipboard!"),
      () => toast.error("Failed to copy referral link"),
    );
  return (
    <div className="flex flex-col items-start gap-4 rounded-media border border-line bg-raised p-5 sm:p-6">
      <h2 className="title text-2xl">Your referral link</h2>
      <p className="font-mono text-sm break-all">{url}</p>
      <Button onClick={() => void copy()}>
        <Copy aria-hidden size={18} />
        Copy link
      </Button>
    </div>
  );
}
