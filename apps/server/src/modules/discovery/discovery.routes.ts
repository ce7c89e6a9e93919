import { discoveryRoutes } from "@app/contract/discovery";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { listBanner, listTrending } from "./discovery.service.ts";

export function serveDiscovery(app: FastifyInstance, deps: Deps): void {
  serve(app, discoveryRoutes.topVideos, async () => ({ content: await listBanner(deps) }));
  serve(app, discoveryRoutes.trending, () => listTrending(deps));
}
