import { GRACE_DAYS } from "@app/contract/billing";
import type { Deps } from "#platform/deps.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { deleteOldEvents, handleEvent } from "./events.service.ts";
import { refreshOrder } from "./orders.service.ts";
import { type SubscriptionRow, selectOverdue, selectUnanswered, selectUnheard } from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Stripe waits an hour before it takes the money of a renewal. */
const UNHEARD_MS = 3 * HOUR_MS;
/** Events arrive within seconds; one that was lost is not waited for. */
const UNANSWERED_MS = 10 * MINUTE_MS;

/**
 * Ends the plans whose grace is over, and asks the provider about renewals and orders of which no event has told. One
 * subscription that fails is tried again an hour later, and holds up no other.
 */
export async function watchPlans(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.now().getTime();
  const { payments, sql } = deps;
  const { provider } = payments;
  const each = (
    select: (after: SubscriptionRow | null) => Promise<SubscriptionRow[]>,
    work: (row: SubscriptionRow) => Promise<void>,
  ) => workThrough(deps, { failure: "a subscription could not be looked after", signal, next: select, work });

  await each(
    (after) => selectOverdue(sql, new Date(now - GRACE_DAYS * DAY_MS), { provider, after }),
    async (row) => {
      if (!row.provider_id) return;
      const state = await payments.cancelNow(row.provider_id);
      if (!(await takeOverState(deps, row, state))) await takeOver(deps, row.provider_id);
    },
  );
  await each(
    (after) => selectUnheard(sql, new Date(now - UNHEARD_MS), { provider, after }),
    async (row) => {
      if (row.provider_id) await takeOver(deps, row.provider_id);
    },
  );
  await each(
    (after) => selectUnanswered(sql, new Date(now - UNANSWERED_MS), { provider, after }),
    async (row) => {
      await refreshOrder(deps, row);
    },
  );
  await deleteOldEvents(sql);
}

/** Lets the sandbox renew what is due, and hears what it has to say. With Stripe there is nothing to do. */
export async function runSandbox(deps: BillingDeps & Pick<Deps, "payments">): Promise<void> {
  const { sandbox } = deps.payments;
  if (!sandbox) return;
  const onFailure = (error: unknown) => deps.log.error({ err: error }, "the sandbox could not do something");
  await sandbox.run(onFailure);
  await sandbox.deliver((event) => handleEvent(deps, event), onFailure);
}
