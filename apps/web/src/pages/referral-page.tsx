import { toDollars } from "@app/contract/money";
import { REFERRAL_REWARD_CENTS } from "@app/contract/referrals";
import { OwnReferralLink } from "#features/referrals/own-referral-link.tsx";
import { useTitle } from "#lib/use-title.ts";

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
    </div>
  );
}
