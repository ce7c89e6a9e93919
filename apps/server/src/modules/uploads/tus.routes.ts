import { AsyncLocalStorage } from "node:async_hooks";
import { VIDEO_MAX_BYTES } from "@app/contract/contents";
import { TUS_PATH } from "@app/contract/uploads";
import { Server } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { requireEarner } from "#platform/viewer.ts";
import { beginUpload, completeUpload, requireOwnUpload } from "./uploads.service.ts";

/** The id that this server gave to the upload which the running request creates. */
const newUploadId = new AsyncLocalStorage<string>();

/**
 * The tus 1.0 endpoint. Who may do what is decided here, before tus sees the request; names are
 * ours, so nothing a client sends ever becomes part of a path.
 */
export function serveTus(app: FastifyInstance, deps: Deps): void {
  const tus = new Server({
    path: TUS_PATH,
    datastore: deps.uploads.tus,
    maxSize: VIDEO_MAX_BYTES,
    relativeLocation: true,
    namingFunction: () => newUploadId.getStore() ?? "",
    // The page is served from here; no other origin has business with the endpoint.
    allowedOrigins: [deps.config.publicUrl],
    onUploadFinish: async (_, upload) => {
      await completeUpload(deps, upload.id);
      return {};
    },
  });

  app.addContentTypeParser("application/offset+octet-stream", (_request, _payload, done) => done(null));

  app.route({
    method: "POST",
    url: TUS_PATH,
    config: { route: "uploads.tus" },
    handler: async (request, reply) => {
      const earner = requireEarner(request.viewer);
      const id = await beginUpload(deps, earner, {
        name: readFileName(request.headers["upload-metadata"]),
        sizeBytes: readLength(request.headers["upload-length"]),
      });
      return newUploadId.run(id, () => handOver(tus, request, reply));
    },
  });

  app.route<{ Params: { id: string } }>({
    method: ["HEAD", "PATCH", "DELETE"],
    url: `${TUS_PATH}/:id`,
    config: { route: "uploads.tus" },
    handler: async (request, reply) => {
      const { id } = request.params;
      if (!/^[a-f0-9]{32}$/.test(id)) throw notFound();
      await requireOwnUpload(deps.sql, requireEarner(request.viewer), id);
      return handOver(tus, request, reply);
    },
  });
}

async function handOver(tus: Server, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  await tus.handle(request.raw, reply.raw);
}

function readLength(header: string | string[] | undefined): number | null {
  return typeof header === "string" && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** `Upload-Metadata` is a list of names and base64 values, parted by commas. */
function readFileName(header: string | string[] | undefined): string {
  const entries = typeof header === "string" ? header.split(",") : [];
  for (const entry of entries) {
    const [name, value] = entry.trim().split(" ");
    if (name === "filename" && value) return Buffer.from(value, "base64").toString("utf8");
  }
  return "file";
}
