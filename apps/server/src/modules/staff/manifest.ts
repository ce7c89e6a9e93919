import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { prepareVideoJob } from "./announcements/announcements.jobs.ts";
import { serveAnnouncements } from "./announcements/announcements.routes.ts";
import { serveAudit } from "./audit/audit.routes.ts";
import { serveStaffComments } from "./comments/comments.routes.ts";
import { serveConsole } from "./console/console.routes.ts";
import { serveStaffContents } from "./contents/contents.routes.ts";
import { exportParts } from "./export-parts.sql.ts";
import { serveJobs } from "./jobs/jobs.routes.ts";
import { servePeople } from "./people/people.routes.ts";
import { notifyReportersJob } from "./reports/notify-reporters.service.ts";
import { serveReports } from "./reports/reports.routes.ts";
import { onModerationDecided } from "./reports/reports.service.ts";
import { eraseReportsOf } from "./reports/reports.sql.ts";
import { serveSettings } from "./settings/settings.routes.ts";
import { serveSlots } from "./slots/slots.routes.ts";
import { serveToday } from "./today/today.routes.ts";
import { measureFiguresJob } from "./today/today.service.ts";

export const staff: Domain = {
  name: "staff",
  routes: [
    serveAnnouncements,
    serveConsole,
    serveAudit,
    serveToday,
    servePeople,
    serveStaffContents,
    serveStaffComments,
    serveJobs,
    serveReports,
    serveSettings,
    serveSlots,
  ],
  jobs: [measureFiguresJob, prepareVideoJob, notifyReportersJob],
  tables: {
    announcements: ["announcements"],
    reports: ["report_cases", "reports"],
    slots: ["slots", "slot_daily_opens"],
    today: ["daily_figures"],
  },
  subscriptions: [onEvent("moderation.decided", onModerationDecided)],
  personalData: {
    eraseRows: (_deps, tx, accountId) => eraseReportsOf(tx, accountId),
    exportParts,
  },
};
