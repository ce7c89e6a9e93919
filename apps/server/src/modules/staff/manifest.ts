import type { Domain } from "#platform/domain.ts";
import { serveAnnouncements } from "./announcements/announcements.routes.ts";
import { serveAudit } from "./audit/audit.routes.ts";
import { serveConsole } from "./console/console.routes.ts";

export const staff: Domain = {
  name: "staff",
  routes: [serveAnnouncements, serveConsole, serveAudit],
  jobs: [],
  tables: {
    announcements: ["announcements"],
  },
  subscriptions: [],
  personalData: {},
};
