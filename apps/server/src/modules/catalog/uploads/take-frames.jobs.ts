import { z } from "zod";
import { sourceFacts } from "#modules/catalog/media/pipeline/source-facts.ts";
import { publishUploadProgress } from "#modules/catalog/media/publish-progress.service.ts";
import { defineJob } from "#platform/jobs/jobs.ts";

export const takeFramesJob = defineJob({
  name: "uploads:take-frames",
  lane: "frames",
  payload: z.object({ upload_id: z.string(), source: sourceFacts }),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  async run(deps, { upload_id, source }, signal) {
    await (await import("./take-frames.service.ts")).takeUploadFrames(deps, upload_id, source, signal);
    await publishUploadProgress(deps.sql, upload_id);
  },
  async onExhausted(deps, { upload_id }) {
    await (await import("./take-frames.service.ts")).failFrames(deps, upload_id);
    await publishUploadProgress(deps.sql, upload_id);
  },
});
