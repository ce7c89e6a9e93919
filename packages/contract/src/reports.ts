import { z } from "zod";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { channelId, commentId, contentId } from "./ids.ts";
import { toText } from "./plain-text.ts";

export const REPORT_TEXT_MAX_CHARS = 1_000;
export const APPEAL_MAX_CHARS = 2_000;
export const REPORTS_PER_DAY = 50;
/** An item that so many people reported is hidden until staff decide. */
export const HIDING_REPORTS = 5;
/** How far people can page through their own reports and decisions. */
export const OWN_REPORTS_MAX = 500;

/** In the order of the form. */
export const REPORT_REASONS = {
  spam: "Spam or misleading",
  harassment: "Harassment or hate",
  nudity: "Nudity or sexual content",
  violence: "Violence or dangerous acts",
  minor_safety: "A minor's safety",
  copyright: "Copyright",
  impersonation: "Impersonation",
  other: "Something else",
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
const REASONS = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];

export const REPORT_SUBJECTS = ["content", "comment", "channel"] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];
/** Staff also suspend accounts without a report. */
export const CASE_SUBJECTS = [...REPORT_SUBJECTS, "account"] as const;
export type CaseSubject = (typeof CASE_SUBJECTS)[number];
export const CASE_SUBJECT_WORDS = {
  content: "Content",
  comment: "Comment",
  channel: "Channel",
  account: "Account",
} as const satisfies Record<CaseSubject, string>;

export const REPORT_MESSAGES = {
  reported: "Thank you. Our team will look at it and let you know the outcome.",
  again: "You have already reported this. Our team will look at it.",
  againDecided: "You reported this before, and our team has decided.",
  own: "You cannot report your own content.",
  tooMany: "You have sent too many reports today. Please try again tomorrow.",
  missingText: "Please say what is wrong.",
  tooLong: `Please use at most ${REPORT_TEXT_MAX_CHARS.toLocaleString("en")} characters.`,
  appealed: "Someone else on our team will review it.",
  appealedBefore: "You have already appealed this decision.",
  restored: "It was restored in the meantime.",
  missingAppeal: "Please say why the decision is wrong.",
  appealTooLong: `Please use at most ${APPEAL_MAX_CHARS.toLocaleString("en")} characters.`,
} as const;

/** The fields of the form. Only 'Something else' needs words. */
export const reportFields = {
  reason: z.enum(REASONS),
  text: z.string().overwrite(toText).max(REPORT_TEXT_MAX_CHARS, REPORT_MESSAGES.tooLong).default(""),
};

export const appealFields = {
  text: z
    .string()
    .overwrite(toText)
    .min(1, REPORT_MESSAGES.missingAppeal)
    .max(APPEAL_MAX_CHARS, REPORT_MESSAGES.appealTooLong),
};

const subject = z.enum(REPORT_SUBJECTS).catch("content");

/** What the caller reported, and what came of it. */
export const ownReport = z.object({
  id: z.uuid(),
  subject,
  /** The title, the comment or the channel's name. */
  excerpt: z.string(),
  reason: z.enum(REASONS).catch("other"),
  reported_at: z.iso.datetime(),
  /** Null: not decided yet. `gone`: it had been deleted by then. */
  outcome: z.enum(["acted", "kept", "gone"]).catch("kept").nullable(),
});
export type OwnReport = z.infer<typeof ownReport>;

/** Only an account is banned; all else is decided about what was reported. */
export const MODERATION_OUTCOMES = ["keep", "remove", "warn", "suspend", "ban"] as const;
export type ModerationOutcome = (typeof MODERATION_OUTCOMES)[number];

/** What staff decided about something of the caller's. */
export const ownDecision = z.object({
  id: z.uuid(),
  subject: z.enum(CASE_SUBJECTS).catch("content"),
  excerpt: z.string(),
  decision: z.enum(MODERATION_OUTCOMES).catch("remove"),
  reason: z.string(),
  decided_at: z.iso.datetime(),
  /** False for a suspension without a removal, such as where the thing was deleted already. */
  has_removed: z.boolean().optional(),
  appeal: z
    .object({
      text: z.string(),
      /** Null: the second look is still to come. */
      outcome: z.enum(["uphold", "overturn"]).catch("uphold").nullable(),
      reason: z.string(),
    })
    .nullable(),
  /** Staff restored it without an appeal. */
  is_restored: z.boolean().default(false),
  can: z.object({ appeal: z.boolean() }),
});
export type OwnDecision = z.infer<typeof ownDecision>;

export const reportRoutes = {
  content: defineRoute({
    name: "reports.content",
    summary: "Report an item, once",
    method: "POST",
    path: "/report-content/:id",
    access: "member",
    params: { id: contentId },
    body: reportFields,
    data: nothing,
    writes: "reports",
  }),
  comment: defineRoute({
    name: "reports.comment",
    summary: "Report a comment, once",
    method: "POST",
    path: "/report-comment/:id",
    access: "member",
    params: { id: commentId },
    body: reportFields,
    data: nothing,
    writes: "reports",
  }),
  channel: defineRoute({
    name: "reports.channel",
    summary: "Report a channel, once",
    method: "POST",
    path: "/report-channel/:id",
    access: "member",
    params: { id: channelId },
    body: reportFields,
    data: nothing,
    writes: "reports",
  }),
  mine: defineRoute({
    name: "reports.mine",
    summary: "What the caller reported, and what came of it, newest first",
    method: "GET",
    path: "/my-reports",
    access: "member",
    query: cursorQuery,
    data: z.object({ reports: z.array(ownReport), pagination: cursorPagination }),
  }),
  decisions: defineRoute({
    name: "reports.decisions",
    summary: "What staff decided about the caller's content, comments and channel, newest first",
    method: "GET",
    path: "/my-decisions",
    access: "member",
    query: cursorQuery,
    data: z.object({ decisions: z.array(ownDecision), pagination: cursorPagination }),
  }),
  appeal: defineRoute({
    name: "reports.appeal",
    summary: "Appeal a decision, once",
    method: "POST",
    path: "/appeal/:id",
    access: "owner",
    params: { id: z.uuid() },
    body: appealFields,
    data: nothing,
    writes: "report_cases",
  }),
};
