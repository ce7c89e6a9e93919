import { todayRoutes } from "@app/contract/console";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import { showToday } from "./today.service.ts";

export function serveToday(app: FastifyInstance, deps: Deps): void {
  serve(app, todayRoutes.show, ({ viewer }) => showToday(deps, requireStaff(viewer, "staff")));
}
