import { captionLanguage } from "@app/contract/captions";
import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

const HOUR_MS = 3_600_000;

export const findSilencesJob = defineJob({
  name: "captions:find-silences",
  lane: "media",
  payload: z.object({ content_id: contentId, run: z.string() }),
  attempts: 3,
  timeoutMs: HOUR_MS,
  // Imported lazily, here and below: the web process only queues these jobs and need not load the pipeline.
  run: async (deps, payload, signal) => (await import("./recognize.service.ts")).findSilencesOf(deps, payload, signal),
  onExhausted: async (deps, payload) => (await import("./recognize.service.ts")).writeNoSilences(deps, payload),
});

export const recognizeSpeechJob = defineJob({
  name: "captions:recognize-speech",
  lane: "media",
  payload: z.object({ content_id: contentId, language: captionLanguage, token: z.uuid() }),
  attempts: 2,
  timeoutMs: 12 * HOUR_MS,
  // Safe to run twice: only the run that deletes the request stores its captions.
  run: async (deps, payload, signal) => (await import("./recognize.service.ts")).recognizeSpeech(deps, payload, signal),
  onExhausted: async (deps, payload) => (await import("./recognize.service.ts")).failSpeech(deps, payload),
});
