import { hubRoutes } from "@app/contract/hub";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { changeContents, listHub } from "./hub.service.ts";

export function serveHub(app: FastifyInstance, deps: Deps): void {
  serve(app, hubRoutes.list, ({ viewer, query }) => listHub(deps, requireMember(viewer), query));
  serve(app, hubRoutes.change, async ({ viewer, body }) => {
    const results = await changeContents(deps, requireMember(viewer), body);
    const failed = results.filter(({ ok }) => !ok).length;
    const message = failed === 0 ? "Your changes were saved." : `${failed} of ${results.length} could not be changed.`;
    return new Reply(message, results);
  });
}
