import { inTransaction } from "#platform/db/database.ts";
import { deleteCards, selectCards } from "./cards.sql.ts";
import { deleteCustomers, isErased } from "./customers.sql.ts";
import { selectLive } from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

/** Ends the plan with its period; of somebody who was erased, at once and with every card. */
export async function carryOutStop(deps: BillingDeps, accountId: string): Promise<void> {
  const isGone = await isErased(deps.sql, accountId);
  const live = await selectLive(deps.sql, accountId);
  if (live?.provider_id && live.provider === deps.payments.provider) {
    const isEnded = isGone || live.status === "incomplete";
    const state = isEnded
      ? await deps.payments.cancelNow(live.provider_id)
      : await deps.payments.setCancelAtPeriodEnd(live.provider_id, true);
    if (!(await takeOverState(deps, live, state))) await takeOver(deps, live.provider_id);
  }
  if (!isGone) return;
  const cards = await selectCards(deps.sql, accountId, deps.payments.provider);
  for (const card of cards) await deps.payments.detachCard(card.provider_id);
  await inTransaction(deps.sql, async (tx) => {
    await deleteCards(tx, accountId);
    await deleteCustomers(tx, accountId);
  });
}
