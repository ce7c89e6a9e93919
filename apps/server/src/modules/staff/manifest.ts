import type { Domain } from "#platform/domain.ts";
import { serveAnnouncements } from "./announcements/announcements.routes.ts";
import { serveAudit } from "./audit/audit.routes.ts";
import { serveConsole } from "./console/console.routes.ts";
import { exportParts } from "./export-parts.sql.ts";
import { serveReports } from "./reports/reports.routes.ts";
import { eraseReportsOf } from "./reports/reports.sql.ts";

export const staff: Domain = {
  name: "staff",
  routes: [serveAnnouncements, serveConsole, serveAudit, serveReports],
  jobs: [],
  tables: {
    announcements: ["announcements"],
    reports: ["report_cases", "reports"],
  },
  subscriptions: [],
  personalData: {
    eraseRows: (_deps, tx, accountId) => eraseReportsOf(tx, accountId),
    exportParts,
  },
};
