import { LIBRARY_MESSAGES, LIBRARY_NAMES, libraryRoutes } from "@app/contract/library";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { clearHistory, listLibrary, removeFromHistory } from "./library.service.ts";

export function serveLibrary(app: FastifyInstance, deps: Deps): void {
  for (const list of LIBRARY_NAMES)
    serve(app, libraryRoutes[list], ({ viewer, query }) => listLibrary(deps, requireMember(viewer), list, query));

  serve(app, libraryRoutes.removeFromHistory, async ({ viewer, params }) => {
    await removeFromHistory(deps, requireMember(viewer), params.id);
    return new Reply(LIBRARY_MESSAGES.removed, null);
  });
  serve(app, libraryRoutes.clearHistory, async ({ viewer }) => {
    await clearHistory(deps, requireMember(viewer));
    return new Reply(LIBRARY_MESSAGES.cleared, null);
  });
}
