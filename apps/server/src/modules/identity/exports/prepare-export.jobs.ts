import { z } from "zod";
import { defineJob } from "#platform/jobs/jobs.ts";

/** Safe to run twice: the file is written again, and its row is marked ready once. */
export const prepareExportJob = defineJob({
  name: "exports:prepare",
  lane: "bulk",
  payload: z.object({ export_id: z.uuid() }),
  attempts: 3,
  timeoutMs: 6 * 3_600_000,
  // Imported lazily, to save memory in the web process, which only queues the job.
  run: async (deps, { export_id }, signal, lease) =>
    (await import("./prepare-export.service.ts")).prepareExport(deps, export_id, signal, lease),
  onExhausted: async (deps, { export_id }) => (await import("./prepare-export.service.ts")).failExport(deps, export_id),
});
