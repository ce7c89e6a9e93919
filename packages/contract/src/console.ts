import { z } from "zod";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";

export const STAFF_ROLES = ["admin", "moderator"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Frames every page of the staff console. */
export const staffDesk = z.object({
  username: z.string(),
  role: z.enum(STAFF_ROLES),
});
export type StaffDesk = z.infer<typeof staffDesk>;

export const consoleRoutes = {
  desk: defineRoute({
    name: "console.desk",
    summary: "Who of the staff is asking, and their role",
    method: "GET",
    path: "/admin/desk",
    access: "staff",
    data: staffDesk,
  }),
};

/** Count what happened on a day. */
export const COUNTERS = ["people", "uploads", "views", "referrals"] as const;
/** Say how things stand, as last measured on a day. */
export const GAUGES = [
  "owed_cents",
  "reports",
  "appeals",
  "held_comments",
  "flagged_referrals",
  "failed_jobs",
  "storage_bytes",
] as const;

export type FigureName = (typeof COUNTERS)[number] | (typeof GAUGES)[number];

/** Of these, moderators see nothing. */
export const ADMIN_FIGURES: readonly FigureName[] = [
  "referrals",
  "owed_cents",
  "flagged_referrals",
  "failed_jobs",
  "storage_bytes",
];

export const FIGURE_DAYS = 7;

const figure = z.object({
  name: z.string(),
  /** A counter: the sum of the last seven days; a gauge: how it stands. */
  now: z.int(),
  /** A counter: the sum of the seven days before; a gauge: how it stood seven days ago. Null: nobody measured it. */
  before: z.int().nullable(),
  /** The last seven days, oldest first; null: not measured. */
  days: z.array(z.object({ day: z.iso.date(), value: z.int().nullable() })),
});
export type Figure = z.infer<typeof figure>;

export const todayRoutes = {
  show: defineRoute({
    name: "today.show",
    summary: "How the platform does: each figure with its week",
    method: "GET",
    path: "/admin/today",
    access: "staff",
    data: z.object({ measured_at: z.iso.datetime(), figures: z.array(figure) }),
  }),
};

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
