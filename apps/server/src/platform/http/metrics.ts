import { timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { hashToken } from "../crypto/secrets.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../errors.ts";
import { isFromUnknownProxy } from "./refuse-requests.ts";

/** Counts every reply by route and status code. */
export function countRequests(app: FastifyInstance, deps: Pick<Deps, "metrics">): void {
  app.addHook("onResponse", async (request, reply) => {
    deps.metrics.countRequest({
      method: request.method,
      // The route pattern, not the URL: each label value is a time series of its own.
      route: request.routeOptions.config.route ?? request.routeOptions.url ?? "none",
      code: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}

/** Serves Prometheus metrics, which reveal the load and the number of users, to operators only. */
export function serveMetrics(app: FastifyInstance, deps: Pick<Deps, "metrics" | "config">): void {
  app.get("/metrics", { config: { route: "metrics", hasOwnToken: true } }, async (request, reply) => {
    const { metricsToken } = deps.config;
    const canRead = metricsToken === null ? isLocalRequest(request) : hasToken(request, metricsToken);
    if (!canRead) throw notFound();
    return reply
      .header("cache-control", "no-store")
      .type(deps.metrics.contentType)
      .send(await deps.metrics.print());
  });
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  return timingSafeEqual(hashToken(headers.authorization ?? ""), hashToken(`Bearer ${token}`));
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8);
LOOPBACK.addAddress("::1", "ipv6");

/** Headers of a proxy. `X-Forwarded-For` is handled by `TRUST_PROXY`. */
const FORWARDED = ["forwarded", "x-real-ip", "via"];

/** Checks every address of a forwarded request, because the client can forge the first ones. */
function isLocalRequest(request: FastifyRequest): boolean {
  if (isFromUnknownProxy(request) || FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  return (request.ips ?? [request.ip]).every((address) => LOOPBACK.check(address, isIPv6(address) ? "ipv6" : "ipv4"));
}
