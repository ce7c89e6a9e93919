import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { runSandbox } from "./sandbox.service.ts";
import { watchPlans } from "./watch-plans.service.ts";

export const watchPlansJob = defineJob({
  name: "billing:watch-plans",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "41 * * * *",
  run: (deps, _, signal) => watchPlans(deps, signal),
});

export const runSandboxJob = defineJob({
  name: "billing:run-sandbox",
  lane: "short",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 5 * 60_000,
  cron: "* * * * *",
  run: (deps) => runSandbox(deps),
});
