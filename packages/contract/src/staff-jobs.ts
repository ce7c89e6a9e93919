import { z } from "zod";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";

export const JOB_STATES = ["failed", "retrying", "running", "waiting"] as const;
export type JobState = (typeof JOB_STATES)[number];

export const JOBS_MAX = 1_000;

export const JOB_MESSAGES = { retried: "The job runs again.", running: "The job is running already." } as const;

const job = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(JOB_STATES),
  attempts: z.int(),
  max_attempts: z.int(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** When it runs next, or ran last. */
  run_at: z.iso.datetime(),
});
export type StaffJob = z.infer<typeof job>;

export const staffJobRoutes = {
  list: defineRoute({
    name: "staffJobs.list",
    summary: "Background work that failed, is retried, runs or waits; newest first",
    method: "GET",
    path: "/admin/jobs",
    access: "admin",
    query: { ...cursorQuery, state: z.enum(JOB_STATES).default("failed") },
    data: z.object({
      jobs: z.array(job),
      /** Counted up to `JOBS_MAX`. */
      counts: z.object({ failed: z.int(), retrying: z.int(), running: z.int(), waiting: z.int() }),
      pagination: cursorPagination,
    }),
  }),
  retry: defineRoute({
    name: "staffJobs.retry",
    summary: "Run a failed or waiting job now, with all its attempts",
    method: "POST",
    path: "/admin/jobs/:id/retry",
    access: "admin",
    params: { id: z.string().regex(/^job-\d{1,18}$/) },
    data: nothing,
  }),
};
