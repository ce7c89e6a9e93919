import { platformSettingsRoutes, SETTINGS_MESSAGES } from "@app/contract/platform-settings";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import { changeTriggerByStaff, showSettings } from "./settings.service.ts";

export function serveSettings(app: FastifyInstance, deps: Deps): void {
  serve(app, platformSettingsRoutes.show, () => showSettings(deps));

  serve(app, platformSettingsRoutes.changeReferralTrigger, async ({ viewer, body }) => {
    await changeTriggerByStaff(deps, requireStaff(viewer, "admin"), body);
    return new Reply(SETTINGS_MESSAGES.saved, null);
  });
}
