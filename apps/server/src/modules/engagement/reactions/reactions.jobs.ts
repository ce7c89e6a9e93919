import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { flushLikeCounts } from "./reactions.service.ts";

/** Flushes the likes that a killed server had stored and not counted. */
export const recountLikesJob = defineJob({
  name: "likes:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "* * * * *",
  run: (deps) => flushLikeCounts(deps),
});
