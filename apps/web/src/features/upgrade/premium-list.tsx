import { Check } from "lucide-react";

/** The spec's list, word for word. 'Free account' is not a plan: watching is free. */
const PREMIUM = [
  "Ads Free Browsing",
  "Unlimited Referrals Link",
  "Free account",
  "all benefits of the Premium plan",
] as const;

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
