import { STAFF_CONTENT_MESSAGES, staffContentRoutes } from "@app/contract/staff-contents";
import type { FastifyInstance } from "fastify";
import { hideContentByStaff, reprocessByStaff, restoreContentByStaff } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import { listStaffContents } from "./contents.service.ts";

export function serveStaffContents(app: FastifyInstance, deps: Deps): void {
  serve(app, staffContentRoutes.list, ({ viewer, query }) =>
    listStaffContents(deps, requireStaff(viewer, "staff"), query),
  );

  serve(app, staffContentRoutes.hide, async ({ viewer, params, body }) => {
    await hideContentByStaff(deps, requireStaff(viewer, "staff"), { id: params.id, reason: body.reason });
    return new Reply(STAFF_CONTENT_MESSAGES.hidden, null);
  });

  serve(app, staffContentRoutes.restore, async ({ viewer, params, body }) => {
    await restoreContentByStaff(deps, requireStaff(viewer, "staff"), { id: params.id, reason: body.reason });
    return new Reply(STAFF_CONTENT_MESSAGES.shown, null);
  });

  serve(app, staffContentRoutes.reprocess, async ({ viewer, params, body }) => {
    await reprocessByStaff(deps, requireStaff(viewer, "staff"), { id: params.id, reason: body.reason });
    return new Reply(STAFF_CONTENT_MESSAGES.processingAgain, null);
  });
}
