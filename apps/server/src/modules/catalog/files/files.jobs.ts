import { uploadId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

export const replaceFileJob = defineJob({
  name: "files:replace",
  lane: "short",
  payload: z.object({ upload_id: uploadId }),
  attempts: 8,
  timeoutMs: 60_000,
  run: async (deps, { upload_id }) => (await import("./files.service.ts")).applyReplacement(deps, upload_id),
});
