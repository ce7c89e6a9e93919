import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { findPreviewImage, hashPreview, isPreviewKind, loadOrDrawPreviewImage } from "./preview-images.service.ts";
import { createSitemapIndex, writePagesSitemap, writeSitemap } from "./sitemap.service.ts";

const PICTURE = /^([0-9A-Za-z-]{1,64})-([0-9a-f]{16})\.jpg$/;
const SITEMAP = /^(items|channels)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/;

/** Personal pages, and pages that should not be listed. */
const PRIVATE_PATHS = [
  "/api/",
  "/admin",
  "/setting",
  "/upload",
  "/billing",
  "/creator-view",
  "/referral-page",
  "/dev/",
];

/** How long CDNs may keep a preview picture after it became private, before they must revalidate. */
const PICTURE_MAX_AGE_S = 300;

export function serveSharing(app: FastifyInstance, deps: Deps): void {
  servePictures(app, deps);
  serveRobots(app, deps);
  serveSitemaps(app, deps);
}

function servePictures(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { kind: string; name: string } }>(
    "/share/:kind/:name",
    { config: { route: "sharing.picture" } },
    async (request, reply) => {
      const { kind, name } = request.params;
      const [, id, hash] = PICTURE.exec(name) ?? [];
      const image = id && isPreviewKind(kind) ? await findPreviewImage(deps, kind, id) : null;
      if (!image) throw notFound();
      const current = hashPreview(image);
      // A proxy that compresses may have weakened the ETag.
      const isSame = request.headers["if-none-match"]?.includes(`"${current}"`) ?? false;
      const picture = isSame ? null : await loadOrDrawPreviewImage(deps, image);
      reply
        // An outdated URL shows the current picture and is not cached.
        .header(
          "cache-control",
          hash === current ? `public, max-age=${PICTURE_MAX_AGE_S}, must-revalidate` : "no-cache",
        )
        .header("etag", `"${current}"`)
        .header("cross-origin-resource-policy", "cross-origin");
      return picture ? reply.type("image/jpeg").send(picture) : reply.code(304).send();
    },
  );
}

function serveRobots(app: FastifyInstance, deps: Deps): void {
  app.get("/robots.txt", { config: { route: "sharing.robots" } }, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(
        [
          "User-agent: *",
          ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
          "",
          `Sitemap: ${deps.config.publicUrl}/sitemap.xml`,
          "",
        ].join("\n"),
      ),
  );
}

function serveSitemaps(app: FastifyInstance, deps: Deps): void {
  const writeSitemapIndex = createSitemapIndex(deps);
  app.get("/sitemap.xml", { config: { route: "sharing.sitemapIndex" } }, async (_request, reply) =>
    sendXml(reply, await writeSitemapIndex()),
  );
  app.get<{ Params: { name: string } }>(
    "/sitemaps/:name",
    { config: { route: "sharing.sitemap" } },
    (request, reply) => {
      if (request.params.name === "pages.xml") return sendXml(reply, writePagesSitemap(deps));
      const [, kind, after] = SITEMAP.exec(request.params.name) ?? [];
      if (!kind || !after) throw notFound();
      return sendXml(reply, writeSitemap(deps, kind === "items" ? "items" : "channels", after));
    },
  );
}

function sendXml(reply: FastifyReply, lines: Iterable<string> | AsyncIterable<string>): FastifyReply {
  return reply
    .type("application/xml; charset=utf-8")
    .header("cache-control", "public, max-age=3600")
    .send(Readable.from(lines));
}
