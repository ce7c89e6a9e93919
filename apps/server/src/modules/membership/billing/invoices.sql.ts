import type { Plan } from "@app/contract/accounts";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PaidInvoice, PaymentEvent, Refund } from "#platform/payments/payments.ts";

export type InvoiceRow = {
  id: string;
  number: string;
  plan: Plan;
  subtotal_cents: number;
  tax_cents: number;
  total_cents: number;
  refunded_cents: number;
  card_brand: string | null;
  card_last4: string | null;
  period_start: Date;
  period_end: Date;
  paid_at: Date;
};

/** @returns whether the invoice is new */
export async function insertInvoice(
  tx: Sql,
  row: { id: string; accountId: string; subscriptionId: string; plan: Plan },
  paid: PaidInvoice,
): Promise<boolean> {
  const inserted = await tx
    .insertInto("invoices")
    .values({
      id: row.id,
      account_id: row.accountId,
      subscription_id: row.subscriptionId,
      provider_id: paid.id,
      number: paid.number,
      plan: row.plan,
      subtotal_cents: paid.subtotalCents,
      tax_cents: paid.taxCents,
      total_cents: paid.totalCents,
      currency: "usd",
      card_brand: paid.card?.brand ?? null,
      card_last4: paid.card?.last4 ?? null,
      period_start: paid.periodStart,
      period_end: paid.periodEnd,
      paid_at: paid.paidAt,
    })
    .onConflict((conflict) => conflict.column("provider_id").doNothing())
    .returning("id")
    .execute();
  if (inserted.length === 0) return false;
  const lines = paid.lines.map((line, position) => ({
    invoice_id: row.id,
    position,
    description: line.description,
    amount_cents: line.cents,
  }));
  await tx.insertInto("invoice_lines").values(lines).execute();
  return true;
}

const INVOICE = raw`i.id, i.number, i.plan, i.subtotal_cents, i.tax_cents, i.total_cents, i.card_brand, i.card_last4,
  i.period_start, i.period_end, i.paid_at,
  (select coalesce(sum(r.amount_cents), 0)::int from refunds r where r.invoice_id = i.id) as refunded_cents`;

/** Newest period first. */
export async function selectInvoices(
  sql: Sql,
  accountId: string,
  slice: { limit: number; offset: number },
): Promise<InvoiceRow[]> {
  const { rows } = await raw<InvoiceRow>`
    select ${INVOICE} from invoices i where i.account_id = ${accountId}
    order by i.period_start desc, i.id desc limit ${slice.limit} offset ${slice.offset}`.execute(sql);
  return rows;
}

