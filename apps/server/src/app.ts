import { allRoutes } from "@app/contract/routes";
import type { FastifyInstance } from "fastify";
import { serveAccounts } from "#modules/accounts/accounts.routes.ts";
import { serveSignUp } from "#modules/accounts/sign-up.routes.ts";
import { serveCategories } from "#modules/categories/categories.routes.ts";
import { serveContents } from "#modules/contents/contents.routes.ts";
import { serveDiscovery } from "#modules/discovery/discovery.routes.ts";
import { serveMedia } from "#modules/media/media.routes.ts";
import { serveUploads } from "#modules/uploads/uploads.routes.ts";
import { serveViews } from "#modules/views/views.routes.ts";
import type { Deps } from "#platform/deps.ts";
import { refuseWrongMethods } from "#platform/http/allowed-methods.ts";
import { compressReplies } from "#platform/http/compress.ts";
import { serveHealth } from "#platform/http/health.ts";
import { limitRequests } from "#platform/http/limits.ts";
import { serveMailbox } from "#platform/http/mailbox.ts";
import { countRequests, serveMetrics } from "#platform/http/metrics.ts";
import { serveOpenApi } from "#platform/http/openapi.ts";
import { servePage } from "#platform/http/page.ts";
import { openServer } from "#platform/http/server.ts";
import { openFirstView } from "./first-view.ts";

/** Every feature's routes in one readable list. */
export async function openApp(deps: Deps): Promise<FastifyInstance> {
  const app = await openServer(deps.log, { trustProxy: deps.config.trustProxy });
  countRequests(app, deps);
  await limitRequests(app, deps);
  await compressReplies(app);
  refuseWrongMethods(app);
  serveHealth(app, deps);
  serveMetrics(app, deps);
  serveOpenApi(app, deps, allRoutes);
  serveMailbox(app, deps);
  serveAccounts(app, deps);
  serveSignUp(app, deps);
  serveCategories(app, deps);
  serveContents(app, deps);
  serveDiscovery(app, deps);
  serveMedia(app, deps);
  serveUploads(app, deps);
  serveViews(app, deps);
  await servePage(app, deps, (address) => openFirstView(deps, address));
  return app;
}
