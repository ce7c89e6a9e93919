import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";

const payload = z.object({ content_id: contentId, run: z.string() });

/** Nobody waits for it: the other formats are shown until then. */
export const drawAvifJob = defineJob({
  name: "media:draw-avif",
  lane: "bulk",
  payload,
  attempts: 3,
  timeoutMs: 60 * 60_000,
  run: async (deps, drawn, signal) => (await import("./draw-larger.service.ts")).drawAvif(deps, drawn, signal),
});

export const drawLargeJob = defineJob({
  name: "media:draw-large",
  // Not that of the first drawing, which the next owner waits for.
  lane: "frames",
  payload,
  attempts: 3,
  timeoutMs: 30 * 60_000,
  run: async (deps, drawn, signal) => {
    await (await import("./draw-larger.service.ts")).drawLarge(deps, drawn, signal);
    await enqueue(deps.sql, drawAvifJob, drawn, { key: `avif:${drawn.content_id}` });
  },
});
