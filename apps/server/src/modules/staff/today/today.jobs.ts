import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { measureFigures } from "./today.service.ts";

export const measureFiguresJob = defineJob({
  name: "staff:measure-figures",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "*/10 * * * *",
  run: (deps) => measureFigures(deps),
});
