import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { recountChannels } from "./channels.service.ts";

/** Nightly, so a wrong count is corrected by morning. */
export const recountChannelsJob = defineJob({
  name: "channels:recount",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "17 8 * * *",
  run: (deps) => recountChannels(deps),
});
