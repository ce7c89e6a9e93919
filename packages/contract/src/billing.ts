import { z } from "zod";
import { plan } from "./accounts.ts";
import { cardFields } from "./cards.ts";
import { toDollars } from "./formats.ts";
import { defineRoute, nothing, pageQuery, pagination } from "./http.ts";
import { unlessMissing } from "./validation.ts";

export const GRACE_DAYS = 7;
export const PAYMENT_PROVIDERS = ["sandbox", "stripe"] as const;

/** The benefits of a plan, listed in the promo and above the card form. */
export const PLAN_BENEFITS = [
  "Ads-free browsing",
  "Unlimited referral links",
  "Upload videos",
  "$10.00 for every referral",
] as const;

export const BILLING_MESSAGES = {
  subscribed: "Your payment went through.",
  authenticate: "Your bank asks you to confirm this payment.",
  cardAdded: "Your card was added.",
  cardRemoved: "Your card was removed.",
  defaultChanged: "This card is now your default.",
  defaultUnpaid: "This card is now your default, but the overdue payment did not go through.",
  canceled: "Your plan ends when the paid period ends.",
  ended: "Your plan has ended, and you will not be charged again.",
  noCard: "Add a card first: your plan renews with it.",
  resumed: "Your plan continues.",
  resumeFirst: "Resume your plan first.",
  planChanged: "Your plan changes at the next renewal.",
  planKept: "Your plan stays the same.",
  notConsented: "Please agree to the price and the renewal.",
  cardNotConsented: "Please agree that this card may be charged for your plan.",
  lapsed: "Your plan has ended. Renew it in Settings to upload again.",
  lastCard: "Your plan is paid with this card. Add another card before you remove this one.",
  alreadyPaid: "You already have a paid plan.",
  noSubscription: "There is no paid plan to change.",
  priceChanged: "The price has changed. Please check it again.",
  renewing: "Your plan is being renewed. Please try again in a few minutes.",
  authenticationFailed:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
} as const;

/** The exact text that a person agrees to, saved with the subscription. */
export function toConsentText(title: string, priceCents: number): string {
  return `I agree to pay ${toDollars(priceCents)} now and every month for the ${title} plan until I cancel. I can cancel at any time in Settings.`;
}

/** The text for a change of plan, which is not charged before the next renewal. */
export function toChangeConsentText(title: string, priceCents: number): string {
  return `I agree to pay ${toDollars(priceCents)} every month starting with the next renewal for the ${title} plan until I cancel. I can cancel at any time in Settings.`;
}

export const subscriptionStatus = z.enum(["incomplete", "active", "past_due", "canceled"]);
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

const currency = z.literal("usd");
export const planOffer = z.object({
  plan,
  price_cents: z.int(),
  currency,
  interval: z.literal("month"),
  title: z.string(),
  benefits: z.array(z.string()),
});
export type PlanOffer = z.infer<typeof planOffer>;

/**
 * The bank's challenge. Stripe: the page passes `client_secret` to Stripe's script. Sandbox: the page shows the challenge
 * and answers it with `authenticate` and `challenge_id`.
 */
export const requiredAction = z.object({
  kind: z.enum(["card", "payment"]),
  client_secret: z.string().nullable(),
  challenge_id: z.string().nullable(),
});
export type RequiredAction = z.infer<typeof requiredAction>;

