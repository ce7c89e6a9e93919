import { randomUUID } from "node:crypto";
import type { Plan } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { type CardForm, cardBrand } from "@app/contract/cards";
import type { Caller } from "./caller.ts";

export const TEST_CARD = "4242 4242 4242 4242";

/** The full payload of the sandbox's card form. */
export function toCardForm(number: string): CardForm {
  const cvc = cardBrand(number) === "amex" ? "1234" : "123";
  return { number, exp_month: 12, exp_year: new Date().getUTCFullYear() + 3, cvc, name: "A Payer", zip: "94102" };
}

/** Adds a sandbox card without a challenge. @returns its id */
export async function addTestCard(person: Caller, number = TEST_CARD): Promise<string> {
  const setup = await person.call(billingRoutes.createSetupIntent, { body: {} });
  const added = await person.call(billingRoutes.createPaymentMethod, {
    params: { type: "card" },
    body: { setup_intent_id: setup.id, card: toCardForm(number) },
  });
  return added.payment_method?.id ?? "";
}

/** The default prices of the plans. */
export const PLAN_CENTS: Record<Plan, number> = { Individual: 999, Team: 2999, Organization: 5999 };

export function toOrder(plan: Plan, paymentMethodId: string, cents = PLAN_CENTS[plan]) {
  return {
    plan,
    price_cents: cents,
    payment_method_id: paymentMethodId,
    consent: true as const,
    idempotency_key: randomUUID(),
  };
}

export function toPlanChange(plan: Plan, cents = PLAN_CENTS[plan]) {
  return { plan, price_cents: cents, consent: true as const };
}

/** Pays for an earner's plan in the sandbox, unless it is paid. @returns the invoice's id */
export async function payForPlan(earner: Caller): Promise<string> {
  const { subscription, offer } = await earner.call(billingRoutes.summary);
  if (!subscription && offer) {
    const body = toOrder(offer.plan, await addTestCard(earner), offer.price_cents);
    await earner.call(billingRoutes.createSubscription, { body });
  }
  const { invoices } = await earner.call(billingRoutes.invoices);
  return invoices[0]?.id ?? "";
}
