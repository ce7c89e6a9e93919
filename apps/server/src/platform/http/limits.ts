import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { SharedRedis } from "../redis/redis.ts";

const MINUTE_MS = 60_000;

/**
 * Not limited per IP address: files are cheap and a page loads dozens, health checks must always work, and Stripe sends
 * signed webhooks from few addresses.
 */
const UNLIMITED = /^\/(media|assets)\/|^\/(healthz|readyz|metrics)$|^\/api\/v1\/webhooks\/stripe$/;

/** Local programs, or a proxy that is missing in `TRUST_PROXY` and forwards everybody's requests. */
const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

export function isLoopback(request: FastifyRequest): boolean {
  return LOOPBACK.has(request.ip);
}

/** The IPv4 address, or the IPv6 network; a client that is gone already has none. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip ?? "");
}

type Check = (request: FastifyRequest) => Promise<void>;

/**
 * Limits request rates; excess requests get 429 with `Retry-After`. Call it before routes are registered.
 * @param redis null: each web process counts for itself
 */
export async function limitRequests(
  app: FastifyInstance,
  deps: Pick<Deps, "config">,
  redis: SharedRedis | null,
): Promise<void> {
  const table = deps.config.rateLimits;
  if (table === null) return;
  await app.register(rateLimit, { global: false, store: createCounters(redis), timeWindow: MINUTE_MS });
  const limitRequestsOfIp = createLimit(app, table.address, (request) => `all:${addressOf(request)}`);
  const limitAttempts = createLimit(app, table.login, (request) => `attempts:${addressOf(request)}`);
  const limitEmails = createLimit(app, table.login, (request) => `mails:${addressOf(request)}`);
  const limitWritesOfVisitor = createLimit(app, table.writes, (request) => `writes:${addressOf(request)}`);
  const limitWritesOfMember = createLimit(app, table.writes, (request) => `writes:${request.viewer?.accountId}`);

  app.addHook("onRequest", async (request) => {
    const isLimited = !UNLIMITED.test(request.url.split("?")[0] ?? "") && !isLoopback(request);
    if (isLimited) await limitRequestsOfIp(request);
    const { limits } = request.routeOptions.config;
    if (limits?.includes("attempts")) await limitAttempts(request);
    if (limits?.includes("mails")) await limitEmails(request);
  });
  // `preParsing` runs after authentication in `onRequest`, and before the body is read.
  app.addHook("preParsing", async (request) => {
    if (request.viewer && isWrite(request)) await limitWritesOfMember(request);
    const isLimited = request.routeOptions.config.limits?.includes("changes");
    if (!request.viewer && isLimited && !isLoopback(request)) await limitWritesOfVisitor(request);
  });
}

/** Creating an upload counts as a write; its chunks do not, because they arrive as fast as the connection allows. */
function isWrite(request: FastifyRequest): boolean {
  if (request.method === "PATCH") return request.routeOptions.config.route !== "uploads.tus";
  return request.method === "POST" || request.method === "PUT" || request.method === "DELETE";
}

/** @param keyGenerator names what is counted, across limits and web processes */
function createLimit(app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string): Check {
  const count = app.createRateLimit({ max, keyGenerator });
  return async (request) => {
    const result = await count(request);
    if (result.isAllowed || !result.isExceeded) return;
    const waitS = Math.max(1, result.ttlInSeconds);
    const wait = waitS === 1 ? "1 second" : `${waitS} seconds`;
    throw new AppError("too_many_requests", `Too many requests. Please try again in ${wait}.`, { retryAfterS: waitS });
  };
}

/** How many addresses or members each limit counts at once. */
const COUNTERS_MAX = 50_000;
const KEY_PREFIX = "fieldhouse:requests:";
/**
 * While Redis is away, each process allows half of a limit: two of them together allow what they did, as the balancer
 * sends half of the requests to each.
 */
const ALONE = 2;

type Count = { current: number; ttl: number };

/**
 * Counts requests in windows, each from its first request on. With Redis all web processes count together, by the clock of
 * Redis. A process always counts for itself as well, so that counts do not begin again at zero when Redis is lost, or comes
 * back empty.
 * @param redis null: there is one web process
 */
function createCounters(redis: SharedRedis | null): FastifyRateLimitStoreCtor {
  return class Counters implements FastifyRateLimitStore {
    readonly #own = new LRUCache<string, { count: number; endsMs: number }>({ max: COUNTERS_MAX });

    incr(key: string, callback: (error: Error | null, result?: Count) => void, windowMs: number): void {
      const own = this.#countHere(key, windowMs);
      if (redis === null) callback(null, own);
      else
        countTogether(redis, key, windowMs).then(
          (shared) => callback(null, shared.current >= own.current ? shared : own),
          () => callback(null, { ...own, current: own.current * ALONE }),
        );
    }

    /** Each limit has counters of its own. */
    child(): Counters {
      return new Counters();
    }

    #countHere(key: string, windowMs: number): Count {
      const nowMs = performance.now();
      const last = this.#own.get(key);
      const window = last && last.endsMs > nowMs ? last : { count: 0, endsMs: nowMs + windowMs };
      window.count += 1;
      this.#own.set(key, window);
      return { current: window.count, ttl: window.endsMs - nowMs };
    }
  };
}

/** In one transaction, so that every counter expires. */
function countTogether(redis: SharedRedis, key: string, windowMs: number): Promise<Count> {
  const name = KEY_PREFIX + key;
  return redis.ask(async (client) => {
    const replies = (await client.multi().set(name, 0, "PX", windowMs, "NX").incr(name).pttl(name).exec()) ?? [];
    // Such as a Redis whose memory is full.
    for (const [error] of replies) if (error !== null) throw error;
    return { current: Number(replies[1]?.[1]), ttl: Number(replies[2]?.[1]) };
  });
}
