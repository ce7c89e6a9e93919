import { BILLING_MESSAGES } from "@app/contract/billing";
import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { isConflict } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, FieldError } from "#ui/field.tsx";
import { CardDeclinedError, confirmCardSetup, type OpenSetup, StripeFields } from "./stripe-fields.tsx";

type FormProps = {
  consentText: string;
  /** Shown if the consent is missing. */
  consentFault: string;
  submitLabel: string;
  /** Called once Stripe has confirmed the card. Its fault is shown at the form. */
  onConfirmed: (setupId: string) => Promise<void>;
  /** More fields of the same form, above the card. */
  children?: ReactNode;
  /** Validates those fields and shows their faults. @returns whether they are valid */
  onCheck?: () => Promise<boolean>;
};

type StripeCardFormProps = FormProps & { publishableKey: string; openSetup?: OpenSetup };

/** Adds a card in Stripe's own fields, without a payment. */
export function StripeCardForm({ publishableKey, openSetup, ...form }: StripeCardFormProps) {
  // Kept outside the form, which remounts with each new setup intent.
  const [isConsented, setConsented] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return (
    <StripeFields publishableKey={publishableKey} {...(openSetup ? { openSetup } : {})}>
      {(setup) => (
        <CardForm
          {...form}
          {...{ isConsented, setConsented, fault, setFault }}
          setupId={setup.id}
          onConsumed={setup.renew}
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
  onConsumed: () => void;
};

function CardForm({
  consentText,
  consentFault,
  submitLabel,
  onConfirmed,
  children,
  onCheck,
  isConsented,
  setConsented,
  fault,
  setFault,
  setupId,
  onConsumed,
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
      if (isConflict(error)) setConsented(false);
      // A confirmed setup intent cannot be used for another card.
      if (!(error instanceof CardDeclinedError)) onConsumed();
    }
    setBusy(false);
  };

  const submit = async () => {
    setFault(null);
    const isValid = onCheck === undefined || (await onCheck());
    if (!isConsented) setFault(consentFault);
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
