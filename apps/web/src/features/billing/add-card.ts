import { billingRoutes, type RequiredAction } from "@app/contract/billing";
import type { CardForm } from "@app/contract/cards";
import { call } from "#lib/api.ts";
import { notAuthenticated } from "./use-payment.ts";

/** What somebody agrees to who adds a card and pays nothing now. */
export const CARD_CONSENT = "This card may be charged for my plan.";

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
