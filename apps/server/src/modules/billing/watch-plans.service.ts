import { GRACE_DAYS } from "@app/contract/billing";
import type { Deps } from "#platform/deps.ts";
import { deleteOldEvents, handleEvent } from "./events.service.ts";
import { selectOverdue, selectUnheard } from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Stripe waits an hour before it takes the money of a renewal. */
const UNHEARD_MS = 3 * HOUR_MS;

/** Ends the plans whose grace is over, and asks about renewals of which no event has told. */
export async function watchPlans(deps: BillingDeps): Promise<void> {
  const now = deps.now().getTime();
  const { payments, sql } = deps;
  for (const row of await selectOverdue(sql, new Date(now - GRACE_DAYS * DAY_MS))) {
    if (!row.provider_id || row.provider !== payments.provider) continue;
    if (!(await takeOverState(deps, row, await payments.cancelNow(row.provider_id))))
      await takeOver(deps, row.provider_id);
  }
  for (const row of await selectUnheard(sql, payments.provider, new Date(now - UNHEARD_MS)))
    if (row.provider_id) await takeOver(deps, row.provider_id);
  await deleteOldEvents(sql);
}

/** Lets the sandbox renew what is due, and hears what it has to say. With Stripe there is nothing to do. */
export async function runSandbox(deps: BillingDeps & Pick<Deps, "payments">): Promise<void> {
  const { sandbox } = deps.payments;
  if (!sandbox) return;
  await sandbox.run();
  await sandbox.deliver((event) => handleEvent(deps, event));
}
