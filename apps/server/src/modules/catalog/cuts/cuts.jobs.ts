import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { publishProgress } from "#modules/catalog/media/publish-progress.service.ts";
import { defineJob, STORAGE_OUTAGE_ATTEMPTS } from "#platform/jobs/jobs.ts";

const HOUR_MS = 3_600_000;

export const cutClipJob = defineJob({
  name: "cuts:cut-clip",
  lane: "inspect",
  payload: z.object({ content_id: contentId }),
  attempts: STORAGE_OUTAGE_ATTEMPTS,
  timeoutMs: HOUR_MS,
  // Imported lazily, here and below: the web process only queues these jobs and need not load the pipeline.
  run: async (deps, { content_id }, signal, lease) =>
    (await import("./cut-clip.service.ts")).cutClip(deps, content_id, signal, lease),
  onExhausted: async (deps, { content_id }) =>
    (await import("#modules/catalog/media/fail-media.service.ts")).failMedia(deps, content_id),
});

export const trimVideoJob = defineJob({
  name: "cuts:trim-video",
  lane: "inspect",
  payload: z.object({ content_id: contentId, token: z.uuid() }),
  attempts: STORAGE_OUTAGE_ATTEMPTS,
  timeoutMs: 3 * HOUR_MS,
  async run(deps, payload, signal) {
    await (await import("./trim-video.service.ts")).trimVideo(deps, payload, signal);
    await publishProgress(deps.sql, payload.content_id, { isState: true });
  },
  async onExhausted(deps, payload) {
    await (await import("./trim-video.service.ts")).failRequest(deps, payload);
    await publishProgress(deps.sql, payload.content_id, { isState: true });
  },
});
