import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { recountNumbers } from "./numbers.service.ts";

export const recountNumbersJob = defineJob({
  name: "numbers:recount",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  cron: "*/10 * * * *",
  run: (deps) => recountNumbers(deps),
});
