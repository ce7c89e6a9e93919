import { inTransaction, type Sql } from "../db/database.ts";
import { recordEvent, type SandboxDeps } from "./sandbox-events.ts";
import { chargeCard, insertSandboxInvoice, settleSandboxInvoice } from "./sandbox-invoices.ts";
import { endInSandbox, lockSandboxSubscription, nextAnniversary, setStatus } from "./sandbox-subscriptions.ts";

const BATCH_SIZE = 200;

/** Like Stripe: the next period starts even if its payment fails, and the payment is retried daily. */
export async function runSandbox(deps: SandboxDeps, onFailure: (error: unknown) => void): Promise<void> {
  const { sql, now } = deps;
  const forEach = async (
    select: (sql: Sql, at: Date, after: string) => Promise<string[]>,
    work: (id: string) => Promise<void>,
  ) => {
    for (let ids = await select(sql, now(), ""); ids.length > 0; ids = await select(sql, now(), ids.at(-1) ?? ""))
      for (const id of ids) await work(id).catch(onFailure);
  };
  await forEach(selectDueIds, (id) => inTransaction(sql, (tx) => renew(deps, tx, id)));
  await forEach(selectOwedIds, (id) => payInSandbox(deps, id));
}

async function selectDueIds(sql: Sql, at: Date, after: string): Promise<string[]> {
  const rows = await sql
    .selectFrom("sandbox_subscriptions")
    .select("id")
    .where("status", "in", ["active", "past_due"])
    .where("period_end", "<=", at)
    .where("id", ">", after)
    .orderBy("id")
    .limit(BATCH_SIZE)
    .execute();
  return rows.map((row) => row.id);
}

async function renew({ now }: SandboxDeps, tx: Sql, id: string): Promise<void> {
  const at = now();
  const row = await lockSandboxSubscription(tx, id);
  // Another worker renewed it.
  if (row.period_end > at || row.status === "canceled") return;
  if (row.cancel_at_period_end) return endInSandbox(tx, at, row);
  const period = { period_start: row.period_end, period_end: nextAnniversary(row.anchor_at, row.period_end) };
  const { card_id, title, price_cents } = row;
  const invoice = await insertSandboxInvoice(tx, { subscription_id: id, card_id, title, price_cents, ...period });
  const charge = chargeCard(row.behaviour, false);
  await settleSandboxInvoice(tx, invoice, charge, at);
  await setStatus(tx, id, charge.decline === null ? (row.status === "past_due" ? "past_due" : "active") : "past_due", {
    ...period,
    decline: charge.decline,
  });
  const isPaid = charge.decline === null;
  await recordEvent(tx, at, { type: "customer.subscription.updated", objectId: id, customerId: row.customer_id });
  await recordEvent(tx, at, {
    type: isPaid ? "invoice.paid" : "invoice.payment_failed",
    objectId: invoice,
    customerId: row.customer_id,
  });
}

async function selectOwedIds(sql: Sql, at: Date, after: string): Promise<string[]> {
  const rows = await sql
    .selectFrom("sandbox_invoices as i")
    .innerJoin("sandbox_subscriptions as s", "s.id", "i.subscription_id")
    .select("s.id")
    .distinct()
    .where("i.status", "=", "open")
    .where("i.next_try_at", "<=", at)
    .where("s.status", "=", "past_due")
    .where("s.id", ">", after)
    .orderBy("s.id")
    .limit(BATCH_SIZE)
    .execute();
  return rows.map((row) => row.id);
}

/** Charges all open invoices; the subscription is active again once they are paid. */
export async function payInSandbox({ sql, now }: SandboxDeps, id: string): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const row = await lockSandboxSubscription(tx, id);
    if (row.status !== "past_due") return;
    const openInvoices = await tx
      .selectFrom("sandbox_invoices")
      .select("id")
      .where("subscription_id", "=", id)
      .where("status", "=", "open")
      .orderBy("number")
      .execute();
    const charge = chargeCard(row.behaviour, false);
    for (const invoice of openInvoices) {
      await tx.updateTable("sandbox_invoices").set({ card_id: row.card_id }).where("id", "=", invoice.id).execute();
      await settleSandboxInvoice(tx, invoice.id, charge, now());
      const type = charge.decline === null ? "invoice.paid" : "invoice.payment_failed";
      await recordEvent(tx, now(), { type, objectId: invoice.id, customerId: row.customer_id });
    }
    await setStatus(tx, id, charge.decline === null ? "active" : "past_due", { decline: charge.decline });
  });
}
