import { announcementRoutes } from "@app/contract/announcements";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { showAnnouncement } from "./announcements.service.ts";

export function serveAnnouncements(app: FastifyInstance, deps: Deps): void {
  serve(app, announcementRoutes.current, () => showAnnouncement(deps));
}
