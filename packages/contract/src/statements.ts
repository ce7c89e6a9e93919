import { z } from "zod";
import { defineRoute } from "./http.ts";

export const MOVEMENTS = ["credit", "release", "reversal", "payout", "payout-paid", "payout-return"] as const;
export type Movement = (typeof MOVEMENTS)[number];

export const MOVEMENT_LABELS: Readonly<Record<Movement, string>> = {
  credit: "Earned by referrals",
  release: "Became available",
  reversal: "Reversed",
  payout: "Payout sent",
  "payout-paid": "Payout arrived",
  "payout-return": "Payout came back",
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
      amount_cents: z.int(),
    }),
  ),
});
export type Statement = z.infer<typeof statement>;

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
