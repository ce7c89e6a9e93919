import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { selectRefundable } from "./invoices.sql.ts";
import { refundPaymentJob } from "./refund-payment.jobs.ts";
import { stopRenewalJob } from "./stop-renewal.jobs.ts";
import { lockSubscription, selectLive, updateSubscription } from "./subscriptions.sql.ts";

export type EndedPlan = { refundedCents: number; card: { last4: string } | null; isNew: boolean };

/**
 * Ends a plan at once and gives back what was paid for it, if and when the caller's transaction is committed: the provider
 * is told by jobs. What is charged for it at that very moment goes back as well. Twice is once.
 * @param what `everything` that was paid for the plan, or the `newest` payment
 * @returns null: there is no plan to end
 */
export async function endPlanWithRefund(
  deps: Pick<Deps, "now">,
  tx: Sql,
  accountId: string,
  { by, what }: { by: "person" | "staff"; what: "everything" | "newest" },
): Promise<EndedPlan | null> {
  const live = await selectLive(tx, accountId);
  const locked = live && (await lockSubscription(tx, live.id));
  if (!locked || locked.status === "canceled") return null;
  const payments = (await selectRefundable(tx, locked.id)).slice(0, what === "newest" ? 1 : undefined);
  const ended = {
    refundedCents: payments.reduce((sum, { left_cents }) => sum + left_cents, 0),
    card: payments[0]?.card_last4 ? { last4: payments[0].card_last4 } : null,
  };
  if (locked.refund_requested_at !== null) return { ...ended, isNew: false };
  await updateSubscription(tx, locked.id, { refund_requested_at: deps.now(), refund_requested_by: by });
  for (const { id } of payments) await enqueue(tx, refundPaymentJob, { invoice_id: id }, { key: `refund:${id}` });
  await enqueue(tx, stopRenewalJob, { account_id: accountId });
  return { ...ended, isNew: true };
}
