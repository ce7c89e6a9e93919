import { siteStatsRoutes } from "@app/contract/discovery";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readerOf, readFromReplica } from "#platform/http/replica-reads.ts";
import { serve } from "#platform/http/serve.ts";
import { readSiteStats } from "./site-stats.service.ts";

export function serveSiteStats(app: FastifyInstance, deps: Deps): void {
  serve(app, siteStatsRoutes.read, ({ request }) => readFromReplica(deps, readerOf(request), readSiteStats));
}
