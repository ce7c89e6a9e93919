import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/** Nobody waits for it: the other formats are shown until then. */
export const drawAvifJob = defineJob({
  name: "media:draw-avif",
  lane: "bulk",
  payload: z.object({ content_id: contentId, run: z.string() }),
  attempts: 3,
  timeoutMs: 60 * 60_000,
  run: async (deps, payload, signal) => (await import("./draw-avif.service.ts")).drawAvif(deps, payload, signal),
});
