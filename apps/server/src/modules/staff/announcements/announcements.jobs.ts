import { announcementId } from "@app/contract/ids";
import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

const payload = z.object({ id: announcementId, upload_key: z.string(), poster_key: z.string().nullish() });

export const prepareVideoJob = defineJob({
  name: "announcements:prepare-video",
  lane: "frames",
  payload,
  attempts: 3,
  timeoutMs: 10 * 60_000,
  run: async (deps, upload, signal) => (await import("./prepare-video.service.ts")).prepareVideo(deps, upload, signal),
  onExhausted: async (deps, upload) => (await import("./prepare-video.service.ts")).failVideo(deps, upload),
});
