import { TRENDING_MAX } from "@app/contract/discovery";
import type { Sql } from "#platform/db/database.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { refreshDiscoveryJob } from "./discovery.jobs.ts";
import { countTrending } from "./discovery.sql.ts";

const KEY = "discovery:refresh";
/** Everything published within this time is covered by one refresh. */
const BATCH_WINDOW_S = 60;

/** Queues a refresh of the discovery lists; several requests share one. */
export function queueDiscoveryRefresh(sql: Sql): Promise<void> {
  return enqueue(sql, refreshDiscoveryJob, {}, { key: KEY });
}

/**
 * Queues a refresh after something was published, to run about a minute later. While the trending list is not full, it
 * runs at once: then every new item appears in it, and computing it is cheap.
 */
export async function queueDiscoveryRefreshAfter(sql: Sql): Promise<void> {
  const isFull = (await countTrending(sql)) === TRENDING_MAX;
  if (!isFull) return queueDiscoveryRefresh(sql);
  await enqueue(sql, refreshDiscoveryJob, {}, { key: KEY, afterS: BATCH_WINDOW_S });
}
