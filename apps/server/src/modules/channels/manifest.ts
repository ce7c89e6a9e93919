import { DELETED_USER } from "@app/contract/brand";
import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { serveBlocks } from "./blocks/blocks.routes.ts";
import { deleteBlocksOf } from "./blocks/blocks.sql.ts";
import { onAccountCreated, recountChannelsJob } from "./channels/channels.service.ts";
import { eraseChannelRow } from "./channels/channels.sql.ts";
import { exportParts } from "./export-parts.sql.ts";
import { serveFollows } from "./follows/follows.routes.ts";
import { eraseFollowsOf } from "./follows/follows.service.ts";
import { serveMeasurables } from "./measurables/measurables.routes.ts";
import { deleteMeasurables } from "./measurables/measurables.sql.ts";
import { serveMembers } from "./members/members.routes.ts";
import { eraseMembershipsOf } from "./members/members.sql.ts";

export const channels: Domain = {
  name: "channels",
  routes: [serveBlocks, serveFollows, serveMeasurables, serveMembers],
  jobs: [recountChannelsJob],
  tables: {
    blocks: ["blocks"],
    channels: ["channels"],
    follows: ["follows"],
    measurables: ["measurables"],
    members: ["channel_invitations", "channel_log", "channel_members"],
  },
  subscriptions: [onEvent("account.created", onAccountCreated)],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      await deleteMeasurables(tx, accountId);
      await deleteBlocksOf(tx, accountId);
      await eraseMembershipsOf(tx, accountId);
      // Locks every channel it recounts, including the person's own.
      await eraseFollowsOf(tx, accountId);
      await eraseChannelRow(tx, accountId, DELETED_USER);
    },
    exportParts,
  },
};
