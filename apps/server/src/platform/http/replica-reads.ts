import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import type { Viewer } from "../viewer.ts";

/** Where the write-ahead log ended after a member's last write; browsers drop it after five seconds. */
const LAST_WRITE_COOKIE = "__Host-fieldhouse_write";
const LAST_WRITE_S = 5;
const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;
/** Beyond any position: the reader reads from the primary. */
const UNKNOWN_POSITION = "FFFFFFFF/FFFFFFFF";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

export type Reader = { viewer: Viewer; lastWrite: string | null };

export function readerOf(request: FastifyRequest): Reader {
  return { viewer: request.viewer, lastWrite: lastWriteOf(request) };
}

/**
 * Pages ask with `no-cache` because of a live event, which may be ahead of the replica. Who sends no cookies, such as a
 * script with a token, sends not ours either, so their last write is unknown.
 * @returns a position in the write-ahead log that the reader must see; null: they wrote nothing lately
 */
export function lastWriteOf({ cookies, headers, viewer }: FastifyRequest): string | null {
  if (viewer !== null && (headers.cookie === undefined || headers["cache-control"] === "no-cache"))
    return UNKNOWN_POSITION;
  const position = cookies[LAST_WRITE_COOKIE];
  return position !== undefined && POSITION.test(position) ? position : null;
}

/** Lets members see their own writes at once, although their next request may be served from a replica. */
export function rememberWrites(
  app: FastifyInstance,
  { replica, pool, log }: Pick<Deps, "replica" | "pool" | "log">,
): void {
  if (replica === null) return;
  app.addHook("onSend", async (request, reply) => {
    if (READS.has(request.method) || request.viewer === null || reply.statusCode >= 400) return;
    const position = await pool
      .query<{ position: string }>({
        name: "write-position",
        text: "select pg_current_wal_insert_lsn() as position",
      })
      .then(({ rows }) => rows[0]?.position)
      .catch((error: unknown) => void log.warn({ err: error }, "the position of a write is unknown"));
    reply.setCookie(LAST_WRITE_COOKIE, position ?? UNKNOWN_POSITION, {
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "strict",
      maxAge: LAST_WRITE_S,
    });
  });
}

type ReadDeps = Pick<Deps, "sql" | "pool" | "replica" | "metrics">;

/**
 * Runs a read on the replica if it is fresh for this reader, otherwise, or if it fails there, on the primary. Only for
 * what everybody may see: lists, search, pages. Money, sessions and what people keep for themselves are read from the
 * primary. The replica may not have what was just published, so a refusal counts as a failure too.
 * @param read runs a second time after a failure; what it writes fails on the replica
 * @param isLive for members, a page that live events keep current: the replica may be half a second behind, no more
 */
export async function readFromReplica<D extends ReadDeps, T>(
  deps: D,
  { viewer, lastWrite }: Reader,
  read: (deps: D) => Promise<T>,
  { isLive = false } = {},
): Promise<T> {
  const { replica, metrics } = deps;
  if (replica === null) return read(deps);
  // Blocks act at once, in both directions, and are not in the floor.
  const reads = viewer?.hasBlocks ? null : await replica.connect(lastWrite, { mustBeClose: isLive && viewer !== null });
  if (reads !== null) {
    try {
      const result = await read({ ...deps, sql: reads.sql, pool: reads.pool });
      metrics.countRead("replica");
      return result;
    } catch (error) {
      replica.reportError(error);
    }
  }
  metrics.countRead("primary");
  return read(deps);
}

/** As `readFromReplica`, for pages that live events keep current. */
export function readLiveFromReplica<D extends ReadDeps, T>(
  deps: D,
  reader: Reader,
  read: (deps: D) => Promise<T>,
): Promise<T> {
  return readFromReplica(deps, reader, read, { isLive: true });
}
