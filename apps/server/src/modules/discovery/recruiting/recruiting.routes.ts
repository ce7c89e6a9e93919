import { RECRUITING_MESSAGES, recruitingRoutes } from "@app/contract/recruiting";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireEarner } from "#platform/viewer.ts";
import { renewLink, saveLink, showLink } from "./link.service.ts";
import { contactAthlete, showRecruitingPage } from "./page.service.ts";

export function serveRecruiting(app: FastifyInstance, deps: Deps): void {
  serve(app, recruitingRoutes.link, ({ viewer }) => showLink(deps, requireEarner(viewer)));
  serve(
    app,
    recruitingRoutes.save,
    async ({ viewer, body }) => new Reply(RECRUITING_MESSAGES.saved, await saveLink(deps, requireEarner(viewer), body)),
  );
  serve(
    app,
    recruitingRoutes.renew,
    async ({ viewer }) => new Reply(RECRUITING_MESSAGES.renewed, await renewLink(deps, requireEarner(viewer))),
  );
  serve(app, recruitingRoutes.page, ({ viewer, params, reply }) => {
    // Anybody with the link has access, so the page must not stay in the cache of a shared browser.
    reply.header("cache-control", "no-store");
    return showRecruitingPage(deps, viewer, params.token);
  });
  serve(app, recruitingRoutes.contact, async ({ viewer, params, body, request }) => {
    await contactAthlete(deps, params.token, body, { viewer, address: request.ip });
    return new Reply(RECRUITING_MESSAGES.sent, null);
  });
}
