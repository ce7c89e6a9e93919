import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";

const MINUTE_MS = 60_000;
/** Addresses and members that are counted at once; the one not seen for longest is forgotten. */
const COUNTED_MAX = 50_000;

/**
 * Files are cheap to send and come by the dozen; whoever asks whether we are well must always be told; what Stripe
 * has to say comes from a few addresses at once, and is signed.
 */
const NOT_COUNTED = /^\/(media|assets)\/|^\/(healthz|readyz|metrics)$|^\/api\/v1\/webhooks\/stripe$/;

/** This machine itself: its own programs, or a proxy that `TRUST_PROXY` does not tell of, and then everybody. */
const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

export function isLoopback(request: FastifyRequest): boolean {
  return LOOPBACK.has(request.ip);
}

type Check = (request: FastifyRequest) => Promise<void>;

/** Refuses who asks too much, with 429 and how long to wait. To be called before the routes are added. */
export async function limitRequests(app: FastifyInstance, deps: Pick<Deps, "config">): Promise<void> {
  const table = deps.config.rateLimits;
  if (table === null) return;
  await app.register(rateLimit, { global: false, cache: COUNTED_MAX, timeWindow: MINUTE_MS });
  const refuseBusyAddress = toCheck(app, table.address);
  const refuseManyTries = toCheck(app, table.login);
  const refuseManyMails = toCheck(app, table.login);
  const refuseBusyStranger = toCheck(app, table.writes);
  const refuseBusyMember = toCheck(app, table.writes, (request) => request.viewer?.accountId ?? "");

  app.addHook("onRequest", async (request) => {
    const isCounted = !NOT_COUNTED.test(request.url.split("?")[0] ?? "") && !isLoopback(request);
    if (isCounted) await refuseBusyAddress(request);
    const { limits } = request.routeOptions.config;
    if (limits?.includes("tries")) await refuseManyTries(request);
    if (limits?.includes("mails")) await refuseManyMails(request);
  });
  // After every `onRequest`, for only then it is known who asks; before the body is read.
  app.addHook("preParsing", async (request) => {
    if (request.viewer && isChange(request)) await refuseBusyMember(request);
    const isLimited = request.routeOptions.config.limits?.includes("changes");
    if (!request.viewer && isLimited && !isLoopback(request)) await refuseBusyStranger(request);
  });
}

/** The pieces of a file on its way in come as fast as the line carries them; beginning one is a change. */
function isChange(request: FastifyRequest): boolean {
  if (request.method === "PATCH") return request.routeOptions.config.route !== "uploads.tus";
  return request.method === "POST" || request.method === "PUT" || request.method === "DELETE";
}

function toCheck(app: FastifyInstance, max: number, keyGenerator?: (request: FastifyRequest) => string): Check {
  const count = app.createRateLimit({ max, ...(keyGenerator ? { keyGenerator } : {}) });
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const waitS = Math.max(1, counted.ttlInSeconds);
    const wait = waitS === 1 ? "1 second" : `${waitS} seconds`;
    throw new AppError("too_many_requests", `Too many requests. Please try again in ${wait}.`, { retryAfterS: waitS });
  };
}
