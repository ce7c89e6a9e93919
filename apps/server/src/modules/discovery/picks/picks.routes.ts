import { PICKS_MESSAGES, pickRoutes } from "@app/contract/picks";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import { orderPins, pickAthlete, pinVideo, showAthletePicks, showBanner } from "./picks.service.ts";

export function servePicks(app: FastifyInstance, deps: Deps): void {
  serve(app, pickRoutes.banner, () => showBanner(deps));
  serve(app, pickRoutes.pin, async ({ viewer, params, body }) => {
    await pinVideo(deps, requireStaff(viewer, "staff"), params.id, body.pinned);
    return new Reply(PICKS_MESSAGES[body.pinned ? "pinned" : "unpinned"], null);
  });
  serve(app, pickRoutes.order, async ({ viewer, body }) => {
    await orderPins(deps, requireStaff(viewer, "staff"), body.ids);
    return new Reply(PICKS_MESSAGES.ordered, null);
  });
  serve(app, pickRoutes.athletes, () => showAthletePicks(deps));
  serve(app, pickRoutes.pickAthlete, async ({ viewer, body }) => {
    await pickAthlete(deps, requireStaff(viewer, "staff"), body);
    return new Reply(PICKS_MESSAGES.picked, null);
  });
}
