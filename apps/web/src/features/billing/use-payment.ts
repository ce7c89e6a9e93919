import {
  BILLING_MESSAGES,
  type BillingSummary,
  type PlanOffer,
  type RequiredAction,
  type SubscriptionView,
} from "@app/contract/billing";
import type { CardForm } from "@app/contract/cards";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "#lib/api.ts";
import { ApiError, isConflict, isNotAllowed } from "#lib/api-error.ts";
import { SUMMARY_KEY } from "./billing.queries.ts";

/** The consent text for adding a card without a payment. */
export const CARD_CONSENT = "This card may be charged for my plan.";

type Payment = {
  /**
   * @param addCard returns the id of the saved card
   * @throws ApiError if the card or the bank declines
   */
  pay: (addCard: () => Promise<string>) => Promise<void>;
  /** Continues a payment that still needs the bank's confirmation. */
  confirm: (action: RequiredAction) => Promise<void>;
};

const NO_ATTEMPT = { card: "", cents: 0, key: "" };

/**
 * Pays for a plan with a saved card. Retrying after a lost connection reuses the idempotency key, so nobody pays twice; a
 * declined card gets a new key. If the offer has changed or a guardian has withdrawn consent, the summary is refetched.
 * @param offer as shown to the user
 * @param authenticate shows the bank's challenge and waits for the answer
 */
export function usePayment(offer: PlanOffer, authenticate: (action: RequiredAction) => Promise<void>): Payment {
  const cache = useQueryClient();
  const attempt = useRef(NO_ATTEMPT);

  const settle = async (subscription: SubscriptionView): Promise<void> => {
    if (isPaid(subscription)) return showPaid(subscription);
    if (subscription.requires_action === null) throw authenticationError();
    await authenticate(subscription.requires_action);
    await confirmPaid();
  };

  const confirmPaid = async (): Promise<void> => {
    const subscription = await call("POST /confirm-subscription");
    if (!isPaid(subscription)) throw authenticationError();
    showPaid(subscription);
  };

  const order = (card: string): Promise<SubscriptionView> => {
    const { plan, price_cents: cents } = offer;
    if (attempt.current.card !== card || attempt.current.cents !== cents)
      attempt.current = { card, cents, key: crypto.randomUUID() };
    const body = {
      plan,
      price_cents: cents,
      payment_method_id: card,
      consent: true,
      idempotency_key: attempt.current.key,
    } as const;
    return call("POST /create-subscription", { body });
  };

  /** Updates the cache, so that no page asks for payment again even if later requests fail. */
  const showPaid = (subscription: SubscriptionView): void => {
    cache.setQueriesData<BillingSummary>(
      { queryKey: SUMMARY_KEY },
      (current) => current && { ...current, subscription },
    );
  };

  return {
    async pay(addCard) {
      try {
        await settle(await order(await addCard()));
      } catch (error) {
        const isOffline = error instanceof ApiError && error.kind === "offline";
        if (!isOffline) attempt.current = NO_ATTEMPT;
        if (isConflict(error) || isNotAllowed(error)) await cache.invalidateQueries({ queryKey: SUMMARY_KEY });
        // The payment may have succeeded: check once the server responds again.
        if (isOffline) void cache.invalidateQueries({ queryKey: SUMMARY_KEY });
        throw error;
      }
    },
    async confirm(action) {
      await authenticate(action);
      await confirmPaid();
    },
  };
}

/** A plan whose renewal failed stays active for a week. */
export function isPaid({ status }: SubscriptionView): boolean {
  return status === "active" || status === "past_due";
}

export function authenticationError(): ApiError {
  return new ApiError({
    kind: "payment_required",
    message: BILLING_MESSAGES.authenticationFailed,
    errors: {},
    request_id: "",
    code: 402,
  });
}

/**
 * Adds a card in the sandbox.
 * @param authenticate shows the bank's challenge and waits for the answer
 * @returns the id of the payment method
 */
export async function addSandboxCard(
  card: CardForm,
  authenticate: (action: RequiredAction) => Promise<void>,
): Promise<string> {
  const { id } = await call("POST /create-setup-intent");
  const added = await call("POST /create-payment-method/:type", {
    params: { type: "card" },
    body: { setup_intent_id: id, card },
  });
  if (added.payment_method) return added.payment_method.id;
  if (added.requires_action) await authenticate(added.requires_action);
  return savePaymentMethod(id);
}

/** Saves the card of a confirmed setup intent. @returns the id of the payment method */
export async function savePaymentMethod(setupIntentId: string): Promise<string> {
  const { payment_method } = await call("POST /create-payment-method/:type", {
    params: { type: "card" },
    body: { setup_intent_id: setupIntentId },
  });
  if (payment_method) return payment_method.id;
  throw authenticationError();
}
