import { GRACE_DAYS } from "@app/contract/billing";
import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { endPlan } from "./end-plan.service.ts";
import { deleteOldEvents } from "./invoices.sql.ts";
import { refreshOrder } from "./orders.service.ts";
import { applyOrReconcile, type BillingDeps, reconcile } from "./reconcile.service.ts";
import {
  type SubscriptionRow,
  selectEnding,
  selectOverdue,
  selectSubscription,
  selectUnanswered,
  selectUnheard,
} from "./subscriptions.sql.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Stripe waits an hour before it charges a renewal. */
const RENEWAL_LATE_MS = 3 * HOUR_MS;
/** Events arrive within seconds; after this long one was lost. */
const ORDER_LATE_MS = 10 * MINUTE_MS;

/**
 * Ends plans whose grace period is over, and those that still renew although the owner is banned or gets a refund. Reads
 * renewals and orders from the provider whose events did not arrive. A subscription that fails is retried an hour later
 * and does not block the others.
 */
async function watchPlans(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.now().getTime();
  const { sql } = deps;
  const { provider } = deps.payments;
  const forEach = (
    select: (after: SubscriptionRow | null) => Promise<SubscriptionRow[]>,
    work: (row: SubscriptionRow) => Promise<void>,
  ) => workThrough(deps, { failure: "subscription could not be checked", signal, next: select, work });

  const graceOver = new Date(now - GRACE_DAYS * DAY_MS);
  await forEach(
    (after) => selectOverdue(sql, graceOver, { provider, after }),
    (row) => endUnpaid(deps, row, graceOver),
  );
  await forEach(
    (after) => selectUnheard(sql, new Date(now - RENEWAL_LATE_MS), { provider, after }),
    async (row) => {
      if (row.provider_id) await reconcile(deps, row.provider_id);
    },
  );
  await forEach(
    (after) => selectUnanswered(sql, new Date(now - ORDER_LATE_MS), { provider, after }),
    async (row) => {
      await refreshOrder(deps, row);
    },
  );
  await forEach(
    (after) => selectEnding(sql, { provider, after }),
    (row) => endPlan(deps, row.account_id),
  );
  await deleteOldEvents(sql);
}

/** The provider may have been paid since we last heard of it, and only it knows. */
async function endUnpaid(deps: BillingDeps, { id, provider_id }: SubscriptionRow, graceOver: Date): Promise<void> {
  if (provider_id === null) return;
  await reconcile(deps, provider_id);
  const now = await selectSubscription(deps.sql, id);
  if (now?.status !== "past_due" || now.past_due_since === null || now.past_due_since > graceOver) return;
  await applyOrReconcile(deps, now, await deps.payments.cancelNow(provider_id));
}

export const watchPlansJob = defineJob({
  name: "billing:watch-plans",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "41 * * * *",
  run: (deps, _, signal) => watchPlans(deps, signal),
});
