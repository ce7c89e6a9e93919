import { endCoachAddresses } from "#modules/recruiting/end-addresses.service.ts";
import { forgetRecruitingOf } from "#modules/recruiting/forget-recruiting.service.ts";
import { forgetSharesOfPerson } from "#modules/sharing/forget-shares.service.ts";
import { removeSharePicturesJob } from "#modules/sharing/sharing.jobs.ts";
import type { Domain } from "#platform/domain.ts";
import { onEvent, onEventByJob } from "#platform/events/subscriptions.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { queueDiscoveryRefreshAfter } from "./queue-refresh.service.ts";

export const discovery: Domain = {
  subscriptions: [
    onEvent("content.ready", (_deps, tx) => queueDiscoveryRefreshAfter(tx)),
    onEventByJob("content.purged", removeSharePicturesJob),
    onEvent("guardian.consent_withdrawn", (_deps, tx, { account_id }) => endCoachAddresses(tx, account_id)),
  ],
  personalData: {
    eraseRows: (_deps, tx, accountId) => forgetRecruitingOf(tx, accountId),
    eraseFiles: [
      async (deps, { accountId, channelId }) => {
        if (channelId !== null) await forgetSharesOfPerson(deps, accountId, channelId);
      },
    ],
    exportParts,
    notExported,
  },
};
