import { safetyRoutes } from "@app/contract/account-safety";
import { accountRoutes } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { dataExportRoutes } from "@app/contract/data-export";
import { earnerRoutes } from "@app/contract/earners";
import { guardianRoutes } from "@app/contract/guardian";
import type { Route } from "@app/contract/http";
import { signUpRoutes } from "@app/contract/sign-up";
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

/** Where a password or a code can be guessed at, or stolen card numbers can be tried. */
const GUESSED_AT = new Set<unknown>(
  [
    accountRoutes.login,
    safetyRoutes.confirmPassword,
    safetyRoutes.enableTwoFactor,
    safetyRoutes.disableTwoFactor,
    safetyRoutes.renewRecoveryCodes,
    signUpRoutes.changePassword,
    signUpRoutes.changeEmail,
    billingRoutes.createSetupIntent,
    billingRoutes.createPaymentMethod,
    billingRoutes.createSubscription,
  ].map((route) => route.name),
);

/** Where one call sends a mail to somebody, or makes a stranger an account. */
const MAILED_FROM = new Set<unknown>(
  [
    signUpRoutes.register,
    earnerRoutes.registerEarner,
    guardianRoutes.ask,
    signUpRoutes.sendVerification,
    signUpRoutes.forgotPassword,
    signUpRoutes.resendChangeEmail,
    safetyRoutes.beginTwoFactor,
    safetyRoutes.renewRecoveryCodes,
    safetyRoutes.deleteUser,
    dataExportRoutes.ask,
  ].map((route) => route.name),
);

/** What may be changed without a session, by somebody in the middle of signing up. */
const CHANGED_BY_STRANGERS = new Set<unknown>(
  [earnerRoutes, billingRoutes, guardianRoutes]
    .flatMap((routes): Route[] => Object.values(routes))
    .filter((route) => route.access === "public" && route.method !== "GET")
    .map((route) => route.name),
);

type Check = (request: FastifyRequest) => Promise<void>;

/** Refuses who asks too much, with 429 and how long to wait. To be called before the routes are added. */
export async function limitRequests(app: FastifyInstance, deps: Pick<Deps, "config">): Promise<void> {
  const limits = deps.config.rateLimits;
  if (limits === null) return;
  await app.register(rateLimit, { global: false, cache: COUNTED_MAX, timeWindow: MINUTE_MS });
  const refuseBusyAddress = toCheck(app, limits.address);
  const refuseManyTries = toCheck(app, limits.login);
  const refuseManyMails = toCheck(app, limits.login);
  const refuseBusyStranger = toCheck(app, limits.writes);
  const refuseBusyMember = toCheck(app, limits.writes, (request) => request.viewer?.accountId ?? "");

  app.addHook("onRequest", async (request) => {
    const isCounted = !NOT_COUNTED.test(request.url.split("?")[0] ?? "") && !LOOPBACK.has(request.ip);
    if (isCounted) await refuseBusyAddress(request);
    const { route } = request.routeOptions.config;
    if (GUESSED_AT.has(route)) await refuseManyTries(request);
    if (MAILED_FROM.has(route)) await refuseManyMails(request);
  });
  // After every `onRequest`, for only then it is known who asks; before the body is read.
  app.addHook("preParsing", async (request) => {
    if (request.viewer && isChange(request)) await refuseBusyMember(request);
    if (!request.viewer && CHANGED_BY_STRANGERS.has(request.routeOptions.config.route) && !LOOPBACK.has(request.ip))
      await refuseBusyStranger(request);
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
