import { discoveryRoutes } from "@app/contract/discovery";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import {
  listAthletes,
  listAthletesFor,
  listBanner,
  listTopEarners,
  listTopEarnersFor,
  listTrending,
  listWeeklyEarners,
} from "./discovery.service.ts";

export function serveDiscovery(app: FastifyInstance, deps: Deps): void {
  serve(app, discoveryRoutes.topVideos, async ({ viewer }) => ({ content: await listBanner(deps, viewer) }));
  serve(app, discoveryRoutes.trending, ({ viewer }) => listTrending(deps, viewer));
  serve(app, discoveryRoutes.topEarners, ({ viewer }) => listTopEarners(deps, viewer));
  serve(app, discoveryRoutes.userTopEarners, ({ viewer }) => listTopEarnersFor(deps, requireMember(viewer)));
  serve(app, discoveryRoutes.weeklyEarners, ({ viewer }) => listWeeklyEarners(deps, viewer));
  serve(app, discoveryRoutes.athletes, ({ viewer }) => listAthletes(deps, viewer));
  serve(app, discoveryRoutes.userAthletes, ({ viewer }) => listAthletesFor(deps, requireMember(viewer)));
}
