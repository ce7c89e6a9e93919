import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { forgetExpiredRegistrations } from "./forget.service.ts";
import { takeUpProfiles } from "./take-up-profiles.service.ts";

export const forgetRegistrationsJob = defineJob({
  name: "earners:forget-registrations",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "41 * * * *",
  run: (deps) => forgetExpiredRegistrations(deps),
});

export const takeUpProfilesJob = defineJob({
  name: "earners:take-up-profiles",
  lane: "short",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 5 * 60_000,
  cron: "*/5 * * * *",
  run: (deps) => takeUpProfiles(deps),
});
