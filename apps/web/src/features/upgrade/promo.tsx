import { Check } from "lucide-react";
import type { ReactNode } from "react";
import sceneStadium from "../../assets/scene-stadium.svg";

/** Fixed wording. 'Free account' is not a plan: watching is free. */
const PREMIUM = [
  "Ads Free Browsing",
  "Unlimited Referrals Link",
  "Free account",
  "all benefits of the Premium plan",
] as const;

/** Why to become an earner; the children hold the button. */
export function Promo({ children }: { children: ReactNode }) {
  return (
    <section className="column grid items-center gap-8 py-8 sm:py-12 lg:min-h-[70vh] lg:grid-cols-2 lg:gap-16">
      <img
        src={sceneStadium}
        alt=""
        className="h-48 w-full rounded-media border border-line object-cover sm:h-72 lg:aspect-video lg:h-auto"
      />
      <div className="flex max-w-xl flex-col gap-6">
        <h1 className="title text-5xl normal-case sm:text-6xl">Join Thousands Of Athletes</h1>
        <p className="text-lg text-muted">
          Publish your games, your training and your story, and earn $10.00 for every referral.
        </p>
        <div className="rounded-media border border-line bg-raised p-5 sm:p-6">
          <PremiumList />
        </div>
        {children}
      </div>
    </section>
  );
}

export function PremiumList() {
  return (
    <section aria-label="Premium" className="flex flex-col gap-3">
      <h2 className="title text-xl text-gold">Premium</h2>
      <ul className="flex flex-col gap-2">
        {PREMIUM.map((benefit) => (
          <li key={benefit} className="flex items-center gap-3">
            <Check aria-hidden size={20} className="shrink-0 text-good" />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}
