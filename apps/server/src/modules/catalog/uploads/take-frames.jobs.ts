import { z } from "zod";
import { sourceFacts } from "#modules/catalog/media/pipeline/source-facts.ts";
import { defineJob } from "#platform/jobs/jobs.ts";

export const takeFramesJob = defineJob({
  name: "uploads:take-frames",
  lane: "frames",
  payload: z.object({ upload_id: z.string(), source: sourceFacts }),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  run: async (deps, { upload_id, source }, signal) =>
    (await import("./take-frames.service.ts")).takeUploadFrames(deps, upload_id, source, signal),
  onExhausted: async (deps, { upload_id }) => (await import("./take-frames.service.ts")).failFrames(deps, upload_id),
});
