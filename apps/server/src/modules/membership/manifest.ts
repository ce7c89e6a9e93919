import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { stopRenewal } from "./billing/standing.service.ts";
import { forgetProfileOf } from "./earners/forget-person.service.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";

export const membership: Domain = {
  subscriptions: [onEvent("account.deletion_requested", (_deps, tx, { account_id }) => stopRenewal(tx, account_id))],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      // A job of its ends the plan and takes the cards off at the provider.
      await stopRenewal(tx, accountId);
      await forgetProfileOf(tx, accountId);
    },
    exportParts,
    notExported,
  },
};
