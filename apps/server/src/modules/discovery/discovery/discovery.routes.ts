import { discoveryRoutes } from "@app/contract/discovery";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readerOf, readFromReplica } from "#platform/http/replica-reads.ts";
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

/** Serves the lists of `/explore`, from the replica where there is one. */
export function serveDiscovery(app: FastifyInstance, deps: Deps): void {
  const onReplica = <T>(request: FastifyRequest, read: (deps: Deps) => Promise<T>) =>
    readFromReplica(deps, readerOf(request), read);

  serve(app, discoveryRoutes.topVideos, ({ viewer, request }) =>
    onReplica(request, async (reads) => ({ content: await listBanner(reads, viewer) })),
  );
  serve(app, discoveryRoutes.trending, ({ viewer, request }) =>
    onReplica(request, (reads) => listTrending(reads, viewer)),
  );
  serve(app, discoveryRoutes.topEarners, ({ viewer, request }) =>
    onReplica(request, (reads) => listTopEarners(reads, viewer)),
  );
  serve(app, discoveryRoutes.userTopEarners, ({ viewer, request }) =>
    onReplica(request, (reads) => listTopEarnersFor(reads, requireMember(viewer))),
  );
  serve(app, discoveryRoutes.weeklyEarners, ({ viewer, request }) =>
    onReplica(request, (reads) => listWeeklyEarners(reads, viewer)),
  );
  serve(app, discoveryRoutes.athletes, ({ viewer, request }) =>
    onReplica(request, (reads) => listAthletes(reads, viewer)),
  );
  serve(app, discoveryRoutes.userAthletes, ({ viewer, request }) =>
    onReplica(request, (reads) => listAthletesFor(reads, requireMember(viewer))),
  );
}
