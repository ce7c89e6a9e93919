import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { checkpointLedger } from "./ledger.service.ts";

export const checkpointLedgerJob = defineJob({
  name: "earnings:checkpoint",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "37 4 * * *",
  run: (deps) => checkpointLedger(deps),
});
