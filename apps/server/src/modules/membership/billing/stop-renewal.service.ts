import { isGuardianNeeded } from "#modules/membership/earners/guardian.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { onePage, workThrough } from "#platform/jobs/work-through.ts";
import { type CardRow, deleteCards, selectCards } from "./cards.sql.ts";
import { deleteCustomers, selectLeaving } from "./customers.sql.ts";
import { type SubscriptionRow, selectLive } from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

/**
 * Ends the plan with its period; at once where the person was erased, with every card, or gets a refund. Whether it is
 * to end at all is read anew: who has restored their account before the job ran keeps the plan.
 */
export async function carryOutStop(deps: BillingDeps, accountId: string): Promise<void> {
  const { isErased, isLeaving } = await selectLeaving(deps.sql, accountId);
  const live = await selectLive(deps.sql, accountId);
  if (live?.provider_id && live.provider === deps.payments.provider) {
    const isOver = isErased || live.refund_requested_at !== null;
    const mayEnd = isOver || isLeaving || (await isGuardianNeeded(deps, accountId));
    if (isOver || (mayEnd && live.status === "incomplete"))
      await keep(deps, live, await deps.payments.cancelNow(live.provider_id));
    else if (mayEnd) await keep(deps, live, await deps.payments.setCancelAtPeriodEnd(live.provider_id, true));
  }
  if (isErased) await removeCards(deps, accountId);
}

async function keep(
  deps: BillingDeps,
  row: SubscriptionRow,
  state: Parameters<typeof takeOverState>[2],
): Promise<void> {
  if (!(await takeOverState(deps, row, state))) await takeOver(deps, state.id);
}

async function removeCards(deps: BillingDeps, accountId: string): Promise<void> {
  const cards = await selectCards(deps.sql, accountId, deps.payments.provider);
  const failed = await workThrough(deps, {
    failure: "a card could not be detached",
    next: onePage<CardRow>(cards),
    work: (card) => deps.payments.detachCard(card.provider_id),
  });
  if (failed > 0) throw new Error(`${failed} cards of an account could not be detached`);
  await inTransaction(deps.sql, async (tx) => {
    await deleteCards(tx, accountId);
    await deleteCustomers(tx, accountId);
  });
}
