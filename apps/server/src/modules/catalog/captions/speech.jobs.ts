import { CAPTIONS_MESSAGES, captionLanguage } from "@app/contract/captions";
import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { publishProgress } from "#modules/catalog/media/publish-progress.service.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { deleteJobsWithoutRequest, failWithoutEngine } from "./captions.sql.ts";

const HOUR_MS = 3_600_000;

export const findSilencesJob = defineJob({
  name: "captions:find-silences",
  lane: "frames",
  payload: z.object({ content_id: contentId, run: z.string() }),
  attempts: 3,
  timeoutMs: HOUR_MS,
  // Imported lazily, here and below: the web process only queues these jobs and need not load the pipeline.
  async run(deps, payload, signal) {
    await (await import("./recognize.service.ts")).findSilencesOf(deps, payload, signal);
    await publishProgress(deps.sql, payload.content_id, { isState: true });
  },
  async onExhausted(deps, payload) {
    await (await import("./recognize.service.ts")).writeNoSilences(deps, payload);
    await publishProgress(deps.sql, payload.content_id, { isState: true });
  },
});

export const recognizeSpeechJob = defineJob({
  name: "captions:recognize-speech",
  lane: "speech",
  payload: z.object({ content_id: contentId, language: captionLanguage, token: z.uuid() }),
  attempts: 2,
  timeoutMs: 12 * HOUR_MS,
  // Safe to run twice: only the run that deletes the request stores its captions.
  async run(deps, payload, signal) {
    await (await import("./recognize.service.ts")).recognizeSpeech(deps, payload, signal);
    await publishProgress(deps.sql, payload.content_id, { isState: true });
  },
  async onExhausted(deps, payload) {
    await (await import("./recognize.service.ts")).failSpeech(deps, payload);
    await publishProgress(deps.sql, payload.content_id, { isState: true });
  },
});

/** Longer than all attempts of the recognition together. */
const WITHOUT_ENGINE_HOURS = 48;

/** Without its engine a request would wait forever and count against the limit of its channel. */
export const failWithoutEngineJob = defineJob({
  name: "captions:fail-without-engine",
  lane: "short",
  cron: "53 * * * *",
  payload: z.unknown(),
  attempts: 3,
  timeoutMs: 60_000,
  async run({ sql }) {
    const items = await failWithoutEngine(sql, WITHOUT_ENGINE_HOURS, CAPTIONS_MESSAGES.noEngine);
    await deleteJobsWithoutRequest(sql, recognizeSpeechJob.name);
    for (const id of items) await publishProgress(sql, id, { isState: true });
  },
});
