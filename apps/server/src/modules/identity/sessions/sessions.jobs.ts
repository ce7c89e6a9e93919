import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { purgeExpired } from "./sessions.service.ts";

export const purgeExpiredJob = defineJob({
  name: "accounts:purge-expired",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "23 * * * *",
  run: (deps) => purgeExpired(deps),
});
