import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { isShareKind } from "./share-cards.service.ts";
import { openSharePicture } from "./share-picture.service.ts";
import { writePagesSitemap, writeSitemap, writeSitemapIndex } from "./sitemap.service.ts";

const PICTURE = /^([0-9A-Za-z-]{1,64})-([0-9a-f]{16})\.jpg$/;
const SITEMAP = /^(items|channels)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.xml$/;

/** What is for one person alone, or for nobody to list. */
const PRIVATE_PATHS = [
  "/api/",
  "/admin",
  "/setting",
  "/upload",
  "/billing",
  "/creator-view",
  "/referral",
  "/dev/",
  "/recruit/",
];

/** Link previews, and what search engines read first. */
export function serveSharing(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { kind: string; name: string } }>(
    "/share/:kind/:name",
    { config: { route: "sharing.picture" } },
    async (request, reply) => {
      const { kind, name } = request.params;
      const [, id, hash] = PICTURE.exec(name) ?? [];
      const shared = id && isShareKind(kind) ? await openSharePicture(deps, kind, id) : null;
      if (!shared) throw notFound();
      // An old address shows what is true now, and is not kept.
      const isCurrent = shared.hash === hash;
      return reply
        .header("cache-control", isCurrent ? "public, max-age=86400" : "no-cache")
        .header("cross-origin-resource-policy", "cross-origin")
        .type("image/jpeg")
        .send(shared.picture);
    },
  );

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

  app.get("/sitemap.xml", { config: { route: "sharing.sitemapIndex" } }, (_request, reply) =>
    sendXml(reply, writeSitemapIndex(deps)),
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

function sendXml(reply: FastifyReply, lines: AsyncGenerator<string>): FastifyReply {
  return reply
    .type("application/xml; charset=utf-8")
    .header("cache-control", "public, max-age=3600")
    .send(Readable.from(lines));
}
