import { z } from "zod";
import { defineRoute } from "./http.ts";

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
