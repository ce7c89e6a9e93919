import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { MIGRATIONS, pendingMigrations } from "../db/migrate.ts";
import type { Deps } from "../deps.ts";
import { AppError, type FieldErrors } from "../errors.ts";

/** A probe waits this long for a check; probes of load balancers give up after a few seconds. */
const PROBE_WAIT_MS = 2_000;
/** A part that was well this recently and takes longer than a probe waits is busy, and not gone. */
const BUSY_MS = 60_000;

type Part = {
  check: () => Promise<unknown>;
  /** How long an answer is good for, so that probing costs next to nothing however often it is done. */
  freshMs: number;
};
type HealthDeps = Pick<Deps, "pool" | "storage" | "log" | "now">;

/** `/healthz` says that the process answers, `/readyz` that what it needs does. Neither asks who is calling. */
export function serveHealth(app: FastifyInstance, deps: HealthDeps): void {
  const parts: Record<string, Part> = {
    database: { check: () => deps.pool.query("select 1"), freshMs: 2_000 },
    migrations: { check: () => refusePending(deps), freshMs: 2_000 },
    // Writes an object, which a bucket bills.
    storage: { check: () => deps.storage.check(), freshMs: 10_000 },
  };
  const watched = Object.entries(parts).map(([name, part]) => ({ name, findFault: watch(deps, name, part) }));

  app.get("/healthz", { config: { route: "health.alive" } }, (_request, reply) =>
    reply.header("cache-control", "no-store").send(toReply("The server is alive.", null)),
  );

  app.get("/readyz", { config: { route: "health.ready" } }, async (_request, reply) => {
    const found = await Promise.all(watched.map(async ({ name, findFault }) => [name, await findFault()] as const));
    const faults: FieldErrors = Object.fromEntries(found.flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])));
    const failed = Object.keys(faults);
    if (failed.length > 0) throw new AppError("unavailable", `Not ready: ${failed.join(", ")}.`, { errors: faults });
    const data = Object.fromEntries(found.map(([name]) => [name, "ok"]));
    return reply.header("cache-control", "no-store").send(toReply("The server is ready.", data));
  });
}

function toReply(message: string, data: unknown): Record<string, unknown> {
  return { code: 200, status: "success", message, data };
}

/**
 * One check at a time, whose result counts for all who ask until it is no longer fresh.
 * @returns what answers one sentence while the part fails, else null; why stands in the log, for it may name addresses
 */
function watch(deps: HealthDeps, name: string, { check, freshMs }: Part): () => Promise<string | null> {
  let last: { fault: string | null; atMs: number } | null = null;
  let running: Promise<void> | null = null;
  const unanswered = `The ${name} does not answer.`;
  const ageMs = () => (last === null ? Number.POSITIVE_INFINITY : deps.now().getTime() - last.atMs);

  async function look(): Promise<void> {
    try {
      // One that never answers is given up, or nobody would ever look again.
      await within(BUSY_MS, check());
      last = { fault: null, atMs: deps.now().getTime() };
    } catch (error) {
      deps.log.error({ err: error, part: name }, "not ready");
      last = { fault: error instanceof PendingMigrations ? error.message : unanswered, atMs: deps.now().getTime() };
    }
  }

  return async () => {
    if (last && ageMs() < freshMs) return last.fault;
    running ??= look().finally(() => {
      running = null;
    });
    await Promise.race([running, sleep(PROBE_WAIT_MS, undefined, { ref: false })]);
    if (last && ageMs() < freshMs) return last.fault;
    return last?.fault === null && ageMs() < BUSY_MS ? null : (last?.fault ?? unanswered);
  };
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${limitMs} ms`)), limitMs).unref();
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

class PendingMigrations extends Error {
  override readonly name = "PendingMigrations";
}

async function refusePending(deps: Pick<Deps, "pool">): Promise<void> {
  const pending = await pendingMigrations(deps.pool, MIGRATIONS);
  if (pending.length > 0) throw new PendingMigrations(`Not applied yet: ${pending.join(", ")}.`);
}
