import type { RequiredAction } from "@app/contract/billing";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { UnfinishedPayment } from "./bank-dialog.tsx";
import { INVOICES_KEY, SUMMARY_KEY } from "./billing.queries.ts";
import { loadStripe } from "./stripe-card-form.tsx";
import { authenticate } from "./stripe-checkout.tsx";
import { authenticationError } from "./use-payment.ts";

type StripeOverdueProps = { publishableKey: string; action: RequiredAction };

/** A renewal that waits for the bank's confirmation. */
export function StripeOverdue({ publishableKey, action }: StripeOverdueProps) {
  const cache = useQueryClient();
  const confirm = async () => {
    await authenticate(await loadStripe(publishableKey), action);
    const { status } = await call("POST /confirm-subscription");
    if (status !== "active") throw authenticationError();
    await Promise.all([SUMMARY_KEY, INVOICES_KEY].map((queryKey) => cache.invalidateQueries({ queryKey })));
  };
  return <UnfinishedPayment onContinue={confirm} />;
}
