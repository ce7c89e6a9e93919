import type { InvoiceView, PaymentMethod, Receipt, RequiredAction, SubscriptionView } from "@app/contract/billing";
import type { CardRow } from "./customers.sql.ts";
import type { InvoiceRow } from "./invoices.sql.ts";
import { toGraceEnd } from "./reconcile.policy.ts";
import type { SubscriptionRow } from "./subscriptions.sql.ts";

export function toPaymentMethod(row: CardRow): PaymentMethod {
  const { id, brand, last4, exp_month, exp_year, is_default } = row;
  return { id, type: "card", brand, last4, exp_month, exp_year, is_default };
}

export function toSubscriptionView(
  row: SubscriptionRow,
  more: { card: CardRow | null; action: RequiredAction | null },
): SubscriptionView {
  return {
    status: row.status,
    plan: row.plan,
    price_cents: row.price_cents,
    currency: "usd",
    current_period_end: row.status === "incomplete" ? null : (row.current_period_end?.toISOString() ?? null),
    cancel_at_period_end: row.cancel_at_period_end,
    grace_until: row.past_due_since ? toGraceEnd(row.past_due_since).toISOString() : null,
    pending:
      row.pending_plan && row.pending_price_cents
        ? { plan: row.pending_plan, price_cents: row.pending_price_cents }
        : null,
    card: more.card && toPaymentMethod(more.card),
    requires_action: more.action,
  };
}

export function toInvoiceView(row: InvoiceRow): InvoiceView {
  return {
    id: row.id,
    number: row.number,
    plan: row.plan,
    subtotal_cents: row.subtotal_cents,
    tax_cents: row.tax_cents,
    total_cents: row.total_cents,
    refunded_cents: row.refunded_cents,
    currency: "usd",
    period_start: row.period_start.toISOString(),
    period_end: row.period_end.toISOString(),
    paid_at: row.paid_at.toISOString(),
  };
}

export function toReceipt(
  row: InvoiceRow,
  lines: Receipt["lines"],
  payer: { email: string; username: string; full_name: string } | null,
): Receipt {
  return {
    ...toInvoiceView(row),
    lines,
    card: row.card_brand && row.card_last4 ? { brand: row.card_brand, last4: row.card_last4 } : null,
    billed_to: { name: payer?.full_name || payer?.username || "", email: payer?.email ?? "" },
  };
}
