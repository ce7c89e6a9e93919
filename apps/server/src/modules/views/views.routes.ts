import { viewRoutes } from "@app/contract/views";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { countView } from "./views.service.ts";

export function serveViews(app: FastifyInstance, deps: Deps): void {
  serve(app, viewRoutes.add, ({ viewer, params, body }) =>
    countView(deps, requireMember(viewer), params.id, body.watched_s),
  );
}
