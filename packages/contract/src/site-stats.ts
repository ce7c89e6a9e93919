import { z } from "zod";
import { defineRoute } from "./http.ts";

/** The landing page's counters: public things only, at most ten minutes old. */
export const siteStats = z.object({
  channels: z.int(),
  items: z.int(),
  views: z.int(),
  /** From the ledger, for all earners together: pending, available and paid. */
  earned_cents: z.int(),
});
export type SiteStats = z.infer<typeof siteStats>;

export const siteStatsRoutes = {
  read: defineRoute({
    name: "numbers.read",
    summary: "The counts of the landing page",
    method: "GET",
    path: "/public-numbers",
    access: "public",
    data: siteStats,
  }),
};
