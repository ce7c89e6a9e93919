import { inTransaction, type Sql } from "../db/database.ts";
import { nextReturn } from "./months.ts";
import { type SandboxWorld, say } from "./sandbox-events.ts";
import { chargeCard, insertSandboxInvoice, settleSandboxInvoice } from "./sandbox-invoices.ts";
import { endInSandbox, lockSandboxSubscription, setStatus } from "./sandbox-subscriptions.ts";

const AT_ONCE = 200;

/** As Stripe does it: the period goes on although its payment has failed, and the payment is tried again daily. */
export async function runSandbox(world: SandboxWorld, onFailure: (error: unknown) => void): Promise<void> {
  const { sql, now } = world;
  const each = async (
    select: (sql: Sql, at: Date, after: string) => Promise<string[]>,
    work: (id: string) => Promise<void>,
  ) => {
    for (let ids = await select(sql, now(), ""); ids.length > 0; ids = await select(sql, now(), ids.at(-1) ?? ""))
      for (const id of ids) await work(id).catch(onFailure);
  };
  await each(selectDue, (id) => inTransaction(sql, (tx) => renew(world, tx, id)));
  await each(selectOwed, (id) => payInSandbox(world, id));
}

async function selectDue(sql: Sql, at: Date, after: string): Promise<string[]> {
  const rows = await sql
    .selectFrom("sandbox_subscriptions")
    .select("id")
    .where("status", "in", ["active", "past_due"])
    .where("period_end", "<=", at)
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => row.id);
}

async function renew({ now }: SandboxWorld, tx: Sql, id: string): Promise<void> {
  const at = now();
  const row = await lockSandboxSubscription(tx, id);
  // Another worker was faster.
  if (row.period_end > at || row.status === "canceled") return;
  if (row.cancel_at_period_end) return endInSandbox(tx, at, row);
  const period = { period_start: row.period_end, period_end: nextReturn(row.anchor_at, row.period_end) };
  const { card_id, title, price_cents } = row;
  const invoice = await insertSandboxInvoice(tx, { subscription_id: id, card_id, title, price_cents, ...period });
  const charge = chargeCard(row.behaviour, false);
  await settleSandboxInvoice(tx, invoice, charge, at);
  await setStatus(tx, id, charge.decline === null ? (row.status === "past_due" ? "past_due" : "active") : "past_due", {
    ...period,
    decline: charge.decline,
  });
  const isPaid = charge.decline === null;
  await say(tx, at, { type: "customer.subscription.updated", objectId: id, customerId: row.customer_id });
  await say(tx, at, {
    type: isPaid ? "invoice.paid" : "invoice.payment_failed",
    objectId: invoice,
    customerId: row.customer_id,
  });
}

async function selectOwed(sql: Sql, at: Date, after: string): Promise<string[]> {
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
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => row.id);
}

/** Tries everything that is owed; when all of it is paid, the subscription is active again. */
export async function payInSandbox({ sql, now }: SandboxWorld, id: string): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const row = await lockSandboxSubscription(tx, id);
    if (row.status !== "past_due") return;
    const owed = await tx
      .selectFrom("sandbox_invoices")
      .select("id")
      .where("subscription_id", "=", id)
      .where("status", "=", "open")
      .orderBy("number")
      .execute();
    const charge = chargeCard(row.behaviour, false);
    for (const invoice of owed) {
      await tx.updateTable("sandbox_invoices").set({ card_id: row.card_id }).where("id", "=", invoice.id).execute();
      await settleSandboxInvoice(tx, invoice.id, charge, now());
      const type = charge.decline === null ? "invoice.paid" : "invoice.payment_failed";
      await say(tx, now(), { type, objectId: invoice.id, customerId: row.customer_id });
    }
    await setStatus(tx, id, charge.decline === null ? "active" : "past_due", { decline: charge.decline });
  });
}
