import type { Plan } from "@app/contract/accounts";
import {
  type BillingSummary,
  type InvoiceView,
  type Receipt,
  type SubscriptionView,
  toConsentText,
} from "@app/contract/billing";
import { type Pagination, toPagination } from "@app/contract/http";
import { isGuardianNeeded } from "#modules/membership/earners/guardian.service.ts";
import { findPayablePlan } from "#modules/membership/earners/registration-state.service.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { toLimitOffset } from "#platform/pagination.ts";
import { addMonths } from "#platform/payments/months.ts";
import { toInvoiceView, toReceipt, toSubscriptionView } from "./billing.presenter.ts";
import { selectCard, selectCards, selectPayer } from "./customers.sql.ts";
import { countInvoices, selectInvoice, selectInvoiceLines, selectInvoices } from "./invoices.sql.ts";
import type { Payer } from "./payer.service.ts";
import { requireOffer } from "./plans.service.ts";
import { type SubscriptionRow, selectAccountPlan, selectLatest } from "./subscriptions.sql.ts";

export async function summarizeBilling(
  deps: Pick<Deps, "sql" | "payments" | "now" | "secrets">,
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
  deps: Pick<Deps, "sql" | "payments">,
  row: SubscriptionRow,
): Promise<SubscriptionView> {
  const { provider } = deps.payments;
  const [first = null] = await selectCards(deps.sql, row.account_id, provider);
  const own = row.payment_method_id
    ? await selectCard(deps.sql, { id: row.payment_method_id, accountId: row.account_id, provider })
    : null;
  const isOpen = row.status === "incomplete" && row.provider_id !== null && row.provider === provider;
  const state = isOpen && row.provider_id ? await deps.payments.readSubscription(row.provider_id) : null;
  return toSubscriptionView(row, { card: own ?? first, action: state?.action ?? null });
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
