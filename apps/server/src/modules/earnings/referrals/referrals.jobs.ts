import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { makeDueReferralsAvailable } from "./referrals.service.ts";

export const makeReferralsAvailableJob = defineJob({
  name: "referrals:make-available",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "11 * * * *",
  run: (deps) => makeDueReferralsAvailable(deps),
});
