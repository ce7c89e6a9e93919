import { STAFF_COMMENT_MESSAGES, staffCommentRoutes } from "@app/contract/staff-comments";
import type { FastifyInstance } from "fastify";
import { deleteCommentByStaff, hideCommentByStaff, restoreCommentByStaff } from "#modules/engagement/index.ts";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import { listStaffComments } from "./comments.service.ts";

export function serveStaffComments(app: FastifyInstance, deps: Deps): void {
  serve(app, staffCommentRoutes.list, ({ viewer, query }) =>
    listStaffComments(deps, requireStaff(viewer, "staff"), query),
  );

  serve(app, staffCommentRoutes.hide, async ({ viewer, params, body }) => {
    await hideCommentByStaff(deps, requireStaff(viewer, "staff"), { ...params, ...body });
    return new Reply(STAFF_COMMENT_MESSAGES.hidden, null);
  });

  serve(app, staffCommentRoutes.remove, async ({ viewer, params, body }) => {
    await deleteCommentByStaff(deps, requireStaff(viewer, "staff"), { ...params, ...body });
    return new Reply(STAFF_COMMENT_MESSAGES.deleted, null);
  });

  serve(app, staffCommentRoutes.restore, async ({ viewer, params, body }) => {
    await restoreCommentByStaff(deps, requireStaff(viewer, "staff"), { ...params, ...body });
    return new Reply(STAFF_COMMENT_MESSAGES.restored, null);
  });
}
