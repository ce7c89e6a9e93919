import { NOTIFICATION_MESSAGES, notificationRoutes } from "@app/contract/notifications";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { listNotifications, markAllRead, markNotification } from "./notifications.service.ts";

export function serveNotifications(app: FastifyInstance, deps: Deps): void {
  serve(app, notificationRoutes.list, ({ viewer, query }) => listNotifications(deps, requireMember(viewer), query));
  serve(app, notificationRoutes.mark, async ({ viewer, params, body }) => {
    await markNotification(deps, requireMember(viewer), params.id, body);
    return new Reply(NOTIFICATION_MESSAGES[body.status === 1 ? "read" : "unread"], null);
  });
  serve(app, notificationRoutes.markAll, async ({ viewer }) => {
    await markAllRead(deps, requireMember(viewer));
    return new Reply(NOTIFICATION_MESSAGES.allRead, null);
  });
}
