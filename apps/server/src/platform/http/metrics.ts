import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
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

/** Figures for whoever runs the product. They tell how busy it is, so the open internet is not answered. */
export function serveMetrics(app: FastifyInstance, deps: Pick<Deps, "metrics">): void {
  app.get("/metrics", { config: { route: "metrics" } }, async (request, reply) => {
    if (!comesFromInside(request)) throw notFound();
    return reply
      .header("cache-control", "no-store")
      .type(deps.metrics.contentType)
      .send(await deps.metrics.print());
  });
}

const INSIDE = new BlockList();
INSIDE.addSubnet("127.0.0.0", 8);
INSIDE.addSubnet("10.0.0.0", 8);
INSIDE.addSubnet("172.16.0.0", 12);
INSIDE.addSubnet("192.168.0.0", 16);
INSIDE.addAddress("::1", "ipv6");
INSIDE.addSubnet("fc00::", 7, "ipv6");

/** Of a forwarded request every address on the way counts: the first ones are whatever the client wrote. */
function comesFromInside(request: FastifyRequest): boolean {
  if (isOfUnknownProxy(request)) return false;
  return (request.ips ?? [request.ip]).every((address) => INSIDE.check(address, isIPv6(address) ? "ipv6" : "ipv4"));
}
