import { contentRoutes } from "@app/contract/contents";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOpenMedia } from "#modules/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { isSignedMediaUrl } from "#platform/media-url.ts";
import { parseByteRange } from "#platform/storage/byte-range.ts";
import { retryProcessing } from "./retry.service.ts";

const YEAR_S = 31_536_000;
/** How long the answer 'this item is public' is believed, so that a hidden item is gone soon after. */
const DOOR_BELIEVED_MS = 5_000;
const DOORS_KEPT = 10_000;

/** Serves stored files. A folder of a run never changes, so what may be cached may be cached for long. */
export function serveMedia(app: FastifyInstance, deps: Deps): void {
  const isOpen = rememberOpenDoors(deps);

  serve(app, contentRoutes.retry, async ({ viewer, params }) =>
    new Said("The video is processed once more.", await retryProcessing(deps, viewer, params.id)),
  );

  app.get<{ Params: { "*": string } }>(
    "/media/o/*",
    { config: { route: "media.open" } },
    async (request, reply) => {
      const key = request.params["*"];
      if (!(await isOpen(key))) throw notFound();
      return sendStored(deps, key, request, reply, "public, max-age=3600");
    },
  );

  app.get<{ Params: { expires: string; signature: string; "*": string } }>(
    "/media/s/:expires/:signature/*",
    { config: { route: "media.signed" } },
    async (request, reply) => {
      const { expires, signature, "*": key } = request.params;
      const url = { expiresS: /^\d{1,12}$/.test(expires) ? Number(expires) : 0, signature };
      const folder = key.split("/").slice(0, 3).join("/");
      const isGenuine = isSignedMediaUrl(deps, folder, url) || isSignedMediaUrl(deps, key, url);
      if (!isGenuine) throw notFound();
      return sendStored(deps, key, request, reply, `private, max-age=${YEAR_S}, immutable`);
    },
  );
}

/** Pictures of people and categories are open; an item's files while the item is; originals never. */
function rememberOpenDoors(deps: Deps): (key: string) => Promise<boolean> {
  const doors = new Map<string, { isOpen: boolean; untilMs: number }>();
  return async (key) => {
    const [kind, id, run] = key.split("/");
    if (kind === "accounts" || kind === "categories") return true;
    if (kind !== "contents" || !id || !run || run === "original" || !/^[0-9a-f-]{36}$/.test(id)) return false;
    const known = doors.get(id);
    if (known && known.untilMs > Date.now()) return known.isOpen;
    const isOpen = await isOpenMedia(deps, id);
    if (doors.size >= DOORS_KEPT) doors.clear();
    doors.set(id, { isOpen, untilMs: Date.now() + DOOR_BELIEVED_MS });
    return isOpen;
  };
}

async function sendStored(
  deps: Deps,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheControl: string,
): Promise<FastifyReply> {
  const head = await deps.storage.head(key).catch(() => null);
  if (!head) throw notFound();
  reply.headers({
    "accept-ranges": "bytes",
    // A playlist grows while the item is processed.
    "cache-control": key.endsWith(".m3u8") ? "no-cache" : cacheControl,
    etag: head.etag,
    "last-modified": head.lastModified.toUTCString(),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  if (request.headers["if-none-match"] === head.etag) return reply.code(304).send();
  const range = parseByteRange(request.headers.range, head.sizeBytes);
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${head.sizeBytes}`);
    return reply.code(416).send();
  }
  const stored = await deps.storage.read(key, range ?? undefined);
  if (!stored) throw notFound();
  reply.type(head.contentType);
  if (!range) return reply.header("content-length", head.sizeBytes).send(stored);
  reply.header("content-range", `bytes ${range.startByte}-${range.endByte}/${head.sizeBytes}`);
  reply.header("content-length", range.endByte - range.startByte + 1);
  return reply.code(206).send(stored);
}
