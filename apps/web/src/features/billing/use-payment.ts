import type { Plan } from "@app/contract/accounts";
import { BILLING_MESSAGES, billingRoutes, type RequiredAction, type SubscriptionView } from "@app/contract/billing";
import { useRef } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";

type Payment = {
  /** @throws ApiError the card was declined, or the bank said no */
  pay: (paymentMethodId: string) => Promise<void>;
  /** Goes on with a payment that the bank still asks about. */
  confirm: (action: RequiredAction) => Promise<void>;
};

/**
 * Pays for a plan with a card that was added. A press that got no answer is repeated under the same key, so that it is
 * never paid twice; a card that was refused gets a new one.
 * @param ask puts the bank's question, and waits for the answer
 */
export function usePayment(plan: Plan, ask: (action: RequiredAction) => Promise<void>): Payment {
  const attempt = useRef({ card: "", key: "" });

  const settle = async (subscription: SubscriptionView): Promise<void> => {
    if (isPaid(subscription)) return;
    if (subscription.requires_action === null) throw notAuthenticated();
    await ask(subscription.requires_action);
    if (!isPaid(await call(billingRoutes.confirmSubscription))) throw notAuthenticated();
  };

  return {
    async pay(paymentMethodId) {
      if (attempt.current.card !== paymentMethodId)
        attempt.current = { card: paymentMethodId, key: crypto.randomUUID() };
      const body = {
        plan,
        payment_method_id: paymentMethodId,
        consent: true,
        idempotency_key: attempt.current.key,
      } as const;
      try {
        await settle(await call(billingRoutes.createSubscription, { body }));
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "offline") attempt.current = { card: "", key: "" };
        throw error;
      }
    },
    async confirm(action) {
      await ask(action);
      if (!isPaid(await call(billingRoutes.confirmSubscription))) throw notAuthenticated();
    },
  };
}

/** A payment that failed later keeps all rights for a week. */
export function isPaid({ status }: SubscriptionView): boolean {
  return status === "active" || status === "past_due";
}

function notAuthenticated(): ApiError {
  return new ApiError({
    kind: "payment_required",
    message: BILLING_MESSAGES.authenticationFailed,
    errors: {},
    request_id: "",
    code: 402,
  });
}
