import { BILLING_MESSAGES, type BillingSummary, type PlanOffer } from "@app/contract/billing";
import { toDollars } from "@app/contract/formats";
import { Check } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { dayInWords } from "#lib/dates.ts";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { BankDialog, UnfinishedPayment, useBankChallenge } from "./bank-dialog.tsx";
import { CardForm } from "./card-form.tsx";
import { addSandboxCard, usePayment } from "./use-payment.ts";

type OfferPanelProps = { offer: PlanOffer; renewsAt: string; children: ReactNode };

const StripeCheckout = lazy(() =>
  import("./stripe-checkout.tsx").then((module) => ({ default: module.StripeCheckout })),
);

type CheckoutProps = {
  summary: BillingSummary;
  offer: PlanOffer;
  /** The payer's email address, shown with the price. */
  email: ReactNode;
  /** Completes the sign-up after the payment. Its fault is shown at the form. */
  onPaid: () => Promise<void>;
};

/** Price and renewal above, card and consent below. */
export function Checkout({ summary, offer, email, onPaid }: CheckoutProps) {
  return (
    <div className="flex flex-col gap-8">
      <OfferPanel offer={offer} renewsAt={summary.renews_at}>
        {email}
      </OfferPanel>
      <section aria-label="Payment" className="flex flex-col gap-5">
        <h2 className="title text-2xl">Pay by card</h2>
        {summary.provider === "stripe" ? (
          <Suspense fallback={<Spinner label="Loading the card form" />}>
            <StripeCheckout summary={summary} offer={offer} onPaid={onPaid} />
          </Suspense>
        ) : (
          <SandboxCheckout summary={summary} offer={offer} onPaid={onPaid} />
        )}
      </section>
    </div>
  );
}

function SandboxCheckout({ summary, offer, onPaid }: Omit<CheckoutProps, "email">) {
  const bank = useBankChallenge();
  const payment = usePayment(offer, bank.authenticate);
  const open = summary.subscription?.requires_action ?? null;
  return (
    <>
      <Notice title="This is the sandbox: no money moves.">
        Pay with 4242 4242 4242 4242, any future date and any code. 4000 0000 0000 0002 is declined; 4000 0025 0000 3155
        requires a bank confirmation.
      </Notice>
      {open && <UnfinishedPayment onContinue={() => payment.confirm(open).then(onPaid)} />}
      <CardForm
        consentText={summary.consent_text ?? ""}
        consentFault={BILLING_MESSAGES.notConsented}
        submitLabel={`Pay ${toDollars(offer.price_cents)}`}
        onPay={async (card) => {
          await payment.pay(() => addSandboxCard(card, bank.authenticate));
          await onPaid();
        }}
      />
      {bank.challenge && <BankDialog onAnswer={bank.answer} />}
    </>
  );
}

/** Price, renewal and benefits. */
function OfferPanel({ offer, renewsAt, children }: OfferPanelProps) {
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
        You pay today and then every {offer.interval}, next on <strong>{dayInWords(renewsAt)}</strong>. You can cancel
        at any time; the plan then ends when the {offer.interval} you paid for ends.
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
