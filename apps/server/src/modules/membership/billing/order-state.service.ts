import type { Plan } from "@app/contract/accounts";
import type { Sql } from "#platform/db/database.ts";
import { type SubscriptionRow, selectLive } from "./subscriptions.sql.ts";

export type OrderStatus = "paying" | "at-bank" | "paid" | "ending";

/** The live order of somebody's plan; null when there is none. `paid` includes the days of grace after a failed renewal. */
export async function findOrder(
  sql: Sql,
  accountId: string,
): Promise<{ status: OrderStatus; plan: Plan; placedAt: Date } | null> {
  const live = await selectLive(sql, accountId);
  // An order that the bank has refused is none any more; it is ended with the next one, or with the sign-up.
  if (!live || (live.status === "incomplete" && live.decline !== null && live.refund_requested_at === null))
    return null;
  return { status: toOrderStatus(live), plan: live.plan, placedAt: live.attempted_at };
}

/** @returns when a paid plan ends that is not renewed; null when none does */
export async function findPlanEnd(sql: Sql, accountId: string): Promise<Date | null> {
  const live = await selectLive(sql, accountId);
  return live && live.status !== "incomplete" && live.cancel_at_period_end ? live.current_period_end : null;
}

function toOrderStatus(live: SubscriptionRow): OrderStatus {
  if (live.refund_requested_at !== null) return "ending";
  if (live.status !== "incomplete") return "paid";
  return live.provider_id === null ? "paying" : "at-bank";
}
