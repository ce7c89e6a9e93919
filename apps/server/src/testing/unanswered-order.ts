import { randomUUID } from "node:crypto";
import type { Plan } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { subscriptionId } from "@app/contract/ids";
import { insertOrder } from "#modules/membership/billing/subscriptions.sql.ts";
import { newId } from "#platform/clock.ts";
import type { Price, SubscriptionState } from "#platform/payments/payments.ts";
import type { Caller } from "./caller.ts";
import type { TestApp } from "./test-app.ts";

type Payer = Caller & { accountId: string };

/** An order that was sent to the provider, whose reply has not arrived. @returns its id */
export async function placeUnanswered(
  { deps }: TestApp,
  person: Payer,
  { plan, secondsAgo }: { plan: Plan; secondsAgo: number },
): Promise<string> {
  const [card] = await person.call(billingRoutes.paymentMethods);
  const id = newId(subscriptionId);
  await insertOrder(deps.sql, {
    id,
    accountId: person.accountId,
    provider: deps.payments.provider,
    key: randomUUID(),
    plan,
    priceCents: 999,
    cardId: card?.id ?? "",
    consentText: "I agree.",
    at: new Date(Date.now() - secondsAgo * 1_000),
  });
  return id;
}

/** The provider accepts the order late. */
export async function acceptLate(
  { deps }: TestApp,
  { accountId }: Payer,
  order: { id: string; price: Price },
): Promise<SubscriptionState> {
  const { rows } = await deps.pool.query(
    `select c.customer_id, p.provider_id from billing_customers c join payment_methods p using (account_id)
     where account_id = $1`,
    [accountId],
  );
  const { customer_id: customerId, provider_id: cardId } = rows[0];
  return deps.payments.subscribe({ reference: order.id, customerId, cardId, price: order.price });
}
