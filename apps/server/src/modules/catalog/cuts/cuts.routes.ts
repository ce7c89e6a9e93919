import { CUT_MESSAGES, cutRoutes } from "@app/contract/cuts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { cancelTrim, createClip, setTrim, showTrim, undoTrim } from "./cuts.service.ts";

export function serveCuts(app: FastifyInstance, deps: Deps): void {
  serve(app, cutRoutes.trim, ({ viewer, params }) => showTrim(deps, viewer, params.id));
  serve(
    app,
    cutRoutes.setTrim,
    async ({ viewer, params, body }) => new Reply(CUT_MESSAGES.trimming, await setTrim(deps, viewer, params.id, body)),
  );
  serve(
    app,
    cutRoutes.undoTrim,
    async ({ viewer, params }) => new Reply(CUT_MESSAGES.restored, await undoTrim(deps, viewer, params.id)),
  );
  serve(
    app,
    cutRoutes.cancelTrim,
    async ({ viewer, params }) => new Reply(CUT_MESSAGES.canceled, await cancelTrim(deps, viewer, params.id)),
  );
  serve(app, cutRoutes.clip, ({ viewer, params, body }) => createClip(deps, requireMember(viewer), params.id, body));
}
