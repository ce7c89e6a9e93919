import { measurableRoutes } from "@app/contract/measurables";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireEarner, requireMember } from "#platform/viewer.ts";
import { measurablesOfChannel, saveMeasurables } from "./measurables.service.ts";

export function serveMeasurables(app: FastifyInstance, deps: Deps): void {
  serve(app, measurableRoutes.ofChannel, ({ viewer, params }) =>
    measurablesOfChannel(deps, requireMember(viewer), params.id),
  );
  serve(
    app,
    measurableRoutes.save,
    async ({ viewer, body }) => new Reply("Saved.", await saveMeasurables(deps, requireEarner(viewer), body)),
  );
}
