import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { countNewViews } from "./count-views.service.ts";

/** Counts what a server that was killed had written and not counted. */
export const recountViewsJob = defineJob({
  name: "views:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "* * * * *",
  run: (deps) => countNewViews(deps),
});
