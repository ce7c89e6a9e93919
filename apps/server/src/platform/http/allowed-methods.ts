import { API_PREFIX } from "@app/contract/http";
import type { FastifyInstance } from "fastify";
import { AppError, notFound } from "../errors.ts";

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
