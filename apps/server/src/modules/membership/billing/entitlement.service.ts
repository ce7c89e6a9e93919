import type { Plan } from "@app/contract/accounts";
import type { Sql } from "#platform/db/database.ts";
import { type SubscriptionRow, selectLive, selectPaidPlan } from "./subscriptions.sql.ts";

export type OrderStatus = "paying" | "at-bank" | "paid" | "ending";

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