export const paymentMethod = z.object({
  id: z.uuid(),
  type: z.literal("card"),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  is_default: z.boolean(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const subscriptionView = z.object({
  status: subscriptionStatus,
  plan,
  price_cents: z.int(),
  currency,
  current_period_end: z.iso.datetime().nullable(),
  cancel_at_period_end: z.boolean(),
  /** The end of the grace period after a failed payment; null unless `past_due`. */
  grace_until: z.iso.datetime().nullable(),
  /** The plan and price starting with the next renewal on. */
  pending: z.object({ plan, price_cents: z.int() }).nullable(),
  card: paymentMethod.nullable(),
  requires_action: requiredAction.nullable(),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;

export const invoiceView = z.object({
  id: z.uuid(),
  number: z.string(),
  plan,
  subtotal_cents: z.int(),
  tax_cents: z.int(),
  total_cents: z.int(),
  refunded_cents: z.int(),
  currency,
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime(),
  paid_at: z.iso.datetime(),
});
export type InvoiceView = z.infer<typeof invoiceView>;

export const receipt = invoiceView.extend({
  lines: z.array(z.object({ description: z.string(), amount_cents: z.int() })),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  billed_to: z.object({ name: z.string(), email: z.string() }),
});
export type Receipt = z.infer<typeof receipt>;

export const billingSummary = z.object({
  provider: z.enum(PAYMENT_PROVIDERS),
  publishable_key: z.string().nullable(),
  /** The plan to pay for: the requested one, else the registration's or the account's own. */
  offer: planOffer.nullable(),
  consent_text: z.string().nullable(),
  /** When the plan would renew if it were paid now. */
  renews_at: z.iso.datetime(),
  subscription: subscriptionView.nullable(),
  /** The person is 13 to 17 and has no guardian consent, so nothing can be paid. */
  needs_guardian: z.boolean(),
});
export type BillingSummary = z.infer<typeof billingSummary>;

/** Ids of Stripe, and of the sandbox in the same format. */
export const providerId = z
  .string()
  .max(255)
  .regex(/^[a-z]+_[A-Za-z0-9_]+$/, "This is not a valid id.");

const paymentType = z.enum(["card"], "This type of payment is not supported.");
const consent = z.literal(true, unlessMissing(BILLING_MESSAGES.notConsented));
/** The price that the person agreed to; 409 if it is not the server's. */
const agreedCents = z.int();

/** `public`: registrants are identified by the registration's cookie; other visitors get 410. */
export const billingRoutes = {
  plans: defineRoute({
    name: "billing.plans",
    summary: "List the plans and their monthly prices",
    method: "GET",
    path: "/plans",
    access: "public",
    data: z.array(planOffer),
  }),
  summary: defineRoute({
    name: "billing.summary",
    summary: "Read what to pay, the payment provider, and the current subscription",
    method: "GET",
    path: "/billing/summary",
    access: "public",
    query: { plan: plan.optional() },
    data: billingSummary,
  }),
  createSetupIntent: defineRoute({
    name: "billing.createSetupIntent",
    summary: "Start adding a card",
    method: "POST",
    path: "/create-setup-intent",
    access: "public",
    limits: ["attempts", "changes"],
    data: z.object({ id: z.string(), client_secret: z.string().nullable(), provider: z.enum(PAYMENT_PROVIDERS) }),
  }),
  createPaymentMethod: defineRoute({
    name: "billing.createPaymentMethod",
    summary: "Add the card of a setup intent; only the sandbox accepts card numbers",
    method: "POST",
    path: "/create-payment-method/:type",
    access: "public",
    limits: ["attempts", "changes"],
    params: { type: paymentType },
    body: { setup_intent_id: providerId, card: cardFields.optional() },
    data: z.object({ payment_method: paymentMethod.nullable(), requires_action: requiredAction.nullable() }),
    writes: "payment_methods",
  }),
  authenticate: defineRoute({
    name: "billing.authenticate",
    summary: "Answer the bank's challenge, in the sandbox only",
    method: "POST",
    path: "/sandbox/authenticate",
    access: "public",
    limits: ["changes"],
    body: { challenge_id: providerId, outcome: z.enum(["complete", "fail"]) },
    data: nothing,
  }),
  createSubscription: defineRoute({
    name: "billing.createSubscription",
    summary: "Pay for a plan at the price that the page showed. A repeated key makes one subscription",
    method: "POST",
    path: "/create-subscription",
    access: "public",
    limits: ["attempts", "changes"],
    body: { plan, price_cents: agreedCents, payment_method_id: z.uuid(), consent, idempotency_key: z.uuid() },
    data: subscriptionView,
    writes: "subscriptions",
  }),
  confirmSubscription: defineRoute({
    name: "billing.confirmSubscription",
    summary: "Continue after the bank's challenge was answered",
    method: "POST",
    path: "/confirm-subscription",
    access: "public",
    limits: ["changes"],
    data: subscriptionView,
  }),
  paymentMethods: defineRoute({
    name: "billing.paymentMethods",
    summary: "List the caller's cards, the default first",
    method: "GET",
    path: "/payment-methods",
    access: "public",
    query: { type: paymentType.optional() },
    data: z.array(paymentMethod),
  }),
  setDefault: defineRoute({
    name: "billing.setDefault",
    summary: "Make this card the default",
    method: "POST",
    path: "/payment-methods/default/:id",
    access: "public",
    limits: ["changes"],
    params: { id: z.uuid() },
    data: z.array(paymentMethod),
  }),
  removePaymentMethod: defineRoute({
    name: "billing.removePaymentMethod",
    summary: "Remove a card, except the last one of a plan that renews",
    method: "POST",
    path: "/payment-methods/remove/:id",
    access: "public",
    limits: ["changes"],
    params: { id: z.uuid() },
    data: z.array(paymentMethod),
  }),
  cancel: defineRoute({
    name: "billing.cancel",
    summary: "End the plan with the paid period, or at once if its renewal is unpaid",
    method: "POST",
    path: "/subscription/cancel",
    access: "public",
    limits: ["changes"],
    data: subscriptionView,
  }),
  resume: defineRoute({
    name: "billing.resume",
    summary: "Undo a cancellation before the paid period ends",
    method: "POST",
    path: "/subscription/resume",
    access: "public",
    limits: ["changes"],
    data: subscriptionView,
  }),
  changePlan: defineRoute({
    name: "billing.changePlan",
    summary: "Change the plan and its price with the next renewal; the current plan undoes a pending change",
    method: "POST",
    path: "/subscription/change-plan",
    access: "public",
    limits: ["changes"],
    body: { plan, price_cents: agreedCents, consent },
    data: subscriptionView,
    writes: "subscriptions",
  }),
  invoices: defineRoute({
    name: "billing.invoices",
    summary: "List the invoices, newest first",
    method: "GET",
    path: "/invoices",
    access: "public",
    query: pageQuery,
    data: z.object({ invoices: z.array(invoiceView), pagination }),
  }),
  invoice: defineRoute({
    name: "billing.invoice",
    summary: "Read the receipt of one payment",
    method: "GET",
    path: "/invoices/:id",
    access: "public",
    params: { id: z.uuid() },
    data: receipt,
  }),
};
