import { z } from "zod";
import { plan } from "./accounts.ts";
import { staffReason } from "./audit.ts";
import { defineRoute, nothing } from "./http.ts";

export const PRICE_MIN_CENTS = 100;
export const PRICE_MAX_CENTS = 100_000;

export const PRICE_MESSAGES = {
  changed: "The price was changed. It applies to new subscriptions.",
  format: "Enter dollars and cents, such as 12.99.",
  range: "A price must be between $1.00 and $1,000.00.",
} as const;

const planPrice = z.object({
  plan,
  title: z.string(),
  price_cents: z.int(),
  updated_at: z.iso.datetime(),
  /** How many pay for it now, by what they agreed to. */
  subscribers: z.array(z.object({ price_cents: z.int(), count: z.int() })),
});
export type PlanPrice = z.infer<typeof planPrice>;

export const planPriceRoutes = {
  list: defineRoute({
    name: "planPrices.list",
    summary: "The monthly price of each plan, and who pays which",
    method: "GET",
    path: "/admin/plans",
    access: "admin",
    data: z.array(planPrice),
  }),
  change: defineRoute({
    name: "planPrices.change",
    summary: "Change the monthly price of a plan, for new subscriptions and changes of plan",
    method: "PUT",
    path: "/admin/plans/:plan",
    access: "admin",
    params: { plan },
    body: {
      price_cents: z.int().min(PRICE_MIN_CENTS, PRICE_MESSAGES.range).max(PRICE_MAX_CENTS, PRICE_MESSAGES.range),
      reason: staffReason,
    },
    data: nothing,
    writes: "plan_prices",
  }),
};
