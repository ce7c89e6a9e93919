import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { recountSiteStats } from "./site-stats.service.ts";

export const recountSiteStatsJob = defineJob({
  name: "site-stats:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "*/10 * * * *",
  run: (deps) => recountSiteStats(deps),
});
