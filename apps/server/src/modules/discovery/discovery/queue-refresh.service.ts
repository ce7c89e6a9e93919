import { TRENDING_MAX } from "@app/contract/discovery";
import type { Sql } from "#platform/db/database.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { refreshDiscoveryJob } from "./discovery.jobs.ts";
import { countTrending } from "./discovery.sql.ts";

const KEY = "discovery:refresh";
/** However much is published within it, the lists are computed once. */
const GATHERED_FOR_S = 60;

/** Asks for the discovery lists to be computed soon, once for however many asked. */
export function queueDiscoveryRefresh(sql: Sql): Promise<void> {
  return enqueue(sql, refreshDiscoveryJob, {}, { key: KEY });
}

/**
 * Something was published: in about a minute the lists say so. In a product whose list is not full they do at once,
 * for there everything new is in it, and to compute it is nothing.
 */
export async function queueDiscoveryRefreshAfter(sql: Sql): Promise<void> {
  const isFull = (await countTrending(sql)) === TRENDING_MAX;
  if (!isFull) return queueDiscoveryRefresh(sql);
  await enqueue(sql, refreshDiscoveryJob, {}, { key: KEY, afterS: GATHERED_FOR_S });
}
