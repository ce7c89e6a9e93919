import { z } from "zod";
import { defineRoute } from "./http.ts";

/** What the landing page counts up: public things only, as of the last ten minutes. */
export const siteStats = z.object({
  channels: z.int(),
  items: z.int(),
  views: z.int(),
  /** By the ledger, of all earners together: pending, available and paid. */
  earned_cents: z.int(),
});
export type SiteStats = z.infer<typeof siteStats>;

export const siteStatsRoutes = {
  read: defineRoute({
    name: "numbers.read",
    summary: "How large the product is, for its landing page",
    method: "GET",
    path: "/public-numbers",
    access: "public",
    data: siteStats,
  }),
};
