import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob, STORAGE_OUTAGE_ATTEMPTS } from "#platform/jobs/jobs.ts";

export const storeOriginalJob = defineJob({
  name: "media:store-original",
  lane: "bulk",
  payload: z.object({ content_id: contentId }),
  attempts: 8,
  timeoutMs: 60 * 60_000,
  // Imported lazily: the web process only queues this job and need not load the pipeline.
  run: async (deps, { content_id }) => (await import("./source-file.service.ts")).storeOriginalOf(deps, content_id),
});

const HOUR_MS = 3_600_000;

export const processVideoJob = defineJob({
  name: "media:process-video",
  lane: "media",
  // Earlier releases queued `frame`: the thumbnail chosen out of three.
  payload: z.object({ content_id: contentId, frame: z.int().min(0).max(2).nullable().default(null) }),
  attempts: STORAGE_OUTAGE_ATTEMPTS,
  timeoutMs: 12 * HOUR_MS,
  // Safe to run twice, even concurrently: each run writes to its own folder, and one row says which run counts.
  // Imported lazily: the web process only queues this job and need not load the pipeline.
  run: async (deps, payload, signal, lease) =>
    (await import("./process-video.service.ts")).processContentVideo(deps, payload, signal, lease),
  onExhausted: async (deps, { content_id }) => (await import("./fail-media.service.ts")).failMedia(deps, content_id),
});

export const drawAddedJob = defineJob({
  name: "media:draw-added",
  lane: "inspect",
  payload: z.object({ content_id: contentId }),
  attempts: 3,
  timeoutMs: 30 * 60_000,
  run: async (deps, { content_id }, signal) =>
    (await import("./draw-images.service.ts")).drawAddedImages(deps, content_id, signal),
  onExhausted: async (deps, { content_id }) =>
    (await import("./draw-images.service.ts")).failAddedImages(deps, content_id),
});

export const drawImagesJob = defineJob({
  name: "media:draw-images",
  lane: "inspect",
  payload: z.object({ content_id: contentId }),
  attempts: STORAGE_OUTAGE_ATTEMPTS,
  timeoutMs: 30 * 60_000,
  // Imported lazily: the web process only queues this job and need not load the pipeline.
  run: async (deps, { content_id }, signal, lease) =>
    (await import("./draw-images.service.ts")).drawImages(deps, content_id, signal, lease),
  onExhausted: async (deps, { content_id }) => (await import("./fail-media.service.ts")).failMedia(deps, content_id),
});
