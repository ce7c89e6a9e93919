import { z } from "zod";
import { defineJob, enqueue, type Job } from "#platform/jobs/jobs.ts";

export const drawPicturesJob = defineJob({
  name: "demo:draw-pictures",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  // Imported by the worker only, to save memory in the web process.
  run: async (deps, _, signal) => (await import("./demo-pictures.service.ts")).drawDemoPictures(deps, signal),
});

export const makeReferralsJob = defineJob({
  name: "demo:make-referrals",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  run: async (deps) => (await import("./demo-referrals.service.ts")).makeDemoReferrals(deps),
});

export const payPlansJob = defineJob({
  name: "demo:pay-plans",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60_000,
  run: async (deps) => (await import("./demo-plans.service.ts")).payDemoPlans(deps),
});

export const makeAnnouncementJob = defineJob({
  name: "demo:make-announcement",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  run: async (deps, _, signal) => (await import("./demo-announcement.service.ts")).makeDemoAnnouncement(deps, signal),
});

/** By then a short video is processed. */
const CUT_AFTER_S = 20;

const cutVideoJob = defineJob({
  name: "demo:cut-video",
  lane: "bulk",
  payload: z.object({ index: z.int().min(0) }),
  attempts: 3,
  timeoutMs: 60_000,
  run: async (deps, { index }) => {
    if (await (await import("./demo-videos.service.ts")).cutDemoVideo(deps, index)) return;
    await enqueue(deps.sql, cutVideoJob, { index }, { afterS: CUT_AFTER_S });
  },
});

/** An hour. A trim that failed never shows the part that the visits are for. */
const VISITS_ATTEMPTS_MAX = 180;

const addVisitsJob = defineJob({
  name: "demo:add-visits",
  lane: "bulk",
  payload: z.object({ index: z.int().min(0), attempt: z.int().min(0) }),
  attempts: 3,
  timeoutMs: 60_000,
  // Safe to repeat: nothing is added to a video that somebody has played.
  run: async (deps, { index, attempt }) => {
    const isDone = await (await import("./demo-videos.service.ts")).addDemoVisits(deps, index);
    if (isDone || attempt >= VISITS_ATTEMPTS_MAX) return;
    await enqueue(deps.sql, addVisitsJob, { index, attempt: attempt + 1 }, { afterS: CUT_AFTER_S });
  },
});

export const makeVideoJob = defineJob({
  name: "demo:make-video",
  lane: "bulk",
  payload: z.object({ index: z.int().min(0) }),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  // Safe to repeat: the upload id identifies the demo video.
  run: async (deps, { index }, signal) => {
    await (await import("./demo-videos.service.ts")).makeDemoVideo(deps, index, signal);
    await enqueue(deps.sql, cutVideoJob, { index }, { key: `demo:cut:${index}`, afterS: CUT_AFTER_S });
    await enqueue(deps.sql, addVisitsJob, { index, attempt: 0 }, { key: `demo:visits:${index}`, afterS: CUT_AFTER_S });
  },
});

export const makeDocumentsJob = defineJob({
  name: "demo:make-documents",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  // Safe to repeat: the upload ids identify the playbooks.
  run: async (deps) => (await import("./demo-documents.service.ts")).makeDemoDocuments(deps),
});

export const makeImagesJob = defineJob({
  name: "demo:make-images",
  lane: "bulk",
  payload: z.object({ index: z.int().min(0) }),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  run: async (deps, { index }) => (await import("./demo-documents.service.ts")).makeDemoImages(deps, index),
});

export const makeModerationJob = defineJob({
  name: "demo:make-moderation",
  lane: "bulk",
  payload: z.object({}),
  attempts: 5,
  timeoutMs: 60_000,
  // Safe to repeat: what is there is not added again.
  run: async (deps) => {
    if (await (await import("./demo-moderation.service.ts")).makeDemoModeration(deps)) return;
    await enqueue(deps.sql, makeModerationJob, {}, { afterS: CUT_AFTER_S });
  },
});

export const seedJobs: readonly Job[] = [
  drawPicturesJob,
  makeReferralsJob,
  payPlansJob,
  makeVideoJob,
  cutVideoJob,
  addVisitsJob,
  makeDocumentsJob,
  makeImagesJob,
  makeAnnouncementJob,
  makeModerationJob,
];
