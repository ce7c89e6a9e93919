import type { Sql } from "#platform/db/database.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { refreshDiscoveryJob } from "./discovery.jobs.ts";

/** Asks for the discovery lists to be computed soon, once for however many asked. */
export function queueDiscoveryRefresh(sql: Sql): Promise<void> {
  return enqueue(sql, refreshDiscoveryJob, {}, { key: "discovery:refresh" });
}
