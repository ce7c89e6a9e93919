import { TAX_MESSAGES, taxRoutes } from "@app/contract/tax";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { exportTaxYear, giveW9, listTaxYears, saveTaxYear } from "./tax.service.ts";

export function serveTax(app: FastifyInstance, deps: Deps): void {
  serve(app, taxRoutes.giveW9, async ({ viewer, body }) => {
    await giveW9(deps, requireMember(viewer), body);
    return new Reply(TAX_MESSAGES.saved, null);
  });
  serve(app, taxRoutes.years, () => listTaxYears(deps));
  serve(app, taxRoutes.saveYear, async ({ viewer, params, body }) => {
    await saveTaxYear(deps, requireMember(viewer), { ...params, ...body });
    return new Reply(TAX_MESSAGES.yearSaved, null);
  });
  serve(app, taxRoutes.exportYear, ({ viewer, params }) => exportTaxYear(deps, requireMember(viewer), params.year));
}
