import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { hideChannelOf, showChannelOf } from "./contents/hide-channel.service.ts";
import { purgeContentsOf, purgePicturesOf } from "./contents/purge.service.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { forgetUploadsOf } from "./uploads/purge-uploads.service.ts";

export const catalog: Domain = {
  subscriptions: [
    onEvent("account.deletion_requested", (_deps, tx, { account_id }) => hideChannelOf(tx, account_id, "deletion")),
    onEvent("account.deletion_canceled", async (_deps, tx, { account_id }) => {
      await showChannelOf(tx, account_id, "deletion");
    }),
  ],
  personalData: {
    eraseFiles: [
      async (deps, { channelId }, signal) => {
        if (channelId !== null) await purgeContentsOf(deps, channelId, signal);
      },
      (deps, { accountId }) => purgePicturesOf(deps, accountId),
      (deps, { accountId }, signal) => forgetUploadsOf(deps, accountId, signal),
    ],
    exportParts,
    notExported,
  },
};
