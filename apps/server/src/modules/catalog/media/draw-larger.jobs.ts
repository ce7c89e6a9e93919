import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

const payload = z.object({ content_id: contentId, run: z.string() });

export const drawLargeJob = defineJob({
  name: "media:draw-large",
  lane: "inspect",
  payload,
  attempts: 3,
  timeoutMs: 30 * 60_000,
  run: async (deps, drawn, signal) => (await import("./draw-larger.service.ts")).drawLarge(deps, drawn, signal),
});

/** Nobody waits for it: the other formats are shown until then. */
export const drawAvifJob = defineJob({
  name: "media:draw-avif",
  lane: "bulk",
  payload,
  attempts: 3,
  timeoutMs: 60 * 60_000,
  run: async (deps, drawn, signal) => (await import("./draw-larger.service.ts")).drawAvif(deps, drawn, signal),
});
