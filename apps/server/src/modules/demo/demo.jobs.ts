import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";
import { drawDemoPictures } from "./demo-pictures.service.ts";
import { makeDemoVideo } from "./demo-videos.service.ts";

export const drawPicturesJob = defineJob({
  name: "demo:draw-pictures",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  run: (deps, _, signal) => drawDemoPictures(deps, signal),
});

export const makeVideoJob = defineJob({
  name: "demo:make-video",
  payload: z.object({ index: z.int().min(0) }),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  // Safe to run twice: an item knows which video of the demo world it is.
  run: (deps, { index }, signal) => makeDemoVideo(deps, index, signal),
});
