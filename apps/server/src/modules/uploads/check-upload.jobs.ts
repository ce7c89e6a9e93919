import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { checkUpload } from "./check-upload.service.ts";

export const checkUploadJob = defineJob({
  name: "uploads:check",
  payload: z.object({ upload_id: z.string() }),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  run: (deps, { upload_id }, signal) => checkUpload(deps, upload_id, signal),
});
