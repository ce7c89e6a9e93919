import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

export const finishReprocessingJob = defineJob({
  name: "media:finish-reprocessing",
  lane: "short",
  payload: z.object({ content_id: contentId }),
  attempts: 8,
  timeoutMs: 60_000,
  run: async (deps, { content_id }) =>
    (await import("./finish-reprocessing.service.ts")).finishReprocessing(deps, content_id),
});
