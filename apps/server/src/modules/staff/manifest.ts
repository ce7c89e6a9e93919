import type { Domain } from "#platform/domain.ts";
import { serveAnnouncements } from "./announcements/announcements.routes.ts";

export const staff: Domain = {
  name: "staff",
  routes: [serveAnnouncements],
  jobs: [],
  tables: {
    announcements: ["announcements"],
  },
  subscriptions: [],
  personalData: {},
};
