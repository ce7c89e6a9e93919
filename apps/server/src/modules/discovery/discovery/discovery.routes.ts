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
  serve(app, discoveryRoutes.topVideos, async () => ({ content: await listBanner(deps) }));
  serve(app, discoveryRoutes.trending, () => listTrending(deps));
  serve(app, discoveryRoutes.topEarners, () => listTopEarners(deps));
  serve(app, discoveryRoutes.userTopEarners, ({ viewer }) => listTopEarnersFor(deps, requireMember(viewer)));
  serve(app, discoveryRoutes.weeklyEarners, () => listWeeklyEarners(deps));
  serve(app, discoveryRoutes.athletes, () => listAthletes(deps));
  serve(app, discoveryRoutes.userAthletes, ({ viewer }) => listAthletesFor(deps, requireMember(viewer)));
}
