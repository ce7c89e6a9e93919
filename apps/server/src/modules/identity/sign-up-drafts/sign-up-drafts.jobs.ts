import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { purgeExpiredDrafts } from "./sign-up-drafts.service.ts";

export const purgeSignUpDraftsJob = defineJob({
  name: "sign-up-drafts:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "33 * * * *",
  run: (deps) => purgeExpiredDrafts(deps),
});
