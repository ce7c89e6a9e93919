import { billingRoutes } from "@app/contract/billing";
import { Elements } from "@stripe/react-stripe-js";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "#lib/api.ts";
import { useTheme } from "#lib/theme.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { loadStripe } from "./load-stripe.ts";

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
