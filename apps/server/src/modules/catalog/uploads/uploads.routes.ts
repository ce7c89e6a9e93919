import { contentRoutes } from "@app/contract/contents";
import { uploadRoutes } from "@app/contract/uploads";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { serveTus } from "./tus.routes.ts";
import { cancelUpload, finishUpload, listOpenUploads, showStorageUse, showUpload } from "./uploads.service.ts";

export function serveUploads(app: FastifyInstance, deps: Deps): void {
  serveTus(app, deps);

  serve(app, uploadRoutes.open, ({ viewer }) => listOpenUploads(deps, requireMember(viewer)));
  serve(app, uploadRoutes.storage, ({ viewer }) => showStorageUse(deps, requireMember(viewer)));
  serve(app, uploadRoutes.one, ({ viewer, params }) => showUpload(deps, requireMember(viewer), params.id));
  serve(app, uploadRoutes.cancel, async ({ viewer, params }) => {
    await cancelUpload(deps, requireMember(viewer), params.id);
    return new Reply("The upload was cancelled.", null);
  });
  serve(
    app,
    contentRoutes.upload,
    async ({ viewer, body }) =>
      new Reply("Your content was uploaded.", await finishUpload(deps, requireMember(viewer), body)),
  );
}
