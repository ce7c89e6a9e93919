import { auditRoutes } from "@app/contract/audit";
import { billingRoutes } from "@app/contract/billing";
import { planPriceRoutes } from "@app/contract/plan-prices";
import { expect, test } from "vitest";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld } from "#testing/billing-world.ts";

const world = await createSandboxWorld();
const { testApp } = world;
const ada = await testApp.person("ada", { staffRole: "admin" });

test("a new price applies to new subscriptions only; existing subscribers keep theirs", async () => {
  const payer = await testApp.person("payer", { plan: "Individual" });
  await payer.call(billingRoutes.createSubscription, { body: toOrder("Individual", await world.addCard(payer)) });
  const change = { params: { plan: "Individual" as const }, body: { price_cents: 1299, reason: "A new season" } };
  await Promise.all([ada.call(planPriceRoutes.change, change), ada.call(planPriceRoutes.change, change)]);
  const offers = await testApp.visitor.call(billingRoutes.plans);
  expect(offers.find(({ plan }) => plan === "Individual")?.price_cents).toBe(1299);
  expect((await ada.call(planPriceRoutes.list)).find(({ plan }) => plan === "Individual")).toMatchObject({
    price_cents: 1299,
    subscribers: [{ price_cents: 999, count: 1 }],
  });
  const { entries } = await ada.call(auditRoutes.list);
  expect(entries).toMatchObject([
    { reason: "A new season", changes: [{ field: "price_cents", before: "999", after: "1299" }] },
  ]);
  const tooLow = await ada.refused(planPriceRoutes.change, { ...change, body: { price_cents: 99, reason: "Sale" } });
  expect(tooLow.errors.price_cents).toEqual(["A price must be between $1.00 and $1,000.00."]);
});
