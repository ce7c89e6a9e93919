import type { Secrets } from "../crypto/secrets.ts";
import { inTransaction } from "../db/database.ts";
import { type Payments, UntrustedEvent } from "./payments.ts";
import { deliverEvents, recordEvent, type SandboxDeps } from "./sandbox-events.ts";
import {
  findSandboxChargeOfRefund,
  listSandboxRefunds,
  refundInSandbox,
  selectPaidSandboxInvoice,
} from "./sandbox-invoices.ts";
import { payInSandbox, runSandbox } from "./sandbox-renewals.ts";
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
  readSandboxSubscription,
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
