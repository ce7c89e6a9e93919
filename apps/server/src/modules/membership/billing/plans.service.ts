import type { Plan } from "@app/contract/accounts";
import { PLAN_BENEFITS, type PlanOffer } from "@app/contract/billing";
import type { GuardianPrice } from "@app/contract/guardian";
import type { planPriceRoutes } from "@app/contract/plan-prices";
import type { z } from "zod";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Price } from "#platform/payments/payments.ts";
import type { Member } from "#platform/viewer.ts";
import {
  lockPlanPrice,
  type PlanPriceRow,
  type SubscriptionRow,
  selectLive,
  selectPaidPlan,
  selectPaidPrices,
  selectPlanPrices,
  updatePlanPrice,
} from "./subscriptions.sql.ts";

export async function listPlans(deps: Pick<Deps, "sql">): Promise<PlanOffer[]> {
  return (await selectPlanPrices(deps.sql)).map(toOffer);
}

export async function requireOffer(sql: Sql, plan: Plan): Promise<PlanOffer> {
  const row = (await selectPlanPrices(sql)).find((row) => row.plan === plan);
  if (!row) throw new Error(`the plan ${plan} has no price`);
  return toOffer(row);
}

/**
 * The monthly prices to show to a guardian.
 * @param plan null: no plan is chosen yet, so every plan is listed
 * @returns the agreed price for a plan that is paid already, today's price for the others
 */
export async function listPricesFor(sql: Sql, accountId: string, plan: Plan | null): Promise<GuardianPrice[]> {
  const live = await selectLive(sql, accountId);
  return (await selectPlanPrices(sql))
    .filter((row) => plan === null || row.plan === plan)
    .map((row) => (row.plan === live?.plan ? { ...row, price_cents: live.price_cents } : row));
}

/** Applies to new subscriptions and plan changes; existing subscriptions keep the agreed price. */
export function changePlanPrice(deps: Pick<Deps, "sql" | "now">, plan: Plan, priceCents: number): Promise<void> {
  return updatePlanPrice(deps.sql, plan, priceCents, deps.now());
}

export function toPrice(offer: PlanOffer): Price {
  return { plan: offer.plan, title: offer.title, cents: offer.price_cents };
}

function toOffer({ plan, title, price_cents }: PlanPriceRow): PlanOffer {
  return { plan, price_cents, currency: "usd", interval: "month", title, benefits: [...PLAN_BENEFITS] };
}

export async function listPlanPrices(deps: Pick<Deps, "sql">): Promise<z.input<typeof planPriceRoutes.list.data>> {
  const [prices, paid] = await Promise.all([selectPlanPrices(deps.sql), selectPaidPrices(deps.sql)]);
  return prices.map(({ updated_at, ...price }) => ({
    ...price,
    updated_at: updated_at.toISOString(),
    subscribers: paid
      .filter((one) => one.plan === price.plan)
      .map(({ price_cents, subscribers }) => ({ price_cents, count: subscribers })),
  }));
}

/** Existing subscriptions keep the price that was agreed. */
export async function changePriceByStaff(
  deps: Pick<Deps, "sql" | "now">,
  staff: Member,
  plan: Plan,
  { price_cents, reason }: { price_cents: number; reason: string },
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const before = await lockPlanPrice(tx, plan);
    if (before === price_cents) return;
    await updatePlanPrice(tx, plan, price_cents, deps.now());
    await recordAudit(tx, {
      staff,
      action: "plan.price_changed",
      subject: { kind: "setting", id: `price of ${plan}` },
      reason,
      before: { price_cents: before },
      after: { price_cents },
    });
  });
}

type OrderStatus = "paying" | "at-bank" | "paid" | "ending";

/** @returns the paid plan, including the grace period after a failed payment; null: none */
export function findPaidPlan(sql: Sql, accountId: string): Promise<Plan | null> {
  return selectPaidPlan(sql, accountId);
}

/** @returns the live order of an account; `paid` includes the grace period after a failed renewal; null: none */
export async function findOrder(
  sql: Sql,
  accountId: string,
): Promise<{ status: OrderStatus; plan: Plan; placedAt: Date } | null> {
  const live = await selectLive(sql, accountId);
  // A declined order no longer counts; the next order, or the end of the sign-up, cancels it.
  if (!live || (live.status === "incomplete" && live.decline !== null && live.refund_requested_at === null))
    return null;
  return { status: toOrderStatus(live), plan: live.plan, placedAt: live.attempted_at };
}

/** @returns when a paid plan ends that does not renew; null: no plan ends */
export async function findPlanEnd(sql: Sql, accountId: string): Promise<Date | null> {
  const live = await selectLive(sql, accountId);
  return live && live.status !== "incomplete" && live.cancel_at_period_end ? live.current_period_end : null;
}

function toOrderStatus(live: SubscriptionRow): OrderStatus {
  if (live.refund_requested_at !== null) return "ending";
  if (live.status !== "incomplete") return "paid";
  return live.provider_id === null ? "paying" : "at-bank";
}
