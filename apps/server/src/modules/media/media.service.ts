import type { Sql } from "#platform/db/database.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { processVideoJob } from "./process-video.jobs.ts";

/** Queues the processing of a video in the caller's transaction. @param frame the thumbnail chosen of three, null for the middle one */
export function queueVideoProcessing(sql: Sql, content: { id: string; frame: number | null }): Promise<void> {
  const payload = processVideoJob.payload.parse({ content_id: content.id, frame: content.frame });
  return enqueue(sql, processVideoJob, payload, { key: `process:${content.id}` });
}
