import { requireOffer, toPrice } from "./plans.service.ts";
import { selectSubscription } from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

/** Tells the provider what the next renewal costs: what was agreed to last. */
export async function settlePrice(deps: BillingDeps, id: string): Promise<void> {
  const row = await selectSubscription(deps.sql, id);
  if (!row?.provider_id || row.status === "canceled" || row.provider !== deps.payments.provider) return;
  const offer = await requireOffer(deps.sql, row.pending_plan ?? row.plan);
  const price = { ...toPrice(offer), cents: row.pending_price_cents ?? row.price_cents };
  const state = await deps.payments.setPrice(row.provider_id, price);
  if (!(await takeOverState(deps, row, state))) await takeOver(deps, row.provider_id);
}
