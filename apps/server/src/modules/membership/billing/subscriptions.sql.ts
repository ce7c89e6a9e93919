import type { Plan } from "@app/contract/accounts";
import type { SubscriptionStatus } from "@app/contract/billing";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type SubscriptionRow = {
  id: string;
  account_id: string;
  provider: "sandbox" | "stripe";
  provider_id: string | null;
  idempotency_key: string;
  plan: Plan;
  price_cents: number;
  payment_method_id: string | null;
  status: SubscriptionStatus;
  current_period_start: Date | null;
  current_period_end: Date | null;
  cancel_at_period_end: boolean;
  pending_plan: Plan | null;
  pending_price_cents: number | null;
  past_due_since: Date | null;
  canceled_at: Date | null;
  decline: string | null;
  consented_at: Date;
  attempted_at: Date;
  version: number;
  /** When we began to cancel the unpaid order: whatever is paid for it from then on is refunded. */
  abandoned_at: Date | null;
  /** When a refund was requested: the plan ends, and every payment for it is refunded. */
  refund_requested_at: Date | null;
};

const COLUMNS = [
  "id",
  "account_id",
  "provider",
  "provider_id",
  "idempotency_key",
  "plan",
  "price_cents",
  "payment_method_id",
  "status",
  "current_period_start",
  "current_period_end",
  "cancel_at_period_end",
  "pending_plan",
  "pending_price_cents",
  "past_due_since",
  "canceled_at",
  "decline",
  "consented_at",
  "attempted_at",
  "version",
  "abandoned_at",
  "refund_requested_at",
] as const;

/** The columns that a check constraint limits to the contract's values. */
type Checked = Pick<SubscriptionRow, "provider" | "plan" | "status" | "pending_plan">;

function subscriptions(sql: Sql) {
  return sql.selectFrom("subscriptions").select(COLUMNS).$narrowType<Checked>();
}

/** The subscription that has not ended; an account has at most one. */
export async function selectLive(sql: Sql, accountId: string): Promise<SubscriptionRow | null> {
  const row = await subscriptions(sql)
    .where("account_id", "=", accountId)
    .where("status", "<>", "canceled")
    .executeTakeFirst();
  return row ?? null;
}

/** The live subscription, else the last one that was ever paid. */
export async function selectLatest(sql: Sql, accountId: string): Promise<SubscriptionRow | null> {
  const row = await subscriptions(sql)
    .where("account_id", "=", accountId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("status", "<>", "canceled"),
        exists(
          selectFrom("invoices").select("invoices.id").whereRef("invoices.subscription_id", "=", "subscriptions.id"),
        ),
      ]),
    )
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectSubscription(sql: Sql, id: string): Promise<SubscriptionRow | null> {
  return (await subscriptions(sql).where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function selectByKey(sql: Sql, accountId: string, key: string): Promise<SubscriptionRow | null> {
  const row = await subscriptions(sql)
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectByProviderId(sql: Sql, providerId: string): Promise<SubscriptionRow | null> {
  return (await subscriptions(sql).where("provider_id", "=", providerId).executeTakeFirst()) ?? null;
}

export async function lockSubscription(tx: Sql, id: string): Promise<SubscriptionRow | null> {
  return (await subscriptions(tx).where("id", "=", id).forUpdate().executeTakeFirst()) ?? null;
}

/** One page of a job's subscriptions, by id. */
type Page = { provider: "sandbox" | "stripe"; after: SubscriptionRow | null };

function page(sql: Sql, { provider, after }: Page) {
  return subscriptions(sql)
    .where("provider", "=", provider)
    .$if(after !== null, (query) => query.where("id", ">", after?.id ?? ""))
    .orderBy("id")
    .limit(200);
}

/** Past due, and the grace period is over. */
export async function selectOverdue(sql: Sql, since: Date, of: Page): Promise<SubscriptionRow[]> {
  return page(sql, of).where("status", "=", "past_due").where("past_due_since", "<=", since).execute();
}

/** The period is over, and no event has reported the renewal. */
export async function selectUnheard(sql: Sql, endedBefore: Date, of: Page): Promise<SubscriptionRow[]> {
  return page(sql, of).where("status", "=", "active").where("current_period_end", "<=", endedBefore).execute();
}

/** Orders whose outcome no event has reported. */
export async function selectUnanswered(sql: Sql, attemptedBefore: Date, of: Page): Promise<SubscriptionRow[]> {
  return page(sql, of).where("status", "=", "incomplete").where("attempted_at", "<=", attemptedBefore).execute();
}

/** Orders and plans of banned people that renew, and those that end with a refund: their job failed or never ran. */
export async function selectEnding(sql: Sql, of: Page): Promise<SubscriptionRow[]> {
  return page(sql, of)
    .where("status", "<>", "canceled")
    .where(({ or, and, eb, exists, selectFrom }) => {
      const bans = selectFrom("suspensions")
        .select("suspensions.account_id")
        .whereRef("suspensions.account_id", "=", "subscriptions.account_id")
        .where("suspensions.until", "is", null);
      return or([
        eb("refund_requested_at", "is not", null),
        and([eb("cancel_at_period_end", "=", false), exists(bans)]),
      ]);
    })
    .execute();
}

/** @returns whether the order is new; an order with this key, or another live one, stays unchanged */
export async function insertOrder(
  tx: Sql,
  order: {
    id: string;
    accountId: string;
    provider: "sandbox" | "stripe";
    key: string;
    plan: Plan;
    priceCents: number;
    cardId: string;
    consentText: string;
    at: Date;
  },
): Promise<boolean> {
  const rows = await tx
    .insertInto("subscriptions")
    .values({
      id: order.id,
      account_id: order.accountId,
      provider: order.provider,
      idempotency_key: order.key,
      plan: order.plan,
      price_cents: order.priceCents,
      currency: "usd",
      payment_method_id: order.cardId,
      consent_text: order.consentText,
      consented_at: order.at,
      attempted_at: order.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** Records a new attempt at the provider. @returns null: the order has ended */
export async function renewAttempt(tx: Sql, id: string, at: Date): Promise<SubscriptionRow | null> {
  await tx
    .updateTable("subscriptions")
    .set({ attempted_at: at })
    .where("id", "=", id)
    .where("status", "<>", "canceled")
    .execute();
  const row = await selectSubscription(tx, id);
  return row?.status === "canceled" ? null : row;
}

type Changes = Partial<Omit<SubscriptionRow, "id" | "account_id" | "provider" | "idempotency_key">>;

export async function updateSubscription(
  tx: Sql,
  id: string,
  changes: Changes & { consent_text?: string; refund_requested_by?: "person" | "staff" },
): Promise<void> {
  await tx.updateTable("subscriptions").set(changes).where("id", "=", id).execute();
}

/**
 * Includes past due plans, whose grace period ends when a job sets `canceled`; excludes plans that end with a refund.
 */
export async function selectPaidPlan(sql: Sql, accountId: string): Promise<Plan | null> {
  const { rows } = await raw<{ plan: Plan }>`
    select plan from subscriptions 
    where account_id = ${accountId} and status in ('active', 'past_due') and refund_requested_at is null`.execute(sql);
  return rows[0]?.plan ?? null;
}

/** @returns an earner's plan, paid or not */
export async function selectAccountPlan(sql: Sql, accountId: string): Promise<Plan | null> {
  const { rows } = await raw<{ plan: Plan | null }>`select plan from accounts where id = ${accountId}`.execute(sql);
  return rows[0]?.plan ?? null;
}

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
