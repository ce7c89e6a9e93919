import { earningRoutes, statementRoutes } from "@app/contract/earnings";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { chartEarnings, readStatement, summarizeEarnings } from "./earnings.service.ts";

export function serveEarnings(app: FastifyInstance, deps: Deps): void {
  serve(app, earningRoutes.summary, ({ viewer, query }) =>
    summarizeEarnings(deps, requireMember(viewer), query.channel_id),
  );
  serve(app, earningRoutes.chart, ({ viewer, query }) => chartEarnings(deps, requireMember(viewer), query.type));
  serve(app, statementRoutes.read, ({ viewer, query }) => readStatement(deps, requireMember(viewer), query.period));
}
