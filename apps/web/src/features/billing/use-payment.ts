import {
  BILLING_MESSAGES,
  type BillingSummary,
  billingRoutes,
  type PlanOffer,
  type RequiredAction,
  type SubscriptionView,
} from "@app/contract/billing";
import type { CardForm } from "@app/contract/cards";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { SUMMARIES } from "./billing.queries.ts";

/** What somebody agrees to who adds a card and pays nothing now. */
export const CARD_CONSENT = "This card may be charged for my plan.";

type Payment = {
  /** @throws ApiError the card was declined, or the bank said no */
  pay: (paymentMethodId: string) => Promise<void>;
  /** Goes on with a payment that the bank still asks about. */
  confirm: (action: RequiredAction) => Promise<void>;
};

const NO_ATTEMPT = { card: "", cents: 0, key: "" };

/**
 * Pays for a plan with a card that was added. A press that got no answer is repeated under the same key, so that it is
 * never paid twice; a card that was refused gets a new one. When what was shown is no longer so, the price for one, the
 * summary is asked for anew.
 * @param offer as it is shown
 * @param ask puts the bank's question, and waits for the answer
 */
export function usePayment(offer: PlanOffer, ask: (action: RequiredAction) => Promise<void>): Payment {
  const cache = useQueryClient();
  const attempt = useRef(NO_ATTEMPT);

  const settle = async (subscription: SubscriptionView): Promise<void> => {
    if (isPaid(subscription)) return showPaid(subscription);
    if (subscription.requires_action === null) throw notAuthenticated();
    await ask(subscription.requires_action);
    await confirmPaid();
  };

  const confirmPaid = async (): Promise<void> => {
    const subscription = await call(billingRoutes.confirmSubscription);
    if (!isPaid(subscription)) throw notAuthenticated();
    showPaid(subscription);
  };

  /** From here on no page says that it is to be paid, whatever happens to the line. */
  const showPaid = (subscription: SubscriptionView): void => {
    cache.setQueriesData<BillingSummary>({ queryKey: SUMMARIES }, (held) => held && { ...held, subscription });
  };

  return {
    async pay(paymentMethodId) {
      const { plan, price_cents: cents } = offer;
      if (attempt.current.card !== paymentMethodId || attempt.current.cents !== cents)
        attempt.current = { card: paymentMethodId, cents, key: crypto.randomUUID() };
      const body = {
        plan,
        price_cents: cents,
        payment_method_id: paymentMethodId,
        consent: true,
        idempotency_key: attempt.current.key,
      } as const;
      try {
        await settle(await call(billingRoutes.createSubscription, { body }));
      } catch (error) {
        const isCut = error instanceof ApiError && error.kind === "offline";
        if (!isCut) attempt.current = NO_ATTEMPT;
        if (isOutdated(error)) await cache.invalidateQueries({ queryKey: SUMMARIES });
        // It may have been paid all the same: asked as soon as the server answers again.
        if (isCut) void cache.invalidateQueries({ queryKey: SUMMARIES });
        throw error;
      }
    },
    async confirm(action) {
      await ask(action);
      await confirmPaid();
    },
  };
}

/** What the page shows is no longer so, and has to be read and agreed to again. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "conflict";
}

/** A payment that failed later keeps all rights for a week. */
export function isPaid({ status }: SubscriptionView): boolean {
  return status === "active" || status === "past_due";
}

export function notAuthenticated(): ApiError {
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
 * @param ask puts the bank's question, and waits for the answer
 * @returns the id of the payment method
 */
export async function addSandboxCard(card: CardForm, ask: (action: RequiredAction) => Promise<void>): Promise<string> {
  const { id } = await call(billingRoutes.createSetupIntent);
  const added = await call(billingRoutes.createPaymentMethod, {
    params: { type: "card" },
    body: { setup_intent_id: id, card },
  });
  if (added.payment_method) return added.payment_method.id;
  if (added.requires_action) await ask(added.requires_action);
  return finishCard(id);
}

/** @returns the id of the payment method of a setup intent that was confirmed at the provider or at the bank */
export async function finishCard(setupIntentId: string): Promise<string> {
  const { payment_method } = await call(billingRoutes.createPaymentMethod, {
    params: { type: "card" },
    body: { setup_intent_id: setupIntentId },
  });
  if (payment_method) return payment_method.id;
  throw notAuthenticated();
}
