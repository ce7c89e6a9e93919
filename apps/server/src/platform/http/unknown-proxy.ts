import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";

const WARNING =
  "A request was forwarded, and TRUST_PROXY names no proxy: everybody counts as one address. Set it, such as TRUST_PROXY=loopback.";

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
