import { z } from "zod";
import { accountId, channelId, commentId, contentId, filmNoteId, uploadId } from "./ids.ts";
import { emailFrequency, notificationKind } from "./preferences.ts";

const ofAccount = z.object({ account_id: accountId });
const ofReferral = z.object({ earner_id: accountId, referred_id: accountId });
const ofFollow = z.object({
  follower_id: accountId,
  channel_id: channelId,
  /** The item on whose page the follow was made; null: elsewhere. */
  content_id: contentId.nullable(),
  created_at: z.iso.datetime(),
});

/** Published up to a second after the fact, like those of comments. */
const ofLikes = z.object({ likes: z.array(z.object({ content_id: contentId, account_id: accountId })) });
/** Published up to a second after the fact, many together, because a popular item has many at once. */
const ofComments = z.object({ comment_ids: z.array(commentId) });
const ofCommentLikes = z.object({ likes: z.array(z.object({ comment_id: commentId, account_id: accountId })) });

/** Changes of an account that its owner has to know of, in case somebody else made them. */
export const SECURITY_CHANGES = [
  "new_device",
  "password_changed",
  "email_changed",
  "two_factor_on",
  "two_factor_off",
  "recovery_codes_renewed",
  "recovery_code_used",
  "payout_method_changed",
  "team_role_changed",
  "team_removed",
] as const;

export const BILLING_CHANGES = [
  "payment_failed",
  "plan_renewed",
  "plan_canceled",
  "plan_resumed",
  "plan_ended",
  "payment_refunded",
] as const;

export const PAYOUT_CHANGES = ["payout_sent", "payout_paid", "payout_failed"] as const;

export const MODERATION_DECISIONS = [
  "content_hidden",
  /** Enough people reported it, and staff have not decided yet. */
  "content_reported",
  "content_restored",
  "comment_removed",
  "comment_restored",
  "channel_hidden",
  "channel_restored",
  "warned",
  "report_decided",
  "appeal_decided",
] as const;

/** What became of a change of a ready item's file. */
export const FILE_CHANGES = ["trimmed", "trim_failed", "replaced"] as const;

