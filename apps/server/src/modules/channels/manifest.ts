import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { ERASED_NAME } from "#platform/personal-data.ts";
import { onAccountCreated } from "./channels/channels.service.ts";
import { scrubChannelOf } from "./channels/scrub.service.ts";
import { exportParts } from "./export-parts.sql.ts";
import { forgetFollowsOf } from "./follows/forget-follows.service.ts";
import { forgetMeasurablesOf } from "./measurables/forget-measurables.service.ts";

export const channels: Domain = {
  subscriptions: [onEvent("account.created", onAccountCreated)],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      await forgetMeasurablesOf(tx, accountId);
      // Locks every channel that it counts anew, the person's own with them.
      await forgetFollowsOf(tx, accountId);
      await scrubChannelOf(tx, accountId, ERASED_NAME);
    },
    exportParts,
  },
};
