import type { Secrets } from "../crypto/secrets.ts";
import { inTransaction } from "../db/database.ts";
import { type Payments, UntrustedEvent } from "./payments.ts";
import { deliverEvents, type SandboxWorld, say } from "./sandbox-events.ts";
import {
  findSandboxChargeOfRefund,
  listSandboxRefunds,
  refundInSandbox,
  selectPaidSandboxInvoice,
} from "./sandbox-invoices.ts";
import { payInSandbox, runSandbox } from "./sandbox-renewals.ts";
import {
  answerSetup,
  finishSandboxCheck,
  finishSandboxSetup,
  openSandboxSetup,
  readSandboxCard,
} from "./sandbox-setups.ts";
import {
  answerPayment,
  cancelInSandbox,
  changeInSandbox,
  readSandboxSubscription,
  subscribeInSandbox,
} from "./sandbox-subscriptions.ts";

/** A payment provider in a few tables: Stripe's states, its test cards, and nobody's money. */
export function openSandboxPayments(world: SandboxWorld & { secrets: Secrets }): Payments {
  const { sql, now } = world;
  const openInSandbox = async (customerId: string, isCheck: boolean) => ({
    ...(await openSandboxSetup(world, customerId, { isCheck })),
    clientSecret: null,
  });
  return {
    provider: "sandbox",
    publishableKey: null,
    createCustomer: (accountId) => Promise.resolve(`cus_sandbox_${accountId.replaceAll("-", "")}`),
    openSetup: (customerId) => openInSandbox(customerId, false),
    finishSetup: (setup) => finishSandboxSetup(world, setup),
    openCardCheck: (reference) => openInSandbox(reference, true),
    finishCardCheck: (check) => finishSandboxCheck(world, check),
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
          await say(tx, now(), { type: "payment_method.detached", objectId: id, customerId: detached.customer_id });
      }),
    async setDefaultCard(_customerId, cardId, subscriptionId) {
      if (subscriptionId !== null) await changeInSandbox(world, subscriptionId, { card_id: cardId });
    },
    subscribe: (order) => subscribeInSandbox(world, order),
    readSubscription: (id) => readSandboxSubscription(sql, id),
    async findByReference(_customerId, reference) {
      const query = sql.selectFrom("sandbox_subscriptions").select("id").where("key", "=", reference);
      const found = await query.executeTakeFirst();
      return found ? readSandboxSubscription(sql, found.id) : null;
    },
    setCancelAtPeriodEnd: (id, isCanceled) => changeInSandbox(world, id, { cancel_at_period_end: isCanceled }),
    cancelNow: (id) => cancelInSandbox(world, id),
    setPrice: (id, price) => changeInSandbox(world, id, price),
    async payNow(id) {
      await payInSandbox(world, id);
      const state = await readSandboxSubscription(sql, id);
      if (!state) throw new Error("the sandbox has no such subscription");
      return state;
    },
    readPaidInvoice: (id) => selectPaidSandboxInvoice(sql, id),
    refund: (invoiceId) => refundInSandbox(world, invoiceId),
    findChargeOfRefund: (id) => findSandboxChargeOfRefund(sql, id),
    listRefunds: (chargeId) => listSandboxRefunds(sql, chargeId),
    async findSubscriptionOfInvoice(id) {
      const query = sql.selectFrom("sandbox_invoices").select("subscription_id").where("id", "=", id);
      return (await query.executeTakeFirst())?.subscription_id ?? null;
    },
    readEvent() {
      // Its events never travel: nobody who sends one is the sandbox.
      throw new UntrustedEvent("the sandbox sends no webhooks");
    },
    sandbox: {
      authenticate: (customerId, challengeId, outcome) =>
        inTransaction(sql, async (tx) => {
          const question = { customerId, challengeId };
          return (
            (await answerSetup(world, tx, question, outcome)) || (await answerPayment(world, tx, question, outcome))
          );
        }),
      run: (onFailure) => runSandbox(world, onFailure),
      deliver: (take, onFailure) => deliverEvents(world, take, onFailure),
    },
  };
}
