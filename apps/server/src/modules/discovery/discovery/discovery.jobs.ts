import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { refreshDiscovery } from "./discovery.service.ts";

export const refreshDiscoveryJob = defineJob({
  name: "discovery:refresh",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "*/10 * * * *",
  run: (deps) => refreshDiscovery(deps),
});
