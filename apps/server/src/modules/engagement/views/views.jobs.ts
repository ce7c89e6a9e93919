import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { flushViewCounts } from "./views.service.ts";

/** Flushes the views that a killed server had stored and not counted. */
export const recountViewsJob = defineJob({
  name: "views:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "* * * * *",
  run: (deps) => flushViewCounts(deps),
});
