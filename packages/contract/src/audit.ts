import { z } from "zod";
import { cursorPagination, cursorQuery, defineRoute } from "./http.ts";
import { accountId } from "./ids.ts";
import { toLine } from "./plain-text.ts";

export const REASON_MAX_CHARS = 500;

/** What staff can do, with the words of the audit log. */
export const AUDIT_ACTIONS = {
  "report.kept": "Kept what was reported",
  "report.removed": "Removed what was reported",
  "report.suspended": "Suspended the owner of what was reported, which was already gone",
  "report.warned": "Warned the owner of what was reported",
  "appeal.upheld": "Upheld a decision that was appealed",
  "appeal.reversed": "Reversed a decision that was appealed",
  "person.suspended": "Suspended a person",
  "person.banned": "Banned a person",
  "person.restored": "Restored a person",
  "person.signed_out": "Signed a person out everywhere",
  "person.mailed": "Emailed a person a link again",
  "person.role_changed": "Changed a role",
  "person.two_factor_reset": "Turned a person's two-factor sign-in off",
  "person.refunded": "Ended a person's plan with a refund",
  "person.exported": "Exported a person's data",
  "person.deleted": "Asked to delete a person's account",
  "channel.restored": "Showed a channel again",
  "content.hidden": "Hid content",
  "content.restored": "Restored content",
  "content.edited": "Edited content of someone else",
  "content.deleted": "Deleted content of someone else",
  "comment.approved": "Approved a held comment",
  "comment.deleted": "Deleted a comment",
  "comment.hidden": "Hid a comment",
  "comment.restored": "Restored a comment",
  "content.retried": "Had content processed again",
  "announcement.added": "Wrote an announcement",
  "announcement.changed": "Changed an announcement",
  "announcement.turned_on": "Turned an announcement on",
  "announcement.turned_off": "Turned an announcement off",
  "banner.pinned": "Pinned or unpinned a video in the home banner",
  "banner.ordered": "Put the pinned videos in order",
  "athlete.picked": "Pinned, removed or allowed an athlete of the week",
  "category.added": "Added a category",
  "category.changed": "Changed a category",
  "category.ordered": "Put the categories in order",
  "category.merged": "Merged two categories",
  "plan.price_changed": "Changed the price of a plan",
  "job.retried": "Ran a job again",
  "comments.forced": "Held every comment of a channel",
  "comments.released": "Let a channel decide about its comments again",
  "held_words.changed": "Changed the words that hold comments",
  "setting.changed": "Changed a setting of the platform",
  "slot.added": "Added a slot",
  "slot.changed": "Changed a slot",
  "slot.ordered": "Put slots in order",
  "slot.removed": "Deleted a slot",
  "payout.failed": "Marked a payout as failed",
  "payout.paid": "Marked a payout as paid",
  "payouts_waiting.exported": "Exported who waits for a payout",
  "payout_batch.exported": "Exported a batch of payouts",
  "payout_batch.made": "Made a batch of payouts",
  "payout_batch.sent": "Sent the payouts of a batch by Stripe",
  "payout_batch.voided": "Voided a batch of payouts",
  "referral.added": "Added a missed referral",
  "referral.released": "Released a flagged referral",
  "referral.reversed": "Reversed a referral",
  "tax_year.exported": "Exported whom to report to the IRS",
  "tax_year.saved": "Changed a tax year",
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** What an entry is about. `setting` stands for everything that belongs to the whole platform; its id is a name. */
export const AUDIT_SUBJECTS = {
  account: "Person",
  channel: "Channel",
  content: "Content",
  comment: "Comment",
  payout: "Payout",
  payout_batch: "Batch of payouts",
  category: "Category",
  announcement: "Announcement",
  slot: "Slot",
  job: "Job",
  setting: "Setting",
} as const;
export type AuditSubject = keyof typeof AUDIT_SUBJECTS;

/** Why staff took something from somebody. Shown in the audit log, and to the person where the page says so. */
export const staffReason = z
  .string()
  .overwrite(toLine)
  .min(1, "Please give a reason.")
  .max(REASON_MAX_CHARS, `A reason must be at most ${REASON_MAX_CHARS} characters`);

/** The most that can be paged through. */
export const AUDIT_MAX = 10_000;

const auditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Null: somebody at the command line of the server. */
  staff: z.object({ id: accountId, username: z.string() }).nullable(),
  action: z.string(),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    /** Null if it is gone. */
    name: z.string().nullable(),
  }),
  /** Null: there was, or is, none. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  reason: z.string(),
});
export type AuditEntryView = z.infer<typeof auditEntry>;

export const auditRoutes = {
  list: defineRoute({
    name: "audit.list",
    summary: "What staff did, newest first",
    method: "GET",
    path: "/admin/audit-log",
    access: "admin",
    query: {
      ...cursorQuery,
      /** A username, an id, or words of a reason. */
      search: z.string().trim().max(200).default(""),
      action: z.string().max(60).optional(),
    },
    data: z.object({ entries: z.array(auditEntry), pagination: cursorPagination }),
  }),
};
