import type { IncomingMessage } from "node:http";
import { MESSAGES } from "@app/contract/errors";
import { LIVE_PATH } from "@app/contract/live";
import { API_PREFIX } from "@app/contract/paths";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { AppError, notFound } from "../errors.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Protects against CSRF: refuses writes that a page of another origin sends. `SameSite` cookies are not enough, because
 * sibling subdomains are the same site. Browsers set these headers truthfully; other clients omit them.
 */
export function refuseOtherSites(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  app.addHook("onRequest", async ({ method, headers, routeOptions }) => {
    // By the route, because the router decodes: `/%61pi/v1/refresh` is the same one.
    if (SAFE_METHODS.has(method) || !routeOptions.url?.startsWith(`${API_PREFIX}/`)) return;
    const site = headers["sec-fetch-site"];
    const isAllowed =
      site === undefined
        ? headers.origin === undefined || isOwnOrigin(headers, config)
        : site === "same-origin" || site === "none";
    if (!isAllowed) throw new AppError("not_allowed", MESSAGES.otherSite);
  });
}

/**
 * Refuses a wrong method on an API path with 405 and `Allow`, and an unknown path with 404, both before the body is read.
 * Call it before routes are registered.
 */
export function refuseWrongMethods(app: FastifyInstance): void {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    if (!url.startsWith(`${API_PREFIX}/`)) return;
    routes.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    // An unknown path may be a page, which can only be read.
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!request.url.startsWith(`${API_PREFIX}/`)) {
      if (isRead) return;
      throw notFound();
    }
    const path = request.url.split("?")[0] ?? "";
    const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
    if (allowed.size === 0) {
      if (isRead) return;
      throw notFound();
    }
    reply.header("allow", [...allowed].toSorted().join(", "));
    throw new AppError("method_not_allowed", "This method is not allowed here.");
  });
}

/** API paths consist of literal segments and parameters that fill a segment. */
function toPattern(url: string): RegExp {
  return new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:\w+/g, "[^/]+")}/?$`);
}

const WARNING =
  "A request was forwarded, and TRUST_PROXY names no proxy: everyone counts as one address. Set it, such as TRUST_PROXY=loopback.";

/** Whether a proxy that is not in `TRUST_PROXY` forwarded the request, so its IP address is the proxy's. */
export function isFromUnknownProxy(request: FastifyRequest): boolean {
  return request.ips === undefined && request.headers["x-forwarded-for"] !== undefined;
}

/** Warns once: rate limits and the addresses of devices are wrong behind an unknown proxy. */
export function warnOfUnknownProxy(app: FastifyInstance, deps: Pick<Deps, "log">): void {
  let hasWarned = false;
  app.addHook("onRequest", async (request) => {
    if (hasWarned || !isFromUnknownProxy(request)) return;
    hasWarned = true;
    deps.log.warn(WARNING);
  });
}

/** Upgrades to other protocols are ignored, and the request is answered over HTTP/1.1. */
export function isWebSocketRequest(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === "websocket";
}

/** Whether the browser names one of our own pages as the origin. */
function isOwnOrigin(
  { origin, host }: IncomingMessage["headers"],
  config: Pick<Deps["config"], "publicUrl" | "isProduction">,
): boolean {
  // In development the host may be `localhost` or an IP address.
  return origin === new URL(config.publicUrl).origin || (!config.isProduction && origin === `http://${host}`);
}

/**
 * Checks the origin against cross-site WebSocket hijacking: browsers send it truthfully.
 * @returns the status to refuse with; null: allowed
 */
export function toRefusedStatus(request: IncomingMessage, config: Pick<Deps["config"], "publicUrl" | "isProduction">) {
  if (request.url?.split("?")[0] !== LIVE_PATH) return 404;
  return isOwnOrigin(request.headers, config) ? null : 403;
}
