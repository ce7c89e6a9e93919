import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

export const keepOriginalJob = defineJob({
  name: "media:keep-original",
  lane: "bulk",
  payload: z.object({ content_id: contentId }),
  attempts: 8,
  timeoutMs: 60 * 60_000,
  // Loaded by the worker that runs it: the web process only queues it, and stays small.
  run: async (deps, { content_id }) => (await import("./source-file.service.ts")).keepOriginalOf(deps, content_id),
});
