import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { forgetOldPictures } from "./pictures.service.ts";

export const forgetOldPicturesJob = defineJob({
  name: "contents:forget-old-pictures",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "17 * * * *",
  run: (deps) => forgetOldPictures(deps),
});
