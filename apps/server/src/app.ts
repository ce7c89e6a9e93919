import { allRoutes, namedShapes } from "@app/contract/routes";
import type { FastifyInstance } from "fastify";
import { findVisibleContents } from "#modules/catalog/index.ts";
import { findSignedInDevices } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { limitBodyTimes, limitFormBytes } from "#platform/http/body-limits.ts";
import { limitRequests } from "#platform/http/limits.ts";
import { serveMailbox } from "#platform/http/mailbox.ts";
import { countRequests, serveHealth, serveMetrics } from "#platform/http/monitoring.ts";
import { serveOpenApi } from "#platform/http/openapi.ts";
import { compressReplies, servePage } from "#platform/http/page.ts";
import { refuseOtherSites, refuseWrongMethods, warnOfUnknownProxy } from "#platform/http/refuse-requests.ts";
import { readFromReplica, rememberWrites } from "#platform/http/replica-reads.ts";
import { createServer } from "#platform/http/server.ts";
import { serveLive } from "#platform/live/serve-live.ts";
import { connectRedis } from "#platform/redis/redis.ts";
import { domains } from "./domains.ts";
import { loadInitialPage } from "./initial-data.ts";

/** The web server: hooks for every request, the routes of all domains, and the page. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const app = await createServer(deps.log, { trustProxy: deps.config.trustProxy });
  countRequests(app, deps);
  warnOfUnknownProxy(app, deps);
  limitBodyTimes(app, deps);
  const redis = deps.config.redisUrl === null ? null : connectRedis(deps.config.redisUrl, deps);
  app.decorate("redis", redis);
  app.addHook("onClose", async () => redis?.close());
  await limitRequests(app, deps, redis);
  limitFormBytes(app, deps);
  await compressReplies(app);
  refuseWrongMethods(app);
  refuseOtherSites(app, deps);
  rememberWrites(app, deps);
  serveHealth(app, deps, { redis });
  serveMetrics(app, deps);
  serveOpenApi(app, deps, { routes: allRoutes, shapes: namedShapes });
  serveMailbox(app, deps);
  for (const { routes } of domains) for (const serveRoutes of routes) serveRoutes(app, deps);
  serveLive(app, deps, {
    findSignedInDevices: (deviceIds) => findSignedInDevices(deps, deviceIds),
    canSeeItem: async (member, id) => (await findVisibleContents(deps.sql, member, [id])).length > 0,
    redis,
  });
  await servePage(app, deps, (pathname, lastWrite) =>
    readFromReplica(deps, { viewer: null, lastWrite }, (reads) => loadInitialPage(reads, pathname)),
  );
  return app;
}
