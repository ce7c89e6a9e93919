import { BILLING_MESSAGES } from "@app/contract/billing";
import type { Stripe, StripeElements } from "@stripe/stripe-js";

/** Stripe refused the card; its setup intent can be confirmed with another one. */
export class CardRefused extends Error {
  override readonly name = "CardRefused";
}

const RETRYABLE: readonly string[] = ["card_error", "validation_error"];

/**
 * Confirms what stands in Stripe's fields.
 * @throws CardRefused; Error where the setup intent cannot be used again, with Stripe's sentence
 */
export async function confirmSetup(stripe: Stripe, elements: StripeElements): Promise<void> {
  const { error } = await stripe.confirmSetup({ elements, redirect: "if_required" });
  if (!error) return;
  const sentence = error.message ?? BILLING_MESSAGES.authenticationFailed;
  throw RETRYABLE.includes(error.type) ? new CardRefused(sentence) : new Error(sentence);
}
