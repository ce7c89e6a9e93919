import { inTransaction, type Sql } from "../db/database.ts";
import type { PaidInvoice, Refund } from "./payments.ts";
import { type CardBehaviour, DECLINED, NO_FUNDS } from "./sandbox-cards.ts";
import { newSandboxId, recordEvent, type SandboxDeps } from "./sandbox-events.ts";

const DAY_MS = 86_400_000;

export type SandboxInvoice = {
  subscription_id: string;
  card_id: string;
  title: string;
  price_cents: number;
  period_start: Date;
  period_end: Date;
};

/** The bank's reply to a charge: paid, unless it declines or needs the payer's action. */
export type Charge = { decline: string | null; needsAction: boolean };

export function chargeCard(behaviour: string, isFirst: boolean): Charge {
  const card = behaviour as CardBehaviour;
  if (card === "has no funds") return { decline: NO_FUNDS, needsAction: false };
  if (card === "fails renewals" && !isFirst) return { decline: DECLINED, needsAction: false };
  // Renewals skip the challenge: the payer is not there to answer it.
  return { decline: null, needsAction: card === "asks always" && isFirst };
}

export async function insertSandboxInvoice(tx: Sql, invoice: SandboxInvoice): Promise<string> {
  const id = newSandboxId("in");
  await tx
    .insertInto("sandbox_invoices")
    .values({ id, status: "open", ...invoice })
    .execute();
  return id;
}

/** Records the bank's reply; a declined charge is retried a day later. */
export async function settleSandboxInvoice(tx: Sql, id: string, charge: Charge, at: Date): Promise<void> {
  const isPaid = charge.decline === null && !charge.needsAction;
  await tx
    .updateTable("sandbox_invoices")
    .set((set) => ({
      status: isPaid ? "paid" : "open",
      paid_at: isPaid ? at : null,
      attempts: set("attempts", "+", 1),
      next_try_at: charge.decline === null ? null : new Date(at.getTime() + DAY_MS),
    }))
    .where("id", "=", id)
    .execute();
}

export async function voidSandboxInvoices(tx: Sql, subscriptionId: string): Promise<void> {
  await tx
    .updateTable("sandbox_invoices")
    .set({ status: "void", next_try_at: null })
    .where("subscription_id", "=", subscriptionId)
    .where("status", "=", "open")
    .execute();
}

export async function selectNewestInvoice(sql: Sql, subscriptionId: string) {
  const row = await sql
    .selectFrom("sandbox_invoices")
    .select(["id", "status"])
    .where("subscription_id", "=", subscriptionId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectPaidSandboxInvoice(sql: Sql, id: string): Promise<PaidInvoice | null> {
  const row = await sql
    .selectFrom("sandbox_invoices as i")
    .innerJoin("sandbox_cards as c", "c.id", "i.card_id")
    .selectAll("i")
    .select(["c.brand", "c.last4"])
    .where("i.id", "=", id)
    .where("i.status", "=", "paid")
    .executeTakeFirst();
  if (!row?.paid_at) return null;
  return {
    id: row.id,
    number: `SANDBOX-${String(row.number).padStart(4, "0")}`,
    subscriptionId: row.subscription_id,
    lines: [{ description: `${row.title} plan, one month`, cents: row.price_cents }],
    subtotalCents: row.price_cents,
    taxCents: 0,
    totalCents: row.price_cents,
    card: { brand: row.brand, last4: row.last4 },
    periodStart: row.period_start,
    periodEnd: row.period_end,
    paidAt: row.paid_at,
  };
}

/** In the sandbox, an invoice's charge has the invoice's id. */
export async function findSandboxChargeOfRefund(sql: Sql, id: string): Promise<string | null> {
  const query = sql.selectFrom("sandbox_refunds").select("invoice_id").where("id", "=", id);
  return (await query.executeTakeFirst())?.invoice_id ?? null;
}

export async function listSandboxRefunds(sql: Sql, chargeId: string): Promise<Refund[]> {
  const rows = await sql.selectFrom("sandbox_refunds").selectAll().where("invoice_id", "=", chargeId).execute();
  return rows.map(toRefund);
}

/** Refunds the whole invoice. */
export async function refundInSandbox({ sql, now }: SandboxDeps, invoiceId: string): Promise<Refund | null> {
  return inTransaction(sql, async (tx) => {
    const invoice = await tx
      .selectFrom("sandbox_invoices as i")
      .innerJoin("sandbox_subscriptions as s", "s.id", "i.subscription_id")
      .select(["i.price_cents", "s.customer_id"])
      .where("i.id", "=", invoiceId)
      .where("i.status", "=", "paid")
      .executeTakeFirst();
    if (!invoice) throw new Error("the sandbox has no such paid invoice");
    const refund = await tx
      .insertInto("sandbox_refunds")
      .values({
        id: newSandboxId("re"),
        invoice_id: invoiceId,
        amount_cents: invoice.price_cents,
        refunded_at: now(),
      })
      .onConflict((conflict) => conflict.column("invoice_id").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!refund) return null;
    await recordEvent(tx, now(), { type: "charge.refunded", objectId: invoiceId, customerId: invoice.customer_id });
    return toRefund(refund);
  });
}

function toRefund(row: { id: string; invoice_id: string; amount_cents: number; refunded_at: Date }): Refund {
  return { id: row.id, invoiceId: row.invoice_id, cents: row.amount_cents, at: row.refunded_at };
}
