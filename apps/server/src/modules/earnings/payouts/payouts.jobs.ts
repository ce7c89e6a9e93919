import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { makeMonthlyBatch } from "./batches.service.ts";

/** Every day, so that a month whose first day was missed, or whose tax year was entered late, gets its batch too. */
export const makePayoutsJob = defineJob({
  name: "payouts:make-batch",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60 * 60_000,
  cron: "20 10 * * *",
  run: (deps) => makeMonthlyBatch(deps),
});
