import { BILLING_MESSAGES } from "@app/contract/billing";
import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Checkbox, FieldError } from "#ui/field.tsx";
import { CardRefused, confirmCardSetup, type OpenSetup, StripeFields } from "./stripe-fields.tsx";
import { isOutdated } from "./use-payment.ts";

type FormProps = {
  consentText: string;
  submitLabel: string;
  /** The card was confirmed at Stripe. A fault of it stands at the form. */
  onConfirmed: (setupId: string) => Promise<void>;
  /** Fields of the same form, above the card's. */
  children?: ReactNode;
  /** Shows what is wrong with those fields. @returns whether nothing is */
  onCheck?: () => Promise<boolean>;
};

type StripeCardFormProps = FormProps & { publishableKey: string; openSetup?: OpenSetup };

/** A card in Stripe's own fields; nothing is paid. */
export function StripeCardForm({ publishableKey, openSetup, ...form }: StripeCardFormProps) {
  // Out here, because a new setup intent draws the form anew: what was refused has to stay on the screen.
  const [isConsented, setConsented] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return (
    <StripeFields publishableKey={publishableKey} {...(openSetup ? { openSetup } : {})}>
      {(setup) => (
        <CardForm
          {...form}
          {...{ isConsented, setConsented, fault, setFault }}
          setupId={setup.id}
          onUsed={setup.renew}
        />
      )}
    </StripeFields>
  );
}

type CardFormProps = FormProps & {
  isConsented: boolean;
  setConsented: (isConsented: boolean) => void;
  fault: string | null;
  setFault: (fault: string | null) => void;
  setupId: string;
  onUsed: () => void;
};

function CardForm({
  consentText,
  submitLabel,
  onConfirmed,
  children,
  onCheck,
  isConsented,
  setConsented,
  fault,
  setFault,
  setupId,
  onUsed,
}: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isBusy, setBusy] = useState(false);

  const confirm = async () => {
    if (!stripe || !elements) return;
    setBusy(true);
    try {
      await confirmCardSetup(stripe, elements);
      await onConfirmed(setupId);
    } catch (error) {
      setFault(error instanceof Error ? error.message : BILLING_MESSAGES.authenticationFailed);
      if (isOutdated(error)) setConsented(false);
      // Once it was confirmed, a setup intent is good for no other card.
      if (!(error instanceof CardRefused)) onUsed();
    }
    setBusy(false);
  };

  const submit = async () => {
    setFault(null);
    const isValid = onCheck === undefined || (await onCheck());
    if (!isConsented) setFault(BILLING_MESSAGES.notConsented);
    else if (isValid) await confirm();
  };

  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
      className="flex flex-col gap-5"
    >
      {children}
      <PaymentElement />
      <Checkbox
        label={consentText}
        checked={isConsented}
        onChange={(event) => setConsented(event.currentTarget.checked)}
      />
      {fault !== null && <FieldError>{fault}</FieldError>}
      <Button type="submit" busy={isBusy || !stripe}>
        {submitLabel}
      </Button>
    </form>
  );
}
