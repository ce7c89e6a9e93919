import type { SiteStats } from "@app/contract/discovery";
import { z } from "zod";
import { sumEarned } from "#modules/earnings/index.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { countSiteStats, selectSiteStats } from "./site-stats.sql.ts";

/** The stored counts; the very first visit computes them. */
export async function readSiteStats(deps: Pick<Deps, "sql">): Promise<SiteStats> {
  const known = await selectSiteStats(deps.sql);
  if (known) return known;
  await recountSiteStats(deps);
  return (await selectSiteStats(deps.sql)) ?? { channels: 0, items: 0, views: 0, earned_cents: 0 };
}

export async function recountSiteStats(deps: Pick<Deps, "sql">): Promise<void> {
  await countSiteStats(deps.sql, await sumEarned(deps.sql));
}

export const recountSiteStatsJob = defineJob({
  name: "site-stats:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "*/10 * * * *",
  run: (deps) => recountSiteStats(deps),
});