export async function countInvoices(sql: Sql, accountId: string): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    select count(*) from invoices where account_id = ${accountId}`.execute(sql);
  return rows[0]?.count ?? 0;
}

export async function selectInvoice(sql: Sql, accountId: string, id: string): Promise<InvoiceRow | null> {
  const { rows } = await raw<InvoiceRow>`
    select ${INVOICE} from invoices i where i.id = ${id} and i.account_id = ${accountId}`.execute(sql);
  return rows[0] ?? null;
}

export async function selectInvoiceLines(
  sql: Sql,
  invoiceId: string,
): Promise<{ description: string; amount_cents: number }[]> {
  return sql
    .selectFrom("invoice_lines")
    .select(["description", "amount_cents"])
    .where("invoice_id", "=", invoiceId)
    .orderBy("position")
    .execute();
}

/** An invoice's id at its provider. */
export async function selectPayment(sql: Sql, id: string): Promise<{ provider: string; provider_id: string } | null> {
  const row = await sql
    .selectFrom("invoices as i")
    .innerJoin("subscriptions as s", "s.id", "i.subscription_id")
    .select(["s.provider", "i.provider_id"])
    .where("i.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** The payments for a subscription that are not fully refunded, newest first. */
export async function selectRefundable(
  sql: Sql,
  subscriptionId: string,
): Promise<{ id: string; card_last4: string | null; left_cents: number }[]> {
  const { rows } = await raw<{ id: string; card_last4: string | null; left_cents: number }>`
    select * from (
      select i.id, i.card_last4, i.period_start, i.total_cents - coalesce(
        (select sum(r.amount_cents) from refunds r where r.invoice_id = i.id), 0)::int as left_cents
      from invoices i where i.subscription_id = ${subscriptionId}) paid
    where left_cents > 0 order by period_start desc, id desc limit 100`.execute(sql);
  return rows;
}

/** Whether an account has a payment that is not fully refunded, besides these. */
export async function hasOtherPayment(sql: Sql, accountId: string, invoiceIds: readonly string[]): Promise<boolean> {
  const { rows } = await raw`
    select from invoices i
    where i.account_id = ${accountId} and i.id <> all(${invoiceIds}::uuid[])
      and i.total_cents > coalesce((select sum(r.amount_cents) from refunds r where r.invoice_id = i.id), 0)
    limit 1`.execute(sql);
  return rows.length > 0;
}

/** Whether the subscription was paid for an earlier period, so that this payment renews it. */
export async function hasEarlierInvoice(
  sql: Sql,
  { subscriptionId, before }: { subscriptionId: string; before: Date },
): Promise<boolean> {
  const { rows } = await raw`
    select from invoices where subscription_id = ${subscriptionId} and period_start < ${before} limit 1`.execute(sql);
  return rows.length > 0;
}

export async function isKnownInvoice(sql: Sql, providerId: string): Promise<boolean> {
  const known = sql.selectFrom("invoices").select("id").where("provider_id", "=", providerId);
  return (await known.executeTakeFirst()) !== undefined;
}

/** @returns the account; null: we do not have the invoice */
export async function selectPayerOf(sql: Sql, providerId: string): Promise<string | null> {
  const invoice = sql.selectFrom("invoices").select("account_id").where("provider_id", "=", providerId);
  return (await invoice.executeTakeFirst())?.account_id ?? null;
}

/** Ignores refunds of invoices that we do not have. @returns whether the refund is new */
export async function insertRefund(tx: Sql, refund: Refund): Promise<boolean> {
  const { rows } = await raw`
    insert into refunds (provider_id, invoice_id, amount_cents, refunded_at)
    select ${refund.id}, id, ${refund.cents}::int, ${refund.at} from invoices where provider_id = ${refund.invoiceId}
    on conflict (provider_id) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Takes back a refund that was saved as completed, by a row with the negative amount. */
export async function insertFailedRefund(tx: Sql, refundId: string, at: Date): Promise<void> {
  await raw`
    insert into refunds (provider_id, invoice_id, amount_cents, refunded_at)
    select provider_id || ' failed', invoice_id, -amount_cents, ${at} from refunds where provider_id = ${refundId}
    on conflict (provider_id) do nothing`.execute(tx);
}

/** @returns the invoice, by its id at the provider, if nothing of it is left to refund */
export async function selectFullyRefunded(
  sql: Sql,
  providerId: string,
): Promise<{ id: string; account_id: string } | null> {
  const { rows } = await raw<{ id: string; account_id: string }>`
    select i.id, i.account_id from invoices i where i.provider_id = ${providerId}
      and i.total_cents <= (select coalesce(sum(r.amount_cents), 0) from refunds r where r.invoice_id = i.id)`.execute(
    sql,
  );
  return rows[0] ?? null;
}

const EVENT_DAYS = 90;

export async function isKnownEvent(sql: Sql, id: string): Promise<boolean> {
  return (await sql.selectFrom("webhook_events").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** @returns whether the event is new; of two concurrent inserts, one waits and gets false */
export async function insertEvent(tx: Sql, event: PaymentEvent): Promise<boolean> {
  const rows = await tx
    .insertInto("webhook_events")
    .values({ id: event.id, type: event.type, created_at: event.createdAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** Stripe stops retrying after three days, and a later copy fails the signature's age check. */
export async function deleteOldEvents(sql: Sql): Promise<void> {
  await raw`delete from webhook_events where received_at < now() - make_interval(days => ${EVENT_DAYS})`.execute(sql);
}
