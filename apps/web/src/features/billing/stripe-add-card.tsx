import { BILLING_MESSAGES } from "@app/contract/billing";
import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { type SubmitEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Checkbox, FieldError } from "#ui/field.tsx";
import { CARD_CONSENT, finishCard } from "./add-card.ts";
import { StripeFields } from "./stripe-fields.tsx";

type StripeAddCardProps = { publishableKey: string; onAdded: () => void };

/** Adds a card in Stripe's own fields, and pays nothing. */
export function StripeAddCard({ publishableKey, onAdded }: StripeAddCardProps) {
  return (
    <StripeFields publishableKey={publishableKey}>
      {(setup) => <AddForm setupId={setup.id} onUsed={setup.renew} onAdded={onAdded} />}
    </StripeFields>
  );
}

function AddForm({ setupId, onUsed, onAdded }: { setupId: string; onUsed: () => void; onAdded: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [isConsented, setConsented] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const add = async () => {
    if (!stripe || !elements) return;
    setBusy(true);
    try {
      const confirmed = await stripe.confirmSetup({ elements, redirect: "if_required" });
      if (confirmed.error) throw new Error(confirmed.error.message ?? BILLING_MESSAGES.authenticationFailed);
      await finishCard(setupId);
      onAdded();
    } catch (error) {
      setFault(error instanceof Error ? error.message : BILLING_MESSAGES.authenticationFailed);
      // A setup intent is good for one card.
      onUsed();
    }
    setBusy(false);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isConsented) void add();
    else setFault(BILLING_MESSAGES.notConsented);
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <PaymentElement />
      <Checkbox
        label={CARD_CONSENT}
        checked={isConsented}
        onChange={(event) => setConsented(event.currentTarget.checked)}
      />
      {fault !== null && <FieldError>{fault}</FieldError>}
      <Button type="submit" busy={isBusy || !stripe}>
        Add card
      </Button>
    </form>
  );
}
