import { z } from "zod";
import { defineRoute } from "./http.ts";
import { channelId } from "./ids.ts";

export const CHART_TYPES = ["earnings", "referrals"] as const;
export type ChartType = (typeof CHART_TYPES)[number];
export const CHART_MONTHS = 12;

export const earningsSummary = z.object({
  currency: z.literal("USD"),
  /** Everything earned and not reversed: pending, available (with what is in transit) and paid together. */
  total_cents: z.int(),
  pending_cents: z.int(),
  available_cents: z.int(),
  /** Of payouts that were sent and have not arrived yet; no longer part of `available_cents`. */
  in_transit_cents: z.int(),
  paid_cents: z.int(),
  /** When the next pending reward becomes available, unless it is reviewed or reversed. */
  next_available_at: z.iso.datetime().nullable(),
  /** Referred people by stage. */
  referrals: z.object({
    total: z.int(),
    joined: z.int(),
    pending: z.int(),
    available: z.int(),
    paid: z.int(),
    ineligible: z.int(),
    reversed: z.int(),
  }),
});
export type EarningsSummary = z.infer<typeof earningsSummary>;

export const monthlyChart = z.object({
  type: z.enum(CHART_TYPES),
  /** The last twelve months in the platform's time zone, oldest first, ending with the current one. */
  months: z.array(
    z.object({
      /** YYYY-MM. */
      month: z.string(),
      /** Cents for `earnings`, people for `referrals`. */
      value: z.int(),
    }),
  ),
});
export type MonthlyChart = z.infer<typeof monthlyChart>;

export const earningRoutes = {
  summary: defineRoute({
    name: "earnings.summary",
    summary: "Read your own earnings, or as staff those of a channel",
    method: "GET",
    path: "/earnings-summary",
    access: "member",
    query: { channel_id: channelId.optional() },
    data: earningsSummary,
  }),
  chart: defineRoute({
    name: "earnings.chart",
    summary: "Chart your last twelve months, by cents earned or people who joined",
    method: "GET",
    path: "/monthly-chart",
    access: "earner",
    query: { type: z.enum(CHART_TYPES).default("earnings") },
    data: monthlyChart,
  }),
};
