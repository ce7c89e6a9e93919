import { PRICE_MESSAGES, planPriceRoutes } from "@app/contract/plan-prices";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import { changePriceByStaff, listPlanPrices } from "./plan-prices.service.ts";

export function servePlanPrices(app: FastifyInstance, deps: Deps): void {
  serve(app, planPriceRoutes.list, () => listPlanPrices(deps));
  serve(app, planPriceRoutes.change, async ({ viewer, params, body }) => {
    await changePriceByStaff(deps, requireStaff(viewer, "admin"), params.plan, body);
    return new Reply(PRICE_MESSAGES.changed, null);
  });
}
