import { analyticsRoutes } from "@app/contract/analytics";
import { playbackRoutes } from "@app/contract/views";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { showChannelAnalytics, showContentAnalytics, showItemAnalytics } from "./analytics.service.ts";
import { createReportBuffer, readReport, startPlayback } from "./beats.service.ts";

export function serveAnalytics(app: FastifyInstance, deps: Deps): void {
  const buffer = createReportBuffer(deps);
  // Runs before the server waits for open requests, because those wait for the buffer.
  app.addHook("preClose", () => buffer.close());
  app.addHook("onClose", () => buffer.close());

  serve(app, playbackRoutes.start, ({ viewer, params }) => startPlayback(deps, requireMember(viewer), params.id));
  serve(app, playbackRoutes.beat, async ({ body }) => {
    await buffer.add(readReport(deps, body));
    return null;
  });
  serve(app, analyticsRoutes.channel, ({ viewer, query }) =>
    showChannelAnalytics(deps, requireMember(viewer), query.days),
  );
  serve(app, analyticsRoutes.items, ({ viewer, query }) => showItemAnalytics(deps, requireMember(viewer), query.days));
  serve(app, analyticsRoutes.content, ({ viewer, params, query }) =>
    showContentAnalytics(deps, requireMember(viewer), params.id, query.days),
  );
}
