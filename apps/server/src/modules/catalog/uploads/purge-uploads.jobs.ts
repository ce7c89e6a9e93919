import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { purgeUploads } from "./purge-uploads.service.ts";

export const purgeUploadsJob = defineJob({
  name: "uploads:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 30 * 60_000,
  cron: "41 * * * *",
  run: (deps, _, signal) => purgeUploads(deps, signal),
});
