import { accountRoutes } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { expect, test } from "vitest";
import { createCaller } from "#testing/caller.ts";
import { toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createDemoWorld, DEMO_PASSWORD } from "./demo-people.service.ts";
import { payDemoPlans } from "./demo-plans.service.ts";
import { EARNERS } from "./world/people.ts";

test("the demo earners have paid for their plans once, however often it is created", async () => {
  const { deps, visitor, origin } = await createTestApp();
  await createDemoWorld(deps);
  await payDemoPlans(deps);
  await payDemoPlans(deps);
  const { access_token } = await visitor.call(accountRoutes.login, { body: toLogin("marisol.vega", DEMO_PASSWORD) });
  const marisol = createCaller(origin, access_token);
  expect((await marisol.call(billingRoutes.summary)).subscription).toMatchObject({
    plan: "Individual",
    status: "active",
    price_cents: 999,
  });
  expect((await marisol.call(billingRoutes.invoices)).invoices).toMatchObject([{ total_cents: 999 }]);
  const { rows } = await deps.pool.query(
    `select a.plan, count(*)::int as earners from invoices i join accounts a on a.id = i.account_id group by 1 order by 1`,
  );
  const planned = (wanted: string) => EARNERS.filter(({ plan }) => plan === wanted).length;
  expect(rows).toEqual(["Individual", "Organization", "Team"].map((plan) => ({ plan, earners: planned(plan) })));
});
