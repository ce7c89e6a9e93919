import { timingSafeEqual } from "node:crypto";
import { readdirSync } from "node:fs";
import { BlockList, isIPv6 } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { hashToken } from "../crypto/secrets.ts";
import { MIGRATIONS, pendingMigrations } from "../db/migrate.ts";
import type { Deps } from "../deps.ts";
import { AppError, type FieldErrors, notFound } from "../errors.ts";
import type { SharedRedis } from "../redis/redis.ts";
import { withTimeout } from "../with-timeout.ts";
import { isFromUnknownProxy } from "./refuse-requests.ts";

/** How long a probe waits for a check, because load balancers time out after a few seconds. */
const PROBE_WAIT_MS = 2_000;
/** A dependency that does not respond in time is only busy if its last check succeeded this recently. */
const BUSY_MS = 60_000;

const REDIS_AWAY =
  "does not answer: this process counts requests for itself and allows half of each limit, and live events go by NOTIFY";

type HealthCheck = {
  /** The sentence of a check that failed. */
  fault: string;
  check: () => Promise<unknown>;
  /** How long a result is cached, so that frequent probes stay cheap. */
  ttlMs: number;
};
type HealthDeps = Pick<Deps, "pool" | "storage" | "log">;

/** `/healthz`: the process responds. `/readyz`: its dependencies do too. Neither requires authentication. */
export function serveHealth(
  app: FastifyInstance,
  deps: HealthDeps,
  { folder = MIGRATIONS, redis = null }: { folder?: string; redis?: Pick<SharedRedis, "isAway"> | null } = {},
): void {
  // Files that a deploy adds below a running process belong to the next one, which will apply them.
  const ownMigrations = new Set(readdirSync(folder));
  const checks: Record<string, HealthCheck> = {
    database: { fault: "The database does not answer.", check: () => deps.pool.query("select 1"), ttlMs: 2_000 },
    migrations: {
      fault: "The migrations cannot be read.",
      check: () => requireMigrated(deps, folder, ownMigrations),
      ttlMs: 2_000,
    },
    // Cached longer: it writes an object, which S3 bills.
    storage: { fault: "The storage does not answer.", check: () => deps.storage.check(), ttlMs: 10_000 },
  };
  const dependencies = Object.entries(checks).map(([name, check]) => ({
    name,
    findFault: createCheck(deps, name, check),
  }));

  app.get("/healthz", { config: { route: "health.alive" } }, (_request, reply) =>
    reply.header("cache-control", "no-store").send(toReply("The server is alive.", null)),
  );

  app.get("/readyz", { config: { route: "health.ready" } }, async (_request, reply) => {
    if (app.lifecycle.isDraining)
      throw new AppError("unavailable", "Not ready: stopping.", { errors: { process: ["The server is stopping."] } });
    const results = await Promise.all(
      dependencies.map(async ({ name, findFault }) => [name, await findFault()] as const),
    );
    const faults: FieldErrors = Object.fromEntries(
      results.flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])),
    );
    const failed = Object.keys(faults);
    if (failed.length > 0) throw new AppError("unavailable", `Not ready: ${failed.join(", ")}.`, { errors: faults });
    const data: Record<string, string> = Object.fromEntries(results.map(([name]) => [name, "ok"]));
    // The product works without it, so a balancer must not drop this process because of it.
    if (redis !== null) data["redis"] = redis.isAway() ? REDIS_AWAY : "ok";
    return reply.header("cache-control", "no-store").send(toReply("The server is ready.", data));
  });
}

function toReply(message: string, data: unknown): Record<string, unknown> {
  return { code: 200, status: "success", message, data };
}

/**
 * Runs one check at a time and caches its result.
 * @returns a function that returns an error message, or null if healthy; the cause is only logged, because it may contain
 * internal addresses
 */
function createCheck(
  deps: HealthDeps,
  name: string,
  { fault, check, ttlMs }: HealthCheck,
): () => Promise<string | null> {
  let last: { fault: string | null; atMs: number } | null = null;
  let running: Promise<void> | null = null;
  // Not the clock, which may be set back: an answer from the future would never grow old.
  const ageMs = () => (last === null ? Number.POSITIVE_INFINITY : performance.now() - last.atMs);

  async function runCheck(): Promise<void> {
    try {
      // With a timeout: a check that never settles would block all later ones.
      await withTimeout(BUSY_MS, check());
      last = { fault: null, atMs: performance.now() };
    } catch (error) {
      deps.log.error({ err: error, part: name }, "not ready");
      last = { fault: error instanceof PendingMigrations ? error.message : fault, atMs: performance.now() };
    }
  }

  return async () => {
    if (last && ageMs() < ttlMs) return last.fault;
    running ??= runCheck().finally(() => {
      running = null;
    });
    await Promise.race([running, sleep(PROBE_WAIT_MS, undefined, { ref: false })]);
    if (last && ageMs() < ttlMs) return last.fault;
    return last?.fault === null && ageMs() < BUSY_MS ? null : (last?.fault ?? fault);
  };
}

class PendingMigrations extends Error {
  override readonly name = "PendingMigrations";
}

async function requireMigrated(deps: Pick<Deps, "pool">, folder: string, own: ReadonlySet<string>): Promise<void> {
  const pending = (await pendingMigrations(deps.pool, folder)).filter((name) => own.has(name));
  if (pending.length > 0) throw new PendingMigrations(`Not applied yet: ${pending.join(", ")}.`);
}

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
