import { hideChannelOf, showChannelOf } from "#modules/contents/hide-channel.service.ts";
import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";

export const catalog: Domain = {
  subscriptions: [
    onEvent("account.deletion_requested", (_deps, tx, { account_id }) => hideChannelOf(tx, account_id, "deletion")),
    onEvent("account.deletion_canceled", async (_deps, tx, { account_id }) => {
      await showChannelOf(tx, account_id, "deletion");
    }),
  ],
};
