import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { forgetExpired } from "./session.service.ts";

export const forgetExpiredJob = defineJob({
  name: "accounts:forget-expired",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "23 * * * *",
  run: (deps) => forgetExpired(deps),
});
