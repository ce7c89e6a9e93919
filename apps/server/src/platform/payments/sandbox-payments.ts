import type { Secrets } from "../crypto/secrets.ts";
import { inTransaction, type Sql } from "../db/database.ts";
import { type Payments, UntrustedEvent } from "./payments.ts";
import { deliverEvents, recordEvent, type SandboxDeps } from "./sandbox-events.ts";
import {
  chargeCard,
  findSandboxChargeOfRefund,
  insertSandboxInvoice,
  listSandboxRefunds,
  refundInSandbox,
  selectPaidSandboxInvoice,
  settleSandboxInvoice,
} from "./sandbox-invoices.ts";
import {
  answerSetup,
  createSandboxSetup,
  finishSandboxCheck,
  finishSandboxSetup,
  readSandboxCard,
} from "./sandbox-setups.ts";
import {
  answerPayment,
  cancelInSandbox,
  changeInSandbox,
  endInSandbox,
  lockSandboxSubscription,
  nextAnniversary,
  readSandboxSubscription,
  setStatus,
  subscribeInSandbox,
} from "./sandbox-subscriptions.ts";

/** A payment provider in a few tables, with Stripe's states and test cards, and no real money. */
export function createSandboxPayments(deps: SandboxDeps & { secrets: Secrets }): Payments {
  const { sql, now } = deps;
  const createSetup = async (customerId: string, isCheck: boolean) => ({
    ...(await createSandboxSetup(deps, customerId, { isCheck })),
    clientSecret: null,
  });
  return {
    provider: "sandbox",
    publishableKey: null,
    createCustomer: (accountId) => Promise.resolve(`cus_sandbox_${accountId.replaceAll("-", "")}`),
    createSetup: (customerId) => createSetup(customerId, false),
    finishSetup: (setup) => finishSandboxSetup(deps, setup),
    createCardCheck: (reference) => createSetup(reference, true),
    finishCardCheck: (check) => finishSandboxCheck(deps, check),
    readCard: (id) => readSandboxCard(sql, id),
    detachCard: (id) =>
      inTransaction(sql, async (tx) => {
        const detached = await tx
          .updateTable("sandbox_cards")
          .set({ is_attached: false })
          .where("id", "=", id)
          .where("is_attached", "=", true)
          .returning("customer_id")
          .executeTakeFirst();
        if (detached)
          await recordEvent(tx, now(), {
            type: "payment_method.detached",
            objectId: id,
            customerId: detached.customer_id,
          });
      }),
    async setDefaultCard(_customerId, cardId, subscriptionId) {
      if (subscriptionId !== null) await changeInSandbox(deps, subscriptionId, { card_id: cardId });
    },
    subscribe: (order) => subscribeInSandbox(deps, order),
    readSubscription: (id) => readSandboxSubscription(sql, id),
    async findByReference(_customerId, reference) {
      const query = sql.selectFrom("sandbox_subscriptions").select("id").where("key", "=", reference);
      const found = await query.executeTakeFirst();
      return found ? readSandboxSubscription(sql, found.id) : null;
    },
    setCancelAtPeriodEnd: (id, isCanceled) => changeInSandbox(deps, id, { cancel_at_period_end: isCanceled }),
    cancelNow: (id) => cancelInSandbox(deps, id),
    setPrice: (id, price) => changeInSandbox(deps, id, price),
    async payNow(id) {
      await payInSandbox(deps, id);
      const state = await readSandboxSubscription(sql, id);
      if (!state) throw new Error("the sandbox has no such subscription");
      return state;
    },
    readPaidInvoice: (id) => selectPaidSandboxInvoice(sql, id),
    refund: (invoiceId) => refundInSandbox(deps, invoiceId),
    findChargeOfRefund: (id) => findSandboxChargeOfRefund(sql, id),
    listRefunds: (chargeId) => listSandboxRefunds(sql, chargeId),
    // Nobody disputes a payment in the sandbox.
    readDispute: () => Promise.resolve(null),
    async findSubscriptionOfInvoice(id) {
      const query = sql.selectFrom("sandbox_invoices").select("subscription_id").where("id", "=", id);
      return (await query.executeTakeFirst())?.subscription_id ?? null;
    },
    readEvent() {
      // The sandbox delivers its events in the process, so no webhook can be its own.
      throw new UntrustedEvent("the sandbox sends no webhooks");
    },
    payouts: null,
    sandbox: {
      authenticate: (customerId, challengeId, outcome) =>
        inTransaction(sql, async (tx) => {
          const challenge = { customerId, challengeId };
          return (
            (await answerSetup(deps, tx, challenge, outcome)) || (await answerPayment(deps, tx, challenge, outcome))
          );
        }),
      run: (onFailure) => runSandbox(deps, onFailure),
      deliver: (handle, onFailure) => deliverEvents(deps, handle, onFailure),
    },
  };
}

const BATCH_SIZE = 200;

/** Like Stripe: the next period starts even if its payment fails, and the payment is retried daily. */
async function runSandbox(deps: SandboxDeps, onFailure: (error: unknown) => void): Promise<void> {
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
async function payInSandbox({ sql, now }: SandboxDeps, id: string): Promise<void> {
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
