import type { PlanOffer } from "@app/contract/billing";
import { toDollars } from "@app/contract/money";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { dayInWords } from "#lib/dates.ts";

type OfferPanelProps = { offer: PlanOffer; renewsAt: string; children: ReactNode };

/** What is paid, when it is paid again, and what one gets for it. */
export function OfferPanel({ offer, renewsAt, children }: OfferPanelProps) {
  return (
    <section
      aria-label="Your plan"
      className="flex flex-col gap-4 rounded-media border border-line bg-raised p-5 sm:p-6"
    >
      <h2 className="title text-2xl">{offer.title}</h2>
      <p className="flex items-baseline gap-2">
        <span className="score text-5xl text-gold">{toDollars(offer.price_cents)}</span>
        <span className="text-muted">a {offer.interval}</span>
      </p>
      <p className="text-sm">
        Paid today, and again every {offer.interval}: next on <strong>{dayInWords(renewsAt)}</strong>. You can cancel at
        any time; the plan then ends with the paid {offer.interval}.
      </p>
      <div className="border-t border-line pt-4">{children}</div>
      <ul className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
        {offer.benefits.map((benefit) => (
          <li key={benefit} className="flex items-center gap-3">
            <Check aria-hidden size={18} className="shrink-0 text-good" />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}
