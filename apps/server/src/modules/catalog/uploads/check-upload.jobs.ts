import { z } from "zod";
import { publishUploadProgress } from "#modules/catalog/media/publish-progress.service.ts";
import { defineJob } from "#platform/jobs/jobs.ts";

export const checkUploadJob = defineJob({
  name: "uploads:check",
  lane: "inspect",
  payload: z.object({ upload_id: z.string() }),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  // Imported lazily: the web process only queues this job and need not load the pipeline.
  async run(deps, { upload_id }, signal) {
    await (await import("./check-upload.service.ts")).checkUpload(deps, upload_id, signal);
    await publishUploadProgress(deps.sql, upload_id);
  },
  async onExhausted(deps, { upload_id }) {
    await (await import("./check-upload.service.ts")).failCheck(deps, upload_id);
    await publishUploadProgress(deps.sql, upload_id);
  },
});
