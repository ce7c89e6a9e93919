import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { onFollowCreated, onFollowDeleted } from "./views/hours.service.ts";
import { forgetViewsOf } from "./views/past-views.service.ts";
import { recountViewsJob } from "./views/views.jobs.ts";
import { serveViews } from "./views/views.routes.ts";

export const engagement: Domain = {
  name: "engagement",
  routes: [serveViews],
  jobs: [recountViewsJob],
  tables: {
    views: ["views", "content_hours"],
  },
  subscriptions: [onEvent("follow.created", onFollowCreated), onEvent("follow.deleted", onFollowDeleted)],
  personalData: { eraseRows: (_deps, tx, accountId) => forgetViewsOf(tx, accountId), exportParts, notExported },
};
