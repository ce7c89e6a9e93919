import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { forgetExpiredRegistrations } from "./forget.service.ts";

export const forgetRegistrationsJob = defineJob({
  name: "earners:forget-registrations",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "41 * * * *",
  run: (deps) => forgetExpiredRegistrations(deps),
});
