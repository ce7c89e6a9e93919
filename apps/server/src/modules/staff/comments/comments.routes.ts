import { staffCommentRoutes } from "@app/contract/staff-comments";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { listStaffComments } from "./comments.service.ts";

export function serveStaffComments(app: FastifyInstance, deps: Deps): void {
  serve(app, staffCommentRoutes.list, ({ query }) => listStaffComments(deps, query));
}
