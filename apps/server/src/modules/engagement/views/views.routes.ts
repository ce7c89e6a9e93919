import { viewRoutes } from "@app/contract/views";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { createFlushTimer } from "#platform/flush-timer.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { countView, flushViewCounts } from "./views.service.ts";

export function serveViews(app: FastifyInstance, deps: Deps): void {
  const counter = createFlushTimer(deps, { name: "view counts", flush: () => flushViewCounts(deps) });
  app.addHook("onClose", () => counter.close());

  serve(app, viewRoutes.add, ({ viewer, params, body }) =>
    countView({ sql: deps.sql, counter }, requireMember(viewer), params.id, {
      watchedS: body.watched_s,
      source: body.source,
    }),
  );
}
