import type { FastifyInstance } from "fastify";
import { pendingMigrations } from "../db/migrate.ts";
import { MIGRATIONS } from "../db/migrations-folder.ts";
import type { Deps } from "../deps.ts";
import { AppError, type FieldErrors } from "../errors.ts";

/** A part that takes longer than this is not ready: whoever asks will ask again. */
const CHECK_LIMIT_MS = 2_000;

type Check = () => Promise<unknown>;

/** `/healthz` says that the process answers, `/readyz` that what it needs does. Neither asks who is calling. */
export function serveHealth(app: FastifyInstance, deps: Pick<Deps, "pool" | "storage" | "log">): void {
  const parts: Record<string, Check> = {
    database: () => deps.pool.query("select 1"),
    migrations: () => refusePending(deps),
    storage: () => deps.storage.check(),
  };

  app.get("/healthz", { config: { route: "health.alive" } }, (_request, reply) =>
    reply.header("cache-control", "no-store").send(toReply("The server is alive.", null)),
  );

  app.get("/readyz", { config: { route: "health.ready" } }, async (_request, reply) => {
    const faults = await findFaults(parts, deps.log);
    const failed = Object.keys(faults);
    if (failed.length > 0) throw new AppError("unavailable", `Not ready: ${failed.join(", ")}.`, { errors: faults });
    const data = Object.fromEntries(Object.keys(parts).map((part) => [part, "ok"]));
    return reply.header("cache-control", "no-store").send(toReply("The server is ready.", data));
  });
}

function toReply(message: string, data: unknown): Record<string, unknown> {
  return { code: 200, status: "success", message, data };
}

/** @returns one sentence for each part that fails; why stands in the log, for it may name addresses */
async function findFaults(parts: Record<string, Check>, log: Deps["log"]): Promise<FieldErrors> {
  const found = await Promise.all(
    Object.entries(parts).map(async ([part, check]) => {
      try {
        await withLimit(check());
        return [];
      } catch (error) {
        log.error({ err: error, part }, "not ready");
        return [[part, [error instanceof PendingMigrations ? error.message : `The ${part} does not answer.`]] as const];
      }
    }),
  );
  return Object.fromEntries(found.flat().map(([part, sentences]) => [part, [...sentences]]));
}

async function withLimit(work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${CHECK_LIMIT_MS} ms`)), CHECK_LIMIT_MS);
  try {
    await Promise.race([work, limit.promise]);
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
