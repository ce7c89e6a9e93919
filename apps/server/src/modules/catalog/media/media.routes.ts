import { contentRoutes } from "@app/contract/contents";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { isLoopback } from "#platform/http/limits.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { type ByteRange, parseByteRange, type StoredInfo } from "#platform/storage/storage.ts";
import { retryProcessing } from "./media.service.ts";
import {
  createDownloadLimit,
  createMediaAccess,
  type DownloadLimit,
  findFileName,
  ORIGINAL_KEY,
  waitSentence,
} from "./media-access.service.ts";

const YEAR_S = 31_536_000;
/**
 * CDNs revalidate after a minute, so files that are no longer public disappear there too. Browsers keep theirs longer.
 */
const PUBLIC_CACHE = "public, max-age=3600, s-maxage=60";
/** A file never changes under its URL. */
const SIGNED_CACHE = `private, max-age=${YEAR_S}, immutable`;

/** Serves stored files. Access is checked on every request. */
export function serveMedia(app: FastifyInstance, deps: Deps): void {
  const access = createMediaAccess(deps);
  const limit = createDownloadLimit(deps, app.redis);

  serve(
    app,
    contentRoutes.retry,
    async ({ viewer, params }) =>
      new Reply("It is being processed again.", await retryProcessing(deps, viewer, params.id)),
  );

  app.route<{ Params: { "*": string } }>({
    method: ["GET", "HEAD"],
    url: "/media/o/*",
    config: { route: "media.open" },
    handler: async (request, reply) => {
      allowPage(deps, reply);
      const key = await access.findPublic(request.params["*"]);
      if (key === null) throw notFound();
      // Search engines find pictures and videos through the pages that show them, and those pages decide.
      reply.header("x-robots-tag", "noindex");
      return sendStored(deps, request, reply, { key, cacheControl: PUBLIC_CACHE, limit });
    },
  });

  app.route<{ Params: { expires: string; signature: string; "*": string } }>({
    method: ["GET", "HEAD"],
    url: "/media/s/:expires/:signature/*",
    config: { route: "media.signed" },
    handler: async (request, reply) => {
      allowPage(deps, reply);
      const { expires, signature, "*": path } = request.params;
      const url = { expiresS: /^\d{1,12}$/.test(expires) ? Number(expires) : 0, signature };
      const key = await access.findSigned(path, url);
      if (key === null) throw notFound();
      const [, original, image] = ORIGINAL_KEY.exec(key) ?? [];
      if (original !== undefined) {
        reply.header("content-disposition", toDisposition(await findFileName(deps, original, image)));
        // The only file that changes under its URL: its owner may replace it.
        return sendStored(deps, request, reply, { key, cacheControl: "private, no-cache", limit });
      }
      // A personal data export must not stay in the cache of a shared browser.
      const cacheControl = key.startsWith("exports/") ? "no-store" : SIGNED_CACHE;
      return sendStored(deps, request, reply, { key, cacheControl, limit });
    },
  });
}

/** With media at an origin of its own, the page fetches playlists, captions and previews across origins. */
function allowPage({ config }: Deps, reply: FastifyReply): void {
  if (config.mediaUrl !== "") reply.header("access-control-allow-origin", new URL(config.publicUrl).origin);
}

async function sendStored(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, cacheControl, limit }: { key: string; cacheControl: string; limit: DownloadLimit },
): Promise<FastifyReply> {
  const head = await findStored(deps, key);
  if (!head) throw notFound();
  reply.headers({
    "accept-ranges": "bytes",
    // A playlist grows while the item is being processed.
    "cache-control": key.endsWith(".m3u8") ? "no-cache" : cacheControl,
    etag: head.etag,
    "last-modified": head.lastModified.toUTCString(),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  if (matchesEtag(request.headers["if-none-match"], head.etag)) return reply.code(304).send();
  const range = readRange(request, head);
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${head.sizeBytes}`);
    return reply.code(416).send();
  }
  return sendRange(deps, request, reply, { key, head, range, limit });
}

/** @param range null for the whole file */
async function sendRange(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, head, range, limit }: { key: string; head: StoredInfo; range: ByteRange | null; limit: DownloadLimit },
): Promise<FastifyReply> {
  const sentBytes = range ? range.endByte - range.startByte + 1 : head.sizeBytes;
  const isFree = request.method === "HEAD" || isLoopback(request);
  const waitS = isFree ? 0 : await limit(request.ip, { key, sizeBytes: head.sizeBytes, sentBytes });
  if (waitS > 0) throw refuseDownload(reply, waitS);
  if (range) reply.code(206).header("content-range", `bytes ${range.startByte}-${range.endByte}/${head.sizeBytes}`);
  reply.header("content-length", sentBytes).type(head.contentType);
  if (request.method === "HEAD") return reply.send();
  const stored = await deps.storage.read(key, range ?? undefined);
  if (!stored) throw notFound();
  return reply.send(stored);
}

function refuseDownload(reply: FastifyReply, waitS: number): AppError {
  for (const name of ["etag", "last-modified", "accept-ranges"]) reply.removeHeader(name);
  return new AppError("too_many_requests", waitSentence(waitS), { retryAfterS: waitS });
}

/** A requested path may not be a valid key at all; storage that does not answer is our error. */
async function findStored(deps: Pick<Deps, "storage">, key: string): Promise<StoredInfo | null> {
  try {
    return await deps.storage.head(key);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** @returns null for the whole file */
function readRange({ headers }: FastifyRequest, { etag, sizeBytes }: StoredInfo): ReturnType<typeof parseByteRange> {
  const isSameFile = headers["if-range"] === undefined || headers["if-range"] === etag;
  return isSameFile ? parseByteRange(headers.range, sizeBytes) : null;
}

/** RFC 6266: a plain name for old programs, and the whole one percent-encoded. */
function toDisposition(name: string | null | undefined): string {
  const known = name ?? "original";
  const plain = known.replace(/[^\w. -]/g, "_");
  const encoded = encodeURIComponent(known).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Whether an `If-None-Match` header names this file, compared weakly (RFC 9110, section 13.1.2). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  const given = header?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return given.includes("*") || given.includes(etag);
}
