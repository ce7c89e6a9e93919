import type { Plan } from "@app/contract/accounts";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type PlanPriceRow = { plan: Plan; title: string; price_cents: number; updated_at: Date };

/** Cheapest first. */
export async function selectPlanPrices(sql: Sql): Promise<PlanPriceRow[]> {
  const rows = await sql
    .selectFrom("plan_prices")
    .select(["plan", "title", "price_cents", "updated_at"])
    .orderBy("price_cents")
    .orderBy("plan")
    .execute();
  return rows.map((row) => ({ ...row, plan: row.plan as Plan }));
}

/** How many pay which price for which plan. */
export async function selectPaidPrices(
  sql: Sql,
): Promise<{ plan: string; price_cents: number; subscribers: number }[]> {
  const { rows } = await raw<{ plan: string; price_cents: number; subscribers: number }>`
    select plan, price_cents, count(*) as subscribers from subscriptions
    where status in ('active', 'past_due') group by plan, price_cents order by plan, price_cents limit 300`.execute(
    sql,
  );
  return rows;
}

/** @returns the price, with a row lock until the end of the transaction */
export async function lockPlanPrice(tx: Sql, plan: Plan): Promise<number> {
  const row = await tx
    .selectFrom("plan_prices")
    .select("price_cents")
    .where("plan", "=", plan)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.price_cents;
}

export async function updatePlanPrice(sql: Sql, plan: Plan, priceCents: number, at: Date): Promise<void> {
  await sql
    .updateTable("plan_prices")
    .set({ price_cents: priceCents, updated_at: at })
    .where("plan", "=", plan)
    .execute();
}
