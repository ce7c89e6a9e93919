import type { Plan } from "@app/contract/accounts";
import type { planPriceRoutes } from "@app/contract/plan-prices";
import type { z } from "zod";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { lockPlanPrice, selectPaidPrices, selectPlanPrices } from "./plan-prices.sql.ts";
import { updatePlanPrice } from "./subscriptions.sql.ts";

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
      ...{ staff, action: "plan.price_changed", subject: { kind: "setting", id: `price of ${plan}` }, reason },
      ...{ before: { price_cents: before }, after: { price_cents } },
    });
  });
}
