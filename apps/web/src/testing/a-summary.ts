import type { BillingSummary, PaymentMethod, SubscriptionView } from "@app/contract/billing";

export const A_CARD: PaymentMethod = {
  id: "0190a1b2-0000-7000-8000-0000000000c1",
  type: "card",
  brand: "visa",
  last4: "4242",
  exp_month: 12,
  exp_year: 2040,
  is_default: true,
};

/** A paid plan that renews. */
export function aSubscription(changes: Partial<SubscriptionView> = {}): SubscriptionView {
  return {
    status: "active",
    plan: "Individual",
    price_cents: 999,
    currency: "usd",
    current_period_end: "2026-12-24T10:00:00.000Z",
    cancel_at_period_end: false,
    grace_until: null,
    pending: null,
    card: A_CARD,
    requires_action: null,
    ...changes,
  };
}

export function aSummary(subscription: SubscriptionView | null): BillingSummary {
  return {
    provider: "sandbox",
    publishable_key: null,
    offer: null,
    consent_text: null,
    renews_at: "2026-12-24T10:00:00.000Z",
    subscription,
    needs_guardian: false,
  };
}

export const NO_INVOICES = {
  invoices: [],
  pagination: { current_page: 1, per_page: 10, total: 0, last_page: 1 },
};
