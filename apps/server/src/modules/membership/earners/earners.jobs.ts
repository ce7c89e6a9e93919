import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { completeRegistrations } from "./complete-registration.service.ts";
import { purgeExpiredRegistrations } from "./purge.service.ts";

export const purgeRegistrationsJob = defineJob({
  name: "earners:purge-registrations",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "41 * * * *",
  run: (deps, _, signal) => purgeExpiredRegistrations(deps, signal),
});

export const completeRegistrationsJob = defineJob({
  name: "earners:complete-registrations",
  lane: "short",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 5 * 60_000,
  cron: "*/5 * * * *",
  run: (deps, _, signal) => completeRegistrations(deps, signal),
});
