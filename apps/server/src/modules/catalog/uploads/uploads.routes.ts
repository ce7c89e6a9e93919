import { AsyncLocalStorage } from "node:async_hooks";
import { contentRoutes, VIDEO_MAX_BYTES } from "@app/contract/contents";
import { uploadId } from "@app/contract/ids";
import { TUS_PATH, uploadRoutes } from "@app/contract/uploads";
import type { Server } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { createDiskReservations } from "#platform/storage/disk-space.ts";
import { createUploadLocker, type UploadLocker } from "#platform/storage/upload-locks.ts";
import { requireEarner, requireMember } from "#platform/viewer.ts";
import {
  beginUpload,
  cancelUpload,
  completeUpload,
  discardUpload,
  endOfUpload,
  finishUpload,
  keepUpload,
  listOpenUploads,
  requireOwnUpload,
  showStorageUse,
  showUpload,
  type UploadRow,
} from "./uploads.service.ts";

/** The id of the upload that the running request creates or was found to own. */
const uploadInHand = new AsyncLocalStorage<string>();

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

/**
 * The tus 1.0 endpoint. Who may do what is decided here, before tus sees the request; ids are ours
 * and handed to tus, so nothing a client sends ever becomes part of a path. (Left to itself tus
 * takes whatever follows the last slash of the address, be it in the query.)
 */
function serveTus(app: FastifyInstance, deps: Deps): void {
  let opened: Promise<Server> | undefined;
  const locker = createUploadLocker(deps);
  const openOnce = () => (opened ??= openTus(deps, locker));
  const reserve = createDiskReservations(deps);
  app.addHook("onClose", () => locker.close());

  app.addContentTypeParser("application/offset+octet-stream", (_request, _payload, done) => done(null));

  app.route({
    method: "POST",
    url: TUS_PATH,
    config: { route: "uploads.tus" },
    handler: async (request, reply) => {
      const earner = requireEarner(request.viewer);
      const release = await reserve(readBodyBytes(request, 0));
      try {
        const id = await beginUpload(deps, earner, {
          name: readFileName(request.headers["upload-metadata"]),
          sizeBytes: readLength(request.headers["upload-length"]),
        });
        await handOver(await openOnce(), id, request, reply);
        // Refused, or cut off before its address was told: nobody will ever go on with it.
        if (reply.raw.statusCode >= 400) await discardUpload(deps, id);
      } finally {
        release();
      }
    },
  });

  app.route<{ Params: { id: string } }>({
    method: ["HEAD", "PATCH"],
    url: `${TUS_PATH}/:id`,
    config: { route: "uploads.tus" },
    handler: async (request, reply) => {
      const upload = await requireUpload(deps, request);
      if (request.method === "HEAD") return handOver(await openOnce(), upload.id, request, reply);
      const release = await reserve(readBodyBytes(request, upload.size_bytes));
      const end = setTimeout(() => request.raw.destroy(), endOfUpload(upload).getTime() - Date.now());
      try {
        await keepUpload(deps, upload.id);
        await handOver(await openOnce(), upload.id, request, reply);
      } finally {
        clearTimeout(end);
        release();
      }
    },
  });

  app.route<{ Params: { id: string } }>({
    method: "DELETE",
    url: `${TUS_PATH}/:id`,
    config: { route: "uploads.tus" },
    handler: async (request, reply) => {
      await cancelUpload(deps, requireEarner(request.viewer), (await requireUpload(deps, request)).id);
      return reply.code(204).header("tus-resumable", "1.0.0").send();
    },
  });
}

/** Loaded with the first upload: a server that is sent none stays smaller. */
async function openTus(deps: Deps, locker: UploadLocker): Promise<Server> {
  const { Server } = await import("@tus/server");
  return new Server({
    path: TUS_PATH,
    datastore: deps.uploads.tus,
    locker,
    maxSize: VIDEO_MAX_BYTES,
    relativeLocation: true,
    namingFunction: () => uploadInHand.getStore() ?? "",
    getFileIdFromRequest: () => uploadInHand.getStore(),
    // The page is served from here; no other origin has business with the endpoint.
    allowedOrigins: [deps.config.publicUrl],
    onUploadFinish: async (_, upload) => {
      await completeUpload(deps, upload.id);
      return {};
    },
  });
}

/** @throws AppError `not_found` also for another person's upload */
async function requireUpload(
  deps: Pick<Deps, "sql">,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<UploadRow> {
  const { id } = request.params;
  const earner = requireEarner(request.viewer);
  if (!uploadId.safeParse(id).success) throw notFound();
  return requireOwnUpload(deps.sql, earner, id);
}

async function handOver(tus: Server, id: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  await uploadInHand.run(id, () => tus.handle(request.raw, reply.raw));
}

/** @param mostBytes of a body that does not say how long it is */
function readBodyBytes({ headers }: FastifyRequest, mostBytes: number): number {
  return Math.min(readLength(headers["content-length"]) ?? mostBytes, VIDEO_MAX_BYTES);
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
