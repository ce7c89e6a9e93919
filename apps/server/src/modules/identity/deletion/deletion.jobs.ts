import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { queueErasures } from "./deletion.service.ts";

export const queueErasuresJob = defineJob({
  name: "deletion:queue-erasures",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "7 3 * * *",
  run: (deps) => queueErasures(deps),
});
