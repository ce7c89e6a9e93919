import { forgetFollowsOf } from "#modules/follows/forget-follows.service.ts";
import { forgetMeasurablesOf } from "#modules/measurables/forget-measurables.service.ts";
import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { ERASED_NAME } from "#platform/personal-data.ts";
import { onAccountCreated } from "./channels.service.ts";
import { exportParts } from "./export-parts.sql.ts";
import { scrubChannelOf } from "./scrub.service.ts";

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
