import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { purgeExports } from "./exports.service.ts";

export const purgeExportsJob = defineJob({
  name: "exports:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "52 * * * *",
  run: (deps, _, signal) => purgeExports(deps, signal),
});
