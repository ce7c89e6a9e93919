import { MESSAGES } from "@app/contract/errors";
import { API_PREFIX } from "@app/contract/http";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { AppError, notFound } from "../errors.ts";
import { isOwnOrigin } from "../live/upgrade.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A call that changes something comes from our own pages, or from no page at all: a browser sends our cookies along with
 * what a neighbouring site asks (one below the same domain is the same site to `SameSite`), and it says truly who asks.
 */
export function refuseOtherSites(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  app.addHook("onRequest", async ({ method, url, headers }) => {
    if (READING.has(method) || !url.startsWith(`${API_PREFIX}/`)) return;
    const site = headers["sec-fetch-site"];
    const isOwn =
      site === undefined
        ? headers.origin === undefined || isOwnOrigin(headers, config)
        : site === "same-origin" || site === "none";
    if (!isOwn) throw new AppError("not_allowed", MESSAGES.otherSite);
  });
}

/**
 * Tells a wrong method on an address of the API (405, with the right ones in `Allow`) from an address that is
 * not there, and refuses both before their body is read. To be called before the routes are added.
 */
export function refuseWrongMethods(app: FastifyInstance): void {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    if (!url.startsWith(`${API_PREFIX}/`)) return;
    routes.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    // An address that is no route may still be one of the page, but nothing can be sent to it.
    const isQuestion = request.method === "GET" || request.method === "HEAD";
    if (!request.url.startsWith(`${API_PREFIX}/`)) {
      if (isQuestion) return;
      throw notFound();
    }
    const path = request.url.split("?")[0] ?? "";
    const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
    if (allowed.size === 0) {
      if (isQuestion) return;
      throw notFound();
    }
    reply.header("allow", [...allowed].toSorted().join(", "));
    throw new AppError("method_not_allowed", "This method is not allowed here.");
  });
}

/** Addresses of the API have plain segments and parameters that fill a segment. */
function toPattern(url: string): RegExp {
  return new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:\w+/g, "[^/]+")}/?$`);
}
