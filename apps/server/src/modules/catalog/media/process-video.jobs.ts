import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

const HOUR_MS = 3_600_000;

export const processVideoJob = defineJob({
  name: "media:process-video",
  lane: "media",
  // `frame` is what earlier releases queued: the thumbnail chosen of three.
  payload: z.object({ content_id: contentId, frame: z.int().min(0).max(2).nullable().default(null) }),
  attempts: 3,
  timeoutMs: 12 * HOUR_MS,
  // Safe to run twice, and at once: each run writes below a name of its own, and one row says which run counts.
  // Loaded by the worker that runs it: the web process only queues it, and stays small.
  run: async (deps, payload, signal, lease) =>
    (await import("./process-video.service.ts")).processContentVideo(deps, payload, signal, lease),
  onExhausted: async (deps, { content_id }) => (await import("./fail-video.service.ts")).failVideo(deps, content_id),
});
