import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { forgetExpiredDrafts } from "./drafts.service.ts";

export const forgetSignUpDraftsJob = defineJob({
  name: "sign-up-drafts:forget",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "33 * * * *",
  run: (deps) => forgetExpiredDrafts(deps),
});
