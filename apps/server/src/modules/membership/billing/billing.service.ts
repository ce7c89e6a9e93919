import type { Plan } from "@app/contract/accounts";
import {
  type BillingSummary,
  type InvoiceView,
  type PaymentMethod,
  type Receipt,
  type RequiredAction,
  type SubscriptionView,
  toConsentText,
} from "@app/contract/billing";
import { type Pagination, toPagination } from "@app/contract/http";
import { isGuardianNeeded } from "#modules/membership/earners/guardian.service.ts";
import { findPayablePlan } from "#modules/membership/earners/registration-state.service.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { toLimitOffset } from "#platform/pagination.ts";
import { addMonths } from "#platform/payments/sandbox-subscriptions.ts";
import { withTimeout } from "#platform/with-timeout.ts";
import { type CardRow, selectCard, selectCards, selectPayer } from "./customers.sql.ts";
import type { Payer } from "./detach-cards.service.ts";
import { countInvoices, type InvoiceRow, selectInvoice, selectInvoiceLines, selectInvoices } from "./invoices.sql.ts";
import { requireOffer } from "./plans.service.ts";
import { toGraceEnd } from "./reconcile.policy.ts";
import { type SubscriptionRow, selectAccountPlan, selectLatest } from "./subscriptions.sql.ts";

export async function summarizeBilling(
  deps: Pick<Deps, "sql" | "payments" | "now" | "secrets" | "log">,
  payer: Payer,
  requestedPlan: Plan | undefined,
): Promise<BillingSummary> {
  const plan =
    requestedPlan ??
    (await findPayablePlan(deps, deps.sql, payer.accountId)) ??
    (await selectAccountPlan(deps.sql, payer.accountId));
  const offer = plan && (await requireOffer(deps.sql, plan));
  const latest = await selectLatest(deps.sql, payer.accountId);
  return {
    provider: deps.payments.provider,
    publishable_key: deps.payments.publishableKey,
    offer,
    consent_text: offer && toConsentText(offer.title, offer.price_cents),
    renews_at: addMonths(deps.now(), 1).toISOString(),
    subscription: latest && (await showSubscription(deps, latest)),
    needs_guardian: await isGuardianNeeded(deps, payer.accountId),
  };
}

/** Reads the bank's open challenge from the provider, so that a reloaded page can continue the payment. */
export async function showSubscription(
  deps: Pick<Deps, "sql" | "payments" | "log">,
  row: SubscriptionRow,
): Promise<SubscriptionView> {
  const { provider } = deps.payments;
  const [first = null] = await selectCards(deps.sql, row.account_id, provider);
  const own = row.payment_method_id
    ? await selectCard(deps.sql, { id: row.payment_method_id, accountId: row.account_id, provider })
    : null;
  return toSubscriptionView(row, { card: own ?? first, action: await readAction(deps, row) });
}

/** An overdue plan is shown also without the provider, whose client tries for longer than the page waits. */
const OVERDUE_WAIT_MS = 3_000;

async function readAction(
  { payments, log }: Pick<Deps, "payments" | "log">,
  { provider, provider_id: id, status }: SubscriptionRow,
): Promise<SubscriptionView["requires_action"]> {
  if (id === null || provider !== payments.provider) return null;
  if (status === "incomplete") return (await payments.readSubscription(id))?.action ?? null;
  if (status !== "past_due") return null;
  try {
    return (await withTimeout(OVERDUE_WAIT_MS, payments.readSubscription(id)))?.action ?? null;
  } catch (error) {
    log.warn({ err: error }, "the state of an overdue plan could not be read");
    return null;
  }
}

export async function listInvoices(
  deps: Pick<Deps, "sql">,
  { accountId }: Payer,
  page: { current_page: number; per_page: number },
): Promise<{ invoices: InvoiceView[]; pagination: Pagination }> {
  const rows = await selectInvoices(deps.sql, accountId, toLimitOffset(page));
  return {
    invoices: rows.map(toInvoiceView),
    pagination: toPagination(page, await countInvoices(deps.sql, accountId)),
  };
}

/** @throws AppError `not_found` no such invoice of this payer */
export async function showReceipt(deps: Pick<Deps, "sql">, { accountId }: Payer, id: string): Promise<Receipt> {
  const row = await selectInvoice(deps.sql, accountId, id);
  if (!row) throw notFound();
  return toReceipt(row, await selectInvoiceLines(deps.sql, id), await selectPayer(deps.sql, accountId));
}

export function toPaymentMethod(row: CardRow): PaymentMethod {
  const { id, brand, last4, exp_month, exp_year, is_default } = row;
  return { id, type: "card", brand, last4, exp_month, exp_year, is_default };
}

function toSubscriptionView(
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

function toInvoiceView(row: InvoiceRow): InvoiceView {
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

function toReceipt(
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
