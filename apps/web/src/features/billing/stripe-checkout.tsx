import { BILLING_MESSAGES, type BillingSummary, type PlanOffer, type RequiredAction } from "@app/contract/billing";
import { toDollars } from "@app/contract/formats";
import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe } from "@stripe/stripe-js";
import { useState } from "react";
import { isConflict, messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { UnfinishedPayment } from "./bank-dialog.tsx";
import { CardDeclinedError, confirmCardSetup, StripeFields } from "./stripe-card-form.tsx";
import { savePaymentMethod, usePayment } from "./use-payment.ts";

type StripeCheckoutProps = { summary: BillingSummary; offer: PlanOffer; onPaid: () => Promise<void> };

/** Stripe's fields are in Stripe's iframe: the card number never reaches us. */
export function StripeCheckout(props: StripeCheckoutProps) {
  // Kept outside the form, which remounts with each new setup intent.
  const [isConsented, setIsConsented] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  return (
    <StripeFields publishableKey={props.summary.publishable_key ?? ""}>
      {(setup) => (
        <StripeForm
          {...props}
          isConsented={isConsented}
          setIsConsented={setIsConsented}
          fault={fault}
          setFault={setFault}
          setupId={setup.id}
          onConsumed={setup.renew}
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
  onConsumed: () => void;
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
  onConsumed,
}: StripeFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isBusy, setIsBusy] = useState(false);
  const payment = usePayment(offer, (action) => authenticate(stripe, action));
  const open = summary.subscription?.requires_action ?? null;

  const submit = async () => {
    if (!isConsented) return setFault({ at: "consent", message: BILLING_MESSAGES.notConsented });
    if (!stripe || !elements) return;
    setFault(null);
    setIsBusy(true);
    try {
      await confirmCardSetup(stripe, elements);
      await payment.pay(() => savePaymentMethod(setupId));
      await onPaid();
    } catch (error) {
      setFault({ at: "card", message: sentenceOf(error) });
      if (isConflict(error)) setIsConsented(false);
      // A confirmed setup intent cannot be used for another card.
      if (!(error instanceof CardDeclinedError)) onConsumed();
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
      {open && <UnfinishedPayment onContinue={() => payment.confirm(open).then(onPaid)} />}
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

/** @throws Error with Stripe's message */
export async function authenticate(stripe: Stripe | null, { client_secret }: RequiredAction): Promise<void> {
  if (!stripe || client_secret === null) throw new Error(BILLING_MESSAGES.authenticationFailed);
  const { error } = await stripe.handleNextAction({ clientSecret: client_secret });
  if (error) throw new Error(error.message ?? BILLING_MESSAGES.authenticationFailed);
}

/** Stripe's messages are written for users, as ours are. */
function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : messageOf(error);
}
