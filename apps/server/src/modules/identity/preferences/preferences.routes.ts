import { PREFERENCE_MESSAGES, preferenceRoutes } from "@app/contract/preferences";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import {
  listNotificationSettings,
  setDeliveries,
  setNotification,
  setPrivacy,
  showDeliveries,
  showPrivacy,
} from "./preferences.service.ts";

export function servePreferences(app: FastifyInstance, deps: Deps): void {
  serve(app, preferenceRoutes.notifications, ({ viewer }) => listNotificationSettings(deps, requireMember(viewer)));
  serve(app, preferenceRoutes.setNotification, async ({ viewer, body }) => {
    return new Reply(PREFERENCE_MESSAGES.saved, await setNotification(deps, requireMember(viewer), body));
  });
  serve(app, preferenceRoutes.deliveries, ({ viewer }) => showDeliveries(deps, requireMember(viewer)));
  serve(app, preferenceRoutes.setDeliveries, async ({ viewer, body }) => {
    return new Reply(PREFERENCE_MESSAGES.saved, await setDeliveries(deps, requireMember(viewer), body));
  });
  serve(app, preferenceRoutes.privacy, ({ viewer }) => showPrivacy(deps, requireMember(viewer)));
  serve(app, preferenceRoutes.setPrivacy, async ({ viewer, body }) => {
    return new Reply(PREFERENCE_MESSAGES.saved, await setPrivacy(deps, requireMember(viewer), body));
  });
}
