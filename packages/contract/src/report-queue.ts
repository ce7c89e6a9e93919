import { z } from "zod";
import { staffReason } from "./audit.ts";
import { contentType } from "./contents.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { channelId, commentId, contentId } from "./ids.ts";
import { SUSPENSION_MAX_DAYS } from "./people.ts";
import { CASE_SUBJECTS, MODERATION_OUTCOMES, REPORT_REASONS, type ReportReason } from "./reports.ts";

/** The most cases that one can page through. */
export const QUEUE_MAX = 2_000;
/** What waits is counted up to this number. */
export const WAITING_COUNTED_MAX = 100;
/** Of one case, the latest ones. */
export const REPORTS_SHOWN = 20;

export const QUEUE_LANES = ["open", "appeals", "decided"] as const;
export type QueueLane = (typeof QUEUE_LANES)[number];

export const QUEUE_MESSAGES = {
  decided: "Your decision was saved. Everyone involved will be notified.",
  nothingRestored: "Your decision was saved, but there was nothing left to restore.",
  decidedBefore: "Someone else has decided this already.",
  ownDecision: "Someone else has to review the appeal.",
  ownCase: "This is about you or your channel. Someone else has to decide it.",
  gone: "This is gone already. Keep or warn are all that is left to decide.",
} as const;

const person = z.object({ username: z.string(), name: z.string(), channel_id: channelId });

const verdict = z.object({
  by: z.string().nullable(),
  at: z.iso.datetime(),
  reason: z.string(),
});

export const reportCase = z.object({
  id: z.uuid(),
  subject: z.enum(CASE_SUBJECTS).catch("content"),
  subject_id: z.uuid(),
  is_about_minor: z.boolean(),
  /** Five reports hide an item until staff decide. */
  is_hidden: z.boolean(),
  /** Deleted by its owner or staff, or erased with its owner. */
  is_gone: z.boolean(),
  total: z.int(),
  last_reported_at: z.iso.datetime(),
  /** Title, comment or name when it was last reported. */
  excerpt: z.string(),
  /** Null: the account is gone. */
  owner: person.nullable(),
  /** The item, or the item that the comment is on; null if it is gone. */
  content: z.object({ id: contentId, type: contentType, title: z.string() }).nullable(),
  /** A comment among those around it, oldest first; empty for anything else. */
  thread: z.array(
    z.object({
      id: commentId,
      author: z.string(),
      text: z.string(),
      is_reply: z.boolean(),
      is_reported: z.boolean(),
    }),
  ),
  reports: z.array(
    z.object({
      reason: z.enum(Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]).catch("other"),
      text: z.string(),
      /** Null: the account is gone. */
      reporter: z.string().nullable(),
      reported_at: z.iso.datetime(),
    }),
  ),
  decision: verdict
    .extend({
      outcome: z.enum(MODERATION_OUTCOMES).catch("keep"),
      /** False for a suspension without a removal, such as where the thing was deleted already. */
      has_removed: z.boolean().optional(),
    })
    .nullable(),
  appeal: z
    .object({
      text: z.string(),
      at: z.iso.datetime(),
      decision: verdict.extend({ outcome: z.enum(["uphold", "overturn"]).catch("uphold") }).nullable(),
    })
    .nullable(),
  /** Shown again by staff outside the queue, though nobody appealed. */
  restored: verdict.nullable().default(null),
  /** Why this member of staff may not decide what waits: `own_case` is about them, `own_decision` was theirs. */
  why_not: z.enum(["own_case", "own_decision"]).nullable().catch(null).default(null),
  can: z.object({ decide: z.boolean(), remove: z.boolean(), suspend: z.boolean(), decide_appeal: z.boolean() }),
});
export type ReportCase = z.infer<typeof reportCase>;

/** Only to keep something needs no reason. */
export const decisionFields = {
  decision: z.enum(["keep", "remove", "warn", "suspend"]),
  reason: staffReason.or(z.literal("")),
  /** How long its owner is suspended; required with `suspend`, which also removes what is still there. */
  days: z.int().min(1).max(SUSPENSION_MAX_DAYS).optional(),
};

export const reportQueueRoutes = {
  list: defineRoute({
    name: "reportQueue.list",
    summary: "Reported things: those about minors first, then the oldest; appeals; what was decided",
    method: "GET",
    path: "/admin/reports",
    access: "staff",
    query: { ...cursorQuery, lane: z.enum(QUEUE_LANES).default("open") },
    data: z.object({
      cases: z.array(reportCase),
      /** Each at most `WAITING_COUNTED_MAX`. */
      waiting: z.object({ open: z.int(), about_minors: z.int(), appeals: z.int() }),
      pagination: cursorPagination,
    }),
  }),
  decide: defineRoute({
    name: "reportQueue.decide",
    summary:
      "Keep it, remove it, warn its owner, or remove it and suspend its owner; 409 if someone has decided already",
    method: "POST",
    path: "/admin/reports/:id",
    access: "staff",
    params: { id: z.uuid() },
    body: decisionFields,
    data: nothing,
    writes: "report_cases",
  }),
  decideAppeal: defineRoute({
    name: "reportQueue.decideAppeal",
    summary: "Uphold or reverse a decision of someone else",
    method: "POST",
    path: "/admin/appeals/:id",
    access: "staff",
    params: { id: z.uuid() },
    body: { decision: z.enum(["uphold", "overturn"]), reason: staffReason },
    data: nothing,
    writes: "report_cases",
  }),
};
