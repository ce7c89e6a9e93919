import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { recountViewsJob } from "./views/views.jobs.ts";
import { serveViews } from "./views/views.routes.ts";
import { onFollowCreated, onFollowDeleted } from "./views/views.service.ts";
import { deleteViewsOf } from "./views/views.sql.ts";

export const engagement: Domain = {
  name: "engagement",
  routes: [serveViews],
  jobs: [recountViewsJob],
  tables: {
    views: ["views", "content_hourly_stats"],
  },
  subscriptions: [onEvent("follow.created", onFollowCreated), onEvent("follow.deleted", onFollowDeleted)],
  personalData: { eraseRows: (_deps, tx, accountId) => deleteViewsOf(tx, accountId), exportParts, notExported },
};
