import { fileRoutes } from "@app/contract/files";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { addImages } from "./add-images.service.ts";
import { listUploadsFor, replaceFile, showFile } from "./files.service.ts";

export function serveFiles(app: FastifyInstance, deps: Deps): void {
  serve(app, fileRoutes.one, ({ viewer, params }) => showFile(deps, viewer, params.id));
  serve(app, fileRoutes.replace, async ({ viewer, params, body }) => {
    const file = await replaceFile(deps, requireMember(viewer), params.id, body.upload_id);
    return new Reply("The file is replaced once the new one is processed.", file);
  });
  serve(app, fileRoutes.uploads, ({ viewer, params }) => listUploadsFor(deps, requireMember(viewer), params.id));
  serve(app, fileRoutes.addImages, async ({ viewer, params, body }) => {
    const item = await addImages(deps, requireMember(viewer), params.id, body.images);
    return new Reply("The images appear once they are ready.", item);
  });
}