const schemas = {
  /** The account was inserted. A subscriber inserts its channel with this id. */
  "account.created": ofAccount.extend({
    channel_id: channelId,
    /** Of the sign-up that this account replaces; without it, the code that the person typed counts. */
    referral: z
      .object({ earner_id: accountId, code: z.string(), joined_at: z.iso.datetime() })
      .nullable()
      .default(null),
  }),
  "account.verified": ofAccount,
  /** The account is hidden and will be erased. */
  "account.deletion_requested": ofAccount,
  /** The person signed in before the account was erased, which cancels the deletion. */
  "account.deletion_canceled": ofAccount,
  /** The person's time zone, quiet hours or times of digests. */
  "delivery_settings.changed": ofAccount,
  /** How often the person gets emails about one kind of notification. */
  "email_frequency.changed": ofAccount.extend({ kind: notificationKind, from: emailFrequency }),
  /** Staff closed the account: its channel and content are hidden, and nothing is charged any more. */
  "account.banned": ofAccount,
  /** Staff restored a banned account. */
  "account.unbanned": ofAccount,
  "follow.created": ofFollow,
  "follow.deleted": ofFollow,
  /** Neither sees the other from now on. */
  "block.created": z.object({ blocker_id: accountId, blocked_id: accountId }),
  /** The person left the team of the channel, or its owner removed them. */
  "member.removed": ofAccount.extend({ channel_id: channelId }),
  /** The account became an earner's, or was reactivated. */
  "earner.activated": ofAccount,
  /** The first payment of a plan made the account an earner's. */
  "registration.completed": ofAccount,
  /** Somebody signed up by an earner's link. */
  "referral.joined": ofReferral,
  /** An earner was credited for somebody who signed up by their link. */
  "referral.credited": ofReferral,
  "account.security_changed": ofAccount.extend({
    change: z.enum(SECURITY_CHANGES),
    /** The name of a new device, or of the team's channel. */
    detail: z.string().nullable(),
    /** Whose channel the detail names. */
    actor_id: accountId.nullable().default(null),
  }),
  /** The payer is told by email and by the bell. */
  "billing.changed": ofAccount.extend({
    change: z.enum(BILLING_CHANGES),
    /** The invoice; null: none is concerned. */
    invoice_id: z.uuid().nullable(),
    /** The amount or the date, in words. */
    detail: z.string().nullable(),
  }),
  /** Payouts were sent, arrived, or went back into the balance. */
  "payouts.changed": z.object({
    change: z.enum(PAYOUT_CHANGES),
    payouts: z.array(ofAccount.extend({ payout_id: z.uuid(), amount_cents: z.int() })),
  }),
  /** Staff, or enough reports, decided about something of this person, or about their report or appeal. */
  "moderation.decided": ofAccount.extend({
    decision: z.enum(MODERATION_DECISIONS),
    /** The item, comment, channel, report or appeal. */
    subject_id: z.uuid(),
    /** The item that it is about, for its owner or the author of a comment on it; never for a reporter. */
    content_id: contentId.nullable(),
    /** The reason, as the person reads it. */
    note: z.string().nullable(),
    /** Who of our staff hid, deleted or restored it without a report's case. */
    acted_by: accountId.nullable().default(null),
    /** Why, as only staff read it. */
    staff_reason: z.string().default(""),
    /** Restored, but something else still hides it: nobody is told. */
    is_held: z.boolean().default(false),
  }),
  /** The payment provider says that a transfer to an earner, or an earner's account there, changed. */
  "payout_provider.changed": z.object({ kind: z.enum(["transfer", "account"]), object_id: z.string() }),
  /** A plan was ended with a refund. */
  "plan.refunded": ofAccount.extend({
    /** Another payment of this person, for this or an earlier plan, is not refunded. */
    keeps_payment: z.boolean(),
  }),
  /** A payer asked their bank to take a payment back, and the bank has not decided. */
  "payment.disputed": ofAccount,
  /** Ends everything for which the minor needs consent. */
  "guardian.consent_withdrawn": ofAccount,
  /** All media of an item is processed, so it is listed. */
  "content.ready": z.object({ content_id: contentId }),
  /** The file of an item could not be processed, or the new one that was to replace it. */
  "content.failed": z.object({
    content_id: contentId,
    /** The default is for events of an earlier release. */
    is_replacement: z.boolean().default(false),
  }),
  /** A trim, or a new file for an item that was ready with its old one, is done or has failed. */
  "content.file_changed": z.object({ content_id: contentId, change: z.enum(FILE_CHANGES) }),
  /** A ready item became public, because its date has come or by its owner's choice. */
  "content.published": z.object({ content_id: contentId }),
  /**
   * An item plays something else at each of its seconds: it was trimmed, or its file replaced. What was at one moment is
   * now `shift_ms` later, where anything of it is left.
   */
  "content.retimed": z.object({ content_id: contentId, shift_ms: z.int() }),
  /** Everything is made of an upload that will replace an item's file. */
  "upload.replacement_ready": z.object({ upload_id: uploadId }),
  /** Everything is made of an item that staff have processed again. */
  "content.remade": z.object({ content_id: contentId }),
  /** A deletion was taken back, by whoever deleted the item or by staff. */
  "content.undeleted": z.object({ content_id: contentId }),
  "content.liked": ofLikes,
  "content.unliked": ofLikes,
  /** Others see these comments for the first time, or again: written, approved, or their author is no longer hidden. */
  "comments.published": ofComments,
  /** Others no longer see these comments. */
  "comments.removed": ofComments,
  "comments.liked": ofCommentLikes,
  "comments.unliked": ofCommentLikes,
  /** An edit of a visible comment added mentions of these people. */
  "comment.mentioned": z.object({ comment_id: commentId, account_ids: z.array(accountId) }),
  /** An edit removed the mentions of these people. */
  "comment.unmentioned": z.object({ comment_id: commentId, account_ids: z.array(accountId) }),
  /** The owner of the item gave the comment a heart. */
  "comment.hearted": z.object({ comment_id: commentId }),
  "comment.unhearted": z.object({ comment_id: commentId, owner_id: accountId }),
  /** A note is shared with the owner of its video from now on. */
  "film_note.shared": z.object({ note_id: filmNoteId }),
  /** The owner no longer has it: it was deleted, removed from their list, or made private. */
  "film_note.withdrawn": z.object({ note_id: filmNoteId }),
  /** Staff moved everything of a category into another one. */
  "category.merged": z.object({ from_id: z.int(), into_id: z.int() }),
  /** An item's row and files were deleted. */
  "content.purged": z.object({ content_id: contentId }),
};

export type EventName = keyof typeof schemas;
export type EventPayloads = { [Name in EventName]: z.output<(typeof schemas)[Name]> };
/** What a publisher passes: ids as in its rows, without brands. */
export type EventInputs = { [Name in EventName]: z.input<(typeof schemas)[Name]> };

/** Events by which a server domain notifies the domains above it. They are named in the past tense and carry ids. */
export const events: { readonly [Name in EventName]: z.ZodType<EventPayloads[Name], EventInputs[Name]> } = schemas;
