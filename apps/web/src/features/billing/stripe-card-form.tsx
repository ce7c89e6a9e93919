import { BILLING_MESSAGES } from "@app/contract/billing";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeElements } from "@stripe/stripe-js";
// The main entry point would load Stripe's script on import.
import { loadStripe as load } from "@stripe/stripe-js/pure";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { call } from "#lib/api.ts";
import { isConflict } from "#lib/api-error.ts";
import { useTheme } from "#lib/theme.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, FieldError } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Spinner } from "#ui/spinner.tsx";

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
          isConsented={isConsented}
          setConsented={setConsented}
          fault={fault}
          setFault={setFault}
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

/** Stripe declined the card; the setup intent can be confirmed with another one. */
export class CardDeclinedError extends Error {
  override readonly name = "CardDeclinedError";
}

const RETRYABLE: readonly string[] = ["card_error", "validation_error"];

const STRIPE = "https://js.stripe.com";

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

let isPolicyInstalled = false;

type Setup = { id: string; renew: () => void };

/** Creates a setup intent; `key` separates the kinds in the cache. */
export type OpenSetup = { key: string; open: () => Promise<{ id: string; client_secret: string | null }> };

const PAYER_SETUP: OpenSetup = { key: "payer", open: () => call("POST /create-setup-intent") };

type StripeFieldsProps = { publishableKey: string; openSetup?: OpenSetup; children: (setup: Setup) => ReactNode };

/** Provides Stripe's fields and a setup intent to a form, and renews a consumed intent. */
export function StripeFields({ publishableKey, openSetup = PAYER_SETUP, children }: StripeFieldsProps) {
  const [script] = useState(() => loadStripe(publishableKey));
  const theme = useTheme((state) => state.theme);
  const setup = useQuery({
    queryKey: ["setup-intent", openSetup.key],
    gcTime: 0,
    queryFn: openSetup.open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (setup.isPending) return <Spinner label="Loading the card form" />;
  if (setup.isError || setup.data.client_secret === null)
    return <LoadError error={setup.error} onRetry={() => void setup.refetch()} isRetrying={setup.isFetching} />;
  return (
    <Elements
      key={setup.data.id}
      stripe={script}
      options={{
        clientSecret: setup.data.client_secret,
        appearance: { theme: theme === "light" ? "stripe" : "night" },
      }}
    >
      {children({ id: setup.data.id, renew: () => void setup.refetch() })}
    </Elements>
  );
}

/** Trusted Types forbid string script URLs; Stripe's origin is the one exception. */
function allowStripeScript(): void {
  if (isPolicyInstalled) return;
  isPolicyInstalled = true;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => {
      if (new URL(url).origin !== STRIPE) throw new TypeError("not a Stripe script");
      return url;
    },
  });
}

export function loadStripe(publishableKey: string): Promise<Stripe | null> {
  allowStripeScript();
  return load(publishableKey);
}

/**
 * Confirms the card in Stripe's fields.
 * @throws CardDeclinedError; any other Error means that the setup intent cannot be used again
 */
export async function confirmCardSetup(stripe: Stripe, elements: StripeElements): Promise<void> {
  const { error } = await stripe.confirmSetup({ elements, redirect: "if_required" });
  if (!error) return;
  const sentence = error.message ?? BILLING_MESSAGES.authenticationFailed;
  throw RETRYABLE.includes(error.type) ? new CardDeclinedError(sentence) : new Error(sentence);
}
