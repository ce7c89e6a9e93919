import { z } from "zod";
import { staffReason } from "./audit.ts";
import { HOLD_REASONS } from "./comment-rules.ts";
import { contentType } from "./contents.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { accountId, channelId, commentId, contentId } from "./ids.ts";

/** The most that can be paged through. */
export const STAFF_COMMENTS_MAX = 1_000;

export const STAFF_COMMENT_MESSAGES = {
  hidden: "The comment is hidden, and its author is told.",
  deleted: "The comment is deleted, and its author is told.",
  restored: "The comment is back.",
  /** 409 */
  changed: "Someone else has changed this comment. Please look again.",
} as const;

const staffComment = z.object({
  id: commentId,
  text: z.string(),
  is_held: z.boolean(),
  is_deleted: z.boolean(),
  /** Null: it is not held. `staff`: staff hid it. */
  held_for: z
    .enum([...HOLD_REASONS, "staff"])
    .nullable()
    .catch(null),
  /** Why staff hid or deleted it; null: no reason was given, or they did not. */
  reason: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Null: the account was deleted. */
  author: z.object({ id: accountId, username: z.string() }).nullable(),
  content: z.object({ id: contentId, type: contentType, title: z.string() }),
  channel: z.object({
    id: channelId,
    name: z.string(),
    /** Staff hold every comment on it. */
    is_forced: z.boolean(),
  }),
  can: z.object({ approve: z.boolean(), hide: z.boolean(), remove: z.boolean(), restore: z.boolean() }),
});
export type StaffComment = z.infer<typeof staffComment>;

const act = { access: "staff", params: { id: commentId }, body: { reason: staffReason }, data: nothing } as const;

export const staffCommentRoutes = {
  list: defineRoute({
    name: "staffComments.list",
    summary:
      "Comments that are held on any channel, or those found by words, a person, an item or a channel; newest first",
    method: "GET",
    path: "/admin/comments",
    access: "staff",
    query: {
      ...cursorQuery,
      /** Words, @usernames, ids of people, items or channels; all must match. Without it, held comments only. */
      search: z.string().trim().max(200).default(""),
    },
    data: z.object({ comments: z.array(staffComment), pagination: cursorPagination }),
  }),
  hide: defineRoute({
    name: "staffComments.hide",
    summary: "Hide a comment from everyone but its author, who is told why",
    method: "POST",
    path: "/admin/comments/:id/hide",
    ...act,
  }),
  remove: defineRoute({
    name: "staffComments.remove",
    summary: "Delete a comment; its author is told why, and staff can restore it for 30 days",
    method: "POST",
    path: "/admin/comments/:id/delete",
    ...act,
  }),
  restore: defineRoute({
    name: "staffComments.restore",
    summary: "Show a comment again that staff hid or deleted",
    method: "POST",
    path: "/admin/comments/:id/restore",
    ...act,
  }),
};
