import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob, STORAGE_OUTAGE_ATTEMPTS } from "#platform/jobs/jobs.ts";

const HOUR_MS = 3_600_000;

export const processDocumentJob = defineJob({
  name: "documents:process",
  lane: "documents",
  payload: z.object({ content_id: contentId }),
  attempts: STORAGE_OUTAGE_ATTEMPTS,
  timeoutMs: HOUR_MS,
  // Safe to run twice, even concurrently: each run writes to its own folder, and one row says which run counts.
  // Imported lazily: the web process only queues this job and need not load the renderer.
  run: async (deps, { content_id }, signal, lease) =>
    (await import("./process-document.service.ts")).processDocument(deps, content_id, signal, lease),
  onExhausted: async (deps, { content_id }) =>
    (await import("#modules/catalog/media/fail-media.service.ts")).failMedia(deps, content_id),
});
