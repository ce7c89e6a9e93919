import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

export const checkUploadJob = defineJob({
  name: "uploads:check",
  lane: "inspect",
  payload: z.object({ upload_id: z.string() }),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  // Imported lazily: the web process only queues this job and need not load the pipeline.
  run: async (deps, { upload_id }, signal) =>
    (await import("./check-upload.service.ts")).checkUpload(deps, upload_id, signal),
  onExhausted: async (deps, { upload_id }) => (await import("./check-upload.service.ts")).failCheck(deps, upload_id),
});
