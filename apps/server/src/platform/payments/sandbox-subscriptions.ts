import type { SubscriptionStatus } from "@app/contract/billing";
import { inTransaction, type Sql } from "../db/database.ts";
import type { Payments, Price, SubscriptionState } from "./payments.ts";
import { newSandboxId, recordEvent, type SandboxDeps } from "./sandbox-events.ts";
import {
  chargeCard,
  insertSandboxInvoice,
  selectNewestInvoice,
  selectPaidSandboxInvoice,
  settleSandboxInvoice,
  voidSandboxInvoices,
} from "./sandbox-invoices.ts";

type Order = Parameters<Payments["subscribe"]>[0];

/** Concurrent calls with one reference wait for each other and get the same subscription. */
export function subscribeInSandbox({ sql, now }: SandboxDeps, order: Order): Promise<SubscriptionState> {
  const at = now();
  return inTransaction(sql, async (tx) => {
    const id = newSandboxId("sub");
    const [created] = await tx
      .insertInto("sandbox_subscriptions")
      .values({
        id,
        key: order.reference,
        customer_id: order.customerId,
        card_id: order.cardId,
        reference: order.reference,
        title: order.price.title,
        price_cents: order.price.cents,
        status: "incomplete",
        period_start: at,
        period_end: nextAnniversary(at, at),
        anchor_at: at,
      })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("id")
      .execute();
    if (created) await payFirst(tx, at, id);
    const row = await tx
      .selectFrom("sandbox_subscriptions")
      .select("id")
      .where("key", "=", order.reference)
      .executeTakeFirstOrThrow();
    return requireState(tx, row.id);
  });
}

async function payFirst(tx: Sql, at: Date, id: string): Promise<void> {
  const row = await lockSandboxSubscription(tx, id);
  const { card_id, title, price_cents, period_start, period_end, customer_id } = row;
  const invoice = await insertSandboxInvoice(tx, {
    subscription_id: id,
    card_id,
    title,
    price_cents,
    period_start,
    period_end,
  });
  const charge = chargeCard(row.behaviour, true);
  await settleSandboxInvoice(tx, invoice, charge, at);
  const isPaid = charge.decline === null && !charge.needsAction;
  await setStatus(tx, id, isPaid ? "active" : "incomplete", {
    decline: charge.decline,
    challenge_id: charge.needsAction ? newSandboxId("challenge") : null,
  });
  await recordEvent(tx, at, { type: "customer.subscription.created", objectId: id, customerId: customer_id });
  const type = isPaid ? "invoice.paid" : "invoice.payment_failed";
  await recordEvent(tx, at, { type, objectId: invoice, customerId: customer_id });
}

/** @returns whether a payment has this challenge */
export async function answerPayment(
  { now }: SandboxDeps,
  tx: Sql,
  challenge: { customerId: string; challengeId: string },
  outcome: "complete" | "fail",
): Promise<boolean> {
  const row = await tx
    .selectFrom("sandbox_subscriptions")
    .select("id")
    .where("challenge_id", "=", challenge.challengeId)
    .where("customer_id", "=", challenge.customerId)
    .forUpdate()
    .executeTakeFirst();
  const invoice = row && (await selectNewestInvoice(tx, row.id));
  if (!invoice) return false;
  const isPaid = outcome === "complete";
  const decline = isPaid ? null : NOT_AUTHENTICATED;
  await settleSandboxInvoice(tx, invoice.id, { decline, needsAction: false }, now());
  await setStatus(tx, row.id, isPaid ? "active" : "incomplete", { decline, challenge_id: null });
  const type = isPaid ? "invoice.paid" : "invoice.payment_failed";
  await recordEvent(tx, now(), { type, objectId: invoice.id, customerId: challenge.customerId });
  return true;
}

const NOT_AUTHENTICATED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

export async function setStatus(
  tx: Sql,
  id: string,
  status: SubscriptionStatus,
  more: { decline?: string | null; challenge_id?: string | null; period_start?: Date; period_end?: Date } = {},
): Promise<void> {
  await tx
    .updateTable("sandbox_subscriptions")
    .set({ status, ...more })
    .where("id", "=", id)
    .execute();
}

export function lockSandboxSubscription(tx: Sql, id: string) {
  return tx
    .selectFrom("sandbox_subscriptions as s")
    .innerJoin("sandbox_cards as c", "c.id", "s.card_id")
    .selectAll("s")
    .select("c.behaviour")
    .where("s.id", "=", id)
    .forUpdate("s")
    .executeTakeFirstOrThrow();
}

/** Leaves an ended subscription unchanged. */
export function changeInSandbox(
  { sql, now }: SandboxDeps,
  id: string,
  change: { cancel_at_period_end: boolean } | { card_id: string } | Price,
): Promise<SubscriptionState> {
  const values = "cents" in change ? { title: change.title, price_cents: change.cents } : change;
  return inTransaction(sql, async (tx) => {
    const changed = await tx
      .updateTable("sandbox_subscriptions")
      .set(values)
      .where("id", "=", id)
      .where("status", "<>", "canceled")
      .returning("customer_id")
      .executeTakeFirst();
    if (changed)
      await recordEvent(tx, now(), {
        type: "customer.subscription.updated",
        objectId: id,
        customerId: changed.customer_id,
      });
    return requireState(tx, id);
  });
}

export function cancelInSandbox({ sql, now }: SandboxDeps, id: string): Promise<SubscriptionState> {
  return inTransaction(sql, async (tx) => {
    const row = await lockSandboxSubscription(tx, id);
    if (row.status !== "canceled") await endInSandbox(tx, now(), row);
    return requireState(tx, id);
  });
}

export async function endInSandbox(tx: Sql, at: Date, row: { id: string; customer_id: string }): Promise<void> {
  await setStatus(tx, row.id, "canceled", { challenge_id: null });
  await voidSandboxInvoices(tx, row.id);
  await recordEvent(tx, at, { type: "customer.subscription.deleted", objectId: row.id, customerId: row.customer_id });
}

async function requireState(sql: Sql, id: string): Promise<SubscriptionState> {
  const state = await readSandboxSubscription(sql, id);
  if (!state) throw new Error("the sandbox has no such subscription");
  return state;
}

export async function readSandboxSubscription(sql: Sql, id: string): Promise<SubscriptionState | null> {
  const row = await sql.selectFrom("sandbox_subscriptions").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const newest = await selectNewestInvoice(sql, id);
  return {
    id,
    customerId: row.customer_id,
    reference: row.reference,
    status: row.status as SubscriptionStatus,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    action: row.challenge_id === null ? null : { kind: "payment", client_secret: null, challenge_id: row.challenge_id },
    decline: row.decline,
    paidInvoice: newest?.status === "paid" ? await selectPaidSandboxInvoice(sql, newest.id) : null,
  };
}

/** The same day some months later, or the last day of a shorter month. */
export function addMonths(from: Date, months: number): Date {
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return first;
}

/** @returns the first monthly anniversary of the anchor after `at`; a short month does not shift later ones */
export function nextAnniversary(anchor: Date, at: Date): Date {
  const months = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  const candidate = addMonths(anchor, months);
  return candidate > at ? candidate : addMonths(anchor, months + 1);
}
