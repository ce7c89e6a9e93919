import { z } from "zod";
import { defineRoute } from "./http.ts";
import { appealFields, ownDecision } from "./reports.ts";

/** How long the link in the email works that tells of a suspension. */
export const APPEAL_LINK_DAYS = 30;
/** How long the link works that signing in gives. */
export const APPEAL_GRANT_MINUTES = 30;

export const SUSPENSION_APPEAL_MESSAGES = {
  useless: "This link is no longer valid. Sign in again, and you can appeal from there.",
  over: "Your account is open again. You can sign in.",
  sent: "We are looking at it again. You will get an email when we have decided.",
} as const;

/** The decision that keeps somebody from signing in, as they see it. */
export const suspensionAppeal = z.object({
  username: z.string(),
  reason: z.string(),
  /** Null: the account is closed for good. */
  until: z.iso.datetime().nullable(),
  suspended_at: z.iso.datetime(),
  appeal: ownDecision.shape.appeal,
  can: z.object({ appeal: z.boolean() }),
});
export type SuspensionAppeal = z.infer<typeof suspensionAppeal>;

/** Opens this one page and nothing else; it signs nobody in. */
const token = z.string().min(20).max(500);

export const suspensionAppealRoutes = {
  show: defineRoute({
    name: "suspensionAppeals.show",
    summary: "Why the account of this link cannot sign in, and what became of its appeal; 410 if the link is useless",
    method: "POST",
    path: "/suspension-appeal",
    access: "public",
    body: { token },
    data: suspensionAppeal,
  }),
  send: defineRoute({
    name: "suspensionAppeals.send",
    summary: "Appeal the suspension or ban, once",
    method: "POST",
    path: "/suspension-appeal/send",
    access: "public",
    limits: ["changes"],
    body: { token, ...appealFields },
    data: suspensionAppeal,
    writes: "report_cases",
  }),
};
