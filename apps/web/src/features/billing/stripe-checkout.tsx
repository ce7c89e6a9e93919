import { BILLING_MESSAGES, type BillingSummary, type PlanOffer, type RequiredAction } from "@app/contract/billing";
import { toDollars } from "@app/contract/money";
import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { UnfinishedPayment } from "./bank-dialog.tsx";
import { CardRefused, confirmCardSetup, StripeFields } from "./stripe-fields.tsx";
import { finishCard, isOutdated, usePayment } from "./use-payment.ts";

type StripeCheckoutProps = { summary: BillingSummary; offer: PlanOffer; onPaid: () => Promise<void> };

/** Stripe's own fields, in a frame of Stripe's: the card's number never reaches us. */
export function StripeCheckout(props: StripeCheckoutProps) {
  // Out here, because a new setup intent draws the form anew: what was refused has to stay on the screen.
  const [isConsented, setIsConsented] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  return (
    <StripeFields publishableKey={props.summary.publishable_key ?? ""}>
      {(setup) => (
        <StripeForm
          {...props}
          {...{ isConsented, setIsConsented, fault, setFault }}
          setupId={setup.id}
          onUsed={setup.renew}
        />
      )}
    </StripeFields>
  );
}

type Fault = { at: "card" | "consent"; message: string };

type StripeFormProps = StripeCheckoutProps & {
  isConsented: boolean;
  setIsConsented: (isConsented: boolean) => void;
  fault: Fault | null;
  setFault: (fault: Fault | null) => void;
  setupId: string;
  onUsed: () => void;
};

function StripeForm({
  summary,
  offer,
  onPaid,
  isConsented,
  setIsConsented,
  fault,
  setFault,
  setupId,
  onUsed,
}: StripeFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isBusy, setIsBusy] = useState(false);
  const payment = usePayment(offer, (action) => askBank(stripe, action));
  const open = summary.subscription?.requires_action ?? null;

  const submit = async () => {
    if (!isConsented) return setFault({ at: "consent", message: BILLING_MESSAGES.notConsented });
    if (!stripe || !elements) return;
    setFault(null);
    setIsBusy(true);
    try {
      await confirmCardSetup(stripe, elements);
      await payment.pay(await finishCard(setupId));
      await onPaid();
    } catch (error) {
      setFault({ at: "card", message: sentenceOf(error) });
      if (isOutdated(error)) setIsConsented(false);
      // Once it was confirmed, a setup intent is good for no other card.
      if (!(error instanceof CardRefused)) onUsed();
    }
    setIsBusy(false);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
      className="flex flex-col gap-5"
    >
      {open && <UnfinishedPayment onGoOn={() => payment.confirm(open).then(onPaid)} />}
      <PaymentElement />
      {fault?.at === "card" && <Notice tone="error">{fault.message}</Notice>}
      <Checkbox
        label={summary.consent_text}
        checked={isConsented}
        onChange={({ target }) => setIsConsented(target.checked)}
        error={fault?.at === "consent" ? fault.message : undefined}
      />
      <Button type="submit" size="lg" busy={isBusy || !stripe}>
        Pay {toDollars(offer.price_cents)}
      </Button>
    </form>
  );
}

/** @throws Error with Stripe's sentence */
async function askBank(stripe: Stripe | null, { client_secret }: RequiredAction): Promise<void> {
  if (!stripe || client_secret === null) throw new Error(BILLING_MESSAGES.authenticationFailed);
  const { error } = await stripe.handleNextAction({ clientSecret: client_secret });
  if (error) throw new Error(error.message ?? BILLING_MESSAGES.authenticationFailed);
}

/** Stripe's own sentences are written for the person as ours are. */
function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : messageOf(error);
}
