import type { Plan } from "@app/contract/accounts";
import type { Sql } from "#platform/db/database.ts";

export type PlanRow = { plan: Plan; title: string; price_cents: number };

/** Cheapest first. */
export async function selectPlans(sql: Sql): Promise<PlanRow[]> {
  const rows = await sql
    .selectFrom("plan_prices")
    .select(["plan", "title", "price_cents"])
    .orderBy("price_cents")
    .orderBy("plan")
    .execute();
  return rows.map((row) => ({ ...row, plan: row.plan as Plan }));
}

export async function updatePlanPrice(sql: Sql, plan: Plan, priceCents: number, at: Date): Promise<void> {
  await sql
    .updateTable("plan_prices")
    .set({ price_cents: priceCents, updated_at: at })
    .where("plan", "=", plan)
    .execute();
}
