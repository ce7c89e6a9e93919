import { z } from "zod";
import { defineRoute } from "./http.ts";

/** Count what happened on a day. */
export const FLOWS = ["people", "uploads", "views", "referrals"] as const;
/** Say how things stand, as last measured on a day. */
export const LEVELS = ["owed_cents", "reports", "held_comments", "failed_jobs", "storage_bytes"] as const;

export type FigureName = (typeof FLOWS)[number] | (typeof LEVELS)[number];

/** Of these, moderators see nothing. */
export const ADMIN_FIGURES: readonly FigureName[] = ["referrals", "owed_cents", "failed_jobs", "storage_bytes"];

export const FIGURE_DAYS = 7;

const figure = z.object({
  name: z.string(),
  /** A flow: the sum of the last seven days; a level: how it stands. */
  now: z.int(),
  /** A flow: the sum of the seven days before; a level: how it stood seven days ago. Null: nobody measured it. */
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
