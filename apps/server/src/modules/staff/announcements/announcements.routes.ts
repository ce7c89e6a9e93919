import path from "node:path";
import {
  ANNOUNCEMENT_MESSAGES,
  ANNOUNCEMENT_POSTER,
  ANNOUNCEMENT_VIDEO,
  announcementRoutes,
  staffAnnouncementRoutes,
} from "@app/contract/staff-announcements";
import type { FastifyInstance } from "fastify";
import { createScratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";
import { readFilePart, saveFilePart } from "#platform/http/form-parts.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import { showAnnouncement } from "./announcements.service.ts";
import {
  addAnnouncement,
  changeAnnouncement,
  listAnnouncements,
  removeVideo,
  setPoster,
  setVideo,
  turnAnnouncement,
} from "./staff-announcements.service.ts";

export function serveAnnouncements(app: FastifyInstance, deps: Deps): void {
  serve(app, announcementRoutes.current, () => showAnnouncement(deps));

  serve(app, staffAnnouncementRoutes.list, ({ query }) => listAnnouncements(deps, query));

  serve(
    app,
    staffAnnouncementRoutes.add,
    async ({ viewer, body }) =>
      new Reply(ANNOUNCEMENT_MESSAGES.added, await addAnnouncement(deps, requireStaff(viewer, "admin"), body)),
  );

  serve(app, staffAnnouncementRoutes.change, async ({ viewer, params, body }) => {
    await changeAnnouncement(deps, requireStaff(viewer, "admin"), params.id, body);
    return new Reply(ANNOUNCEMENT_MESSAGES.saved, null);
  });

  serve(app, staffAnnouncementRoutes.turn, async ({ viewer, params, body }) => {
    await turnAnnouncement(deps, requireStaff(viewer, "admin"), params.id, body.is_on);
    return new Reply(body.is_on ? ANNOUNCEMENT_MESSAGES.on : ANNOUNCEMENT_MESSAGES.off, null);
  });

  serve(app, staffAnnouncementRoutes.sendVideo, async ({ viewer, params, request }) => {
    const scratch = await createScratch(deps.config.dataDir);
    try {
      const file = path.join(scratch.folder, "video");
      await saveFilePart(request, ANNOUNCEMENT_VIDEO, file);
      await setVideo(deps, requireStaff(viewer, "admin"), params.id, file);
    } finally {
      await scratch.remove();
    }
    return new Reply(ANNOUNCEMENT_MESSAGES.videoSaved, null);
  });

  serve(app, staffAnnouncementRoutes.removeVideo, async ({ viewer, params }) => {
    await removeVideo(deps, requireStaff(viewer, "admin"), params.id);
    return new Reply(ANNOUNCEMENT_MESSAGES.videoRemoved, null);
  });

  serve(app, staffAnnouncementRoutes.sendPoster, async ({ viewer, params, request }) => {
    const picture = await readFilePart(request, ANNOUNCEMENT_POSTER);
    await setPoster(deps, requireStaff(viewer, "admin"), params.id, picture);
    return new Reply(ANNOUNCEMENT_MESSAGES.posterSaved, null);
  });
}
