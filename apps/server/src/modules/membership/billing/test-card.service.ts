import { randomUUID } from "node:crypto";
import type { Plan } from "@app/contract/accounts";
import { addCard, beginCardSetup } from "./cards.service.ts";
import type { Payer } from "./detach-cards.service.ts";
import { requireOffer } from "./plans.service.ts";
import type { BillingDeps } from "./reconcile.service.ts";
import { subscribe } from "./subscribe.service.ts";
import { selectLatest } from "./subscriptions.sql.ts";

const TEST_CARD = { number: "4242424242424242", exp_month: 12, cvc: "123", zip: "97201" };

/**
 * For demo data: an earner pays for their plan, as a person does. Safe to repeat. Does nothing with a real provider.
 * @param order.name on the card
 */
export async function payWithTestCard(
  deps: BillingDeps,
  payer: Payer,
  { plan, name }: { plan: Plan; name: string },
): Promise<void> {
  if (!deps.payments.sandbox || (await selectLatest(deps.sql, payer.accountId))) return;
  const { id: setupId } = await beginCardSetup(deps, payer);
  const card = { ...TEST_CARD, exp_year: deps.now().getUTCFullYear() + 3, name };
  const { payment_method } = await addCard(deps, payer, { setupId, card });
  if (!payment_method) throw new Error(`the test card of ${payer.accountId} was not saved`);
  const { price_cents: cents } = await requireOffer(deps.sql, plan);
  await subscribe(deps, payer, { plan, cents, cardId: payment_method.id, key: randomUUID() });
}
