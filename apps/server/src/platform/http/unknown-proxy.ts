import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";

const WARNING =
  "A request was forwarded, and TRUST_PROXY names no proxy: everybody counts as one address. Set it, such as TRUST_PROXY=loopback.";

/** Somebody else's request, by a proxy that nobody told us of: its address is not where it comes from. */
export function isOfUnknownProxy(request: FastifyRequest): boolean {
  return request.ips === undefined && request.headers["x-forwarded-for"] !== undefined;
}

/** Says once in the log that the limits and the addresses of devices are not what they seem. */
export function warnOfUnknownProxy(app: FastifyInstance, deps: Pick<Deps, "log">): void {
  let isSaid = false;
  app.addHook("onRequest", async (request) => {
    if (isSaid || !isOfUnknownProxy(request)) return;
    isSaid = true;
    deps.log.warn(WARNING);
  });
}
