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
  /** The platform's day on which the next pending reward becomes available, unless it is reviewed or reversed. */
  next_available_on: z.iso.date().nullable(),
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

export const MOVEMENTS = ["credit", "release", "reversal", "payout", "payout-paid", "payout-return"] as const;
export type Movement = (typeof MOVEMENTS)[number];

export const MOVEMENT_LABELS: Readonly<Record<Movement, string>> = {
  credit: "Earned through referrals",
  release: "Became available",
  reversal: "Reversed",
  payout: "Payout sent",
  "payout-paid": "Payout arrived",
  "payout-return": "Payout returned",
};

const balances = z.object({
  pending_cents: z.int(),
  available_cents: z.int(),
  in_transit_cents: z.int(),
  paid_cents: z.int(),
});
export type Balances = z.infer<typeof balances>;

/** A month as YYYY-MM, or a year as YYYY. */
export const statementPeriod = z
  .string()
  .regex(/^20\d{2}(-(0[1-9]|1[0-2]))?$/, "A period is a year, such as 2026, or a month, such as 2026-11.");

export const statement = z.object({
  period: z.string(),
  /** The balances before its first moment, and after its last. */
  opening: balances,
  closing: balances,
  earned_cents: z.int(),
  reversed_cents: z.int(),
  /** What arrived, less what came back afterwards. */
  paid_out_cents: z.int(),
  /** By day of a month, and by month of a year. */
  lines: z.array(
    z.object({
      /** YYYY-MM-DD, or YYYY-MM. */
      on: z.string(),
      movement: z.enum(MOVEMENTS),
      /** How many people or payouts. */
      count: z.int(),
      /** All that moved. */
      amount_cents: z.int(),
      /** What it adds to the balance, or takes from it: the opening balance and all of these are the closing balance. */
      effect_cents: z.int(),
      /** What moved between the parts of the balance. */
      within_cents: z.int(),
    }),
  ),
});
export type Statement = z.infer<typeof statement>;

/** What is with us or on its way: what was paid out is no longer part of the balance. */
export function sumOfBalance({
  pending_cents,
  available_cents,
  in_transit_cents,
}: Omit<Balances, "paid_cents">): number {
  return pending_cents + available_cents + in_transit_cents;
}

export const statementRoutes = {
  read: defineRoute({
    name: "statements.read",
    summary: "Read the statement of your earnings for a month or a year, in the platform's time zone",
    method: "GET",
    path: "/earnings-statement",
    access: "member",
    /** Default: the current month. */
    query: { period: statementPeriod.optional() },
    data: statement,
  }),
};
