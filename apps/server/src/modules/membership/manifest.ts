import { stopRenewal } from "#modules/billing/standing.service.ts";
import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";

export const membership: Domain = {
  subscriptions: [onEvent("account.deletion_requested", (_deps, tx, { account_id }) => stopRenewal(tx, account_id))],
};
