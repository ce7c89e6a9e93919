import { timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { hashToken } from "../crypto/secrets.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../errors.ts";
import { isOfUnknownProxy } from "./unknown-proxy.ts";

/** Counts every answer of `app`, whichever route gives it. */
export function countRequests(app: FastifyInstance, deps: Pick<Deps, "metrics">): void {
  app.addHook("onResponse", async (request, reply) => {
    deps.metrics.countRequest({
      method: request.method,
      // The pattern, never the address: a metric has one line for each value of a label.
      route: request.routeOptions.config.route ?? request.routeOptions.url ?? "none",
      code: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}

/** Figures for whoever runs the product: they tell how busy it is, and how many people it has. */
export function serveMetrics(app: FastifyInstance, deps: Pick<Deps, "metrics" | "config">): void {
  app.get("/metrics", { config: { route: "metrics", hasOwnToken: true } }, async (request, reply) => {
    const { metricsToken } = deps.config;
    const mayRead = metricsToken === null ? comesFromThisMachine(request) : hasToken(request, metricsToken);
    if (!mayRead) throw notFound();
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

/** What a proxy on this machine says of whom it asks for. `X-Forwarded-For` is read where `TRUST_PROXY` is set. */
const FORWARDED = ["forwarded", "x-real-ip", "via"];

/** Of a forwarded request every address on the way counts: the first ones are whatever the client wrote. */
function comesFromThisMachine(request: FastifyRequest): boolean {
  if (isOfUnknownProxy(request) || FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  return (request.ips ?? [request.ip]).every((address) => LOOPBACK.check(address, isIPv6(address) ? "ipv6" : "ipv4"));
}
