import type { Domain } from "#platform/domain.ts";
import { onEvent, onEventByJob } from "#platform/events/subscriptions.ts";
import { queueDiscoveryRefreshAfter } from "./discovery/queue-refresh.service.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { endCoachAddresses } from "./recruiting/end-addresses.service.ts";
import { forgetRecruitingOf } from "./recruiting/forget-recruiting.service.ts";
import { forgetSharesOfPerson } from "./sharing/forget-shares.service.ts";
import { removeSharePicturesJob } from "./sharing/sharing.jobs.ts";

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
