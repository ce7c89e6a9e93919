import type { Plan } from "@app/contract/accounts";
import { PLAN_BENEFITS, type PlanOffer } from "@app/contract/billing";
import type { GuardianPrice } from "@app/contract/guardian";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Price } from "#platform/payments/payments.ts";
import { type PlanRow, selectPlans, updatePlanPrice } from "./plans.sql.ts";
import { selectLive } from "./subscriptions.sql.ts";

export async function listPlans(deps: Pick<Deps, "sql">): Promise<PlanOffer[]> {
  return (await selectPlans(deps.sql)).map(toOffer);
}

export async function requireOffer(sql: Sql, plan: Plan): Promise<PlanOffer> {
  const row = (await selectPlans(sql)).find((one) => one.plan === plan);
  if (!row) throw new Error(`the plan ${plan} has no price`);
  return toOffer(row);
}

/**
 * What a guardian is told that it costs a month.
 * @param plan null where none is chosen yet: then it is all of them
 * @returns for a plan that is paid already the price that was agreed to, else today's
 */
export async function listPricesFor(sql: Sql, accountId: string, plan: Plan | null): Promise<GuardianPrice[]> {
  const live = await selectLive(sql, accountId);
  return (await selectPlans(sql))
    .filter((one) => plan === null || one.plan === plan)
    .map((one) => (one.plan === live?.plan ? { ...one, price_cents: live.price_cents } : one));
}

/** For those who subscribe or change to it from now on: everybody else keeps the price that they agreed to. */
export function changePlanPrice(deps: Pick<Deps, "sql" | "now">, plan: Plan, priceCents: number): Promise<void> {
  return updatePlanPrice(deps.sql, plan, priceCents, deps.now());
}

export function toPrice(offer: PlanOffer): Price {
  return { plan: offer.plan, title: offer.title, cents: offer.price_cents };
}

function toOffer({ plan, title, price_cents }: PlanRow): PlanOffer {
  return { plan, price_cents, currency: "usd", interval: "month", title, benefits: [...PLAN_BENEFITS] };
}
