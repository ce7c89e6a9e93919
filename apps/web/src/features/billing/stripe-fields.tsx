// The other entry would fetch Stripe's script on every page that imports it.
import { BILLING_MESSAGES, billingRoutes } from "@app/contract/billing";
import { Elements } from "@stripe/react-stripe-js";
import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { loadStripe as load } from "@stripe/stripe-js/pure";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "#lib/api.ts";
import { useTheme } from "#lib/theme.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** Stripe refused the card; its setup intent can be confirmed with another one. */
export class CardRefused extends Error {
  override readonly name = "CardRefused";
}

const RETRYABLE: readonly string[] = ["card_error", "validation_error"];

const STRIPE = "https://js.stripe.com";

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

let isAllowed = false;

type Setup = { id: string; renew: () => void };

/** Begins a setup intent; `key` tells one kind of them from another in the cache. */
export type OpenSetup = { key: string; open: () => Promise<{ id: string; client_secret: string | null }> };

const PAYERS_CARD: OpenSetup = { key: "payer", open: () => call(billingRoutes.createSetupIntent) };

type StripeFieldsProps = { publishableKey: string; openSetup?: OpenSetup; children: (setup: Setup) => ReactNode };

/** Puts Stripe's fields around a form, with a setup intent of its own; a used one is renewed. */
export function StripeFields({ publishableKey, openSetup = PAYERS_CARD, children }: StripeFieldsProps) {
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

/** The page's policy lets no string become the address of a script; Stripe's own origin is the one exception. */
function allowStripeScript(): void {
  if (isAllowed) return;
  isAllowed = true;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => {
      if (new URL(url).origin !== STRIPE) throw new TypeError("not a script of Stripe's");
      return url;
    },
  });
}

function loadStripe(publishableKey: string): Promise<Stripe | null> {
  allowStripeScript();
  return load(publishableKey);
}

/**
 * Confirms what stands in Stripe's fields.
 * @throws CardRefused; Error where the setup intent cannot be used again, with Stripe's sentence
 */
export async function confirmCardSetup(stripe: Stripe, elements: StripeElements): Promise<void> {
  const { error } = await stripe.confirmSetup({ elements, redirect: "if_required" });
  if (!error) return;
  const sentence = error.message ?? BILLING_MESSAGES.authenticationFailed;
  throw RETRYABLE.includes(error.type) ? new CardRefused(sentence) : new Error(sentence);
}
