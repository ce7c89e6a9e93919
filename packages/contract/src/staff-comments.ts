import { z } from "zod";
import { HOLD_REASONS } from "./comment-rules.ts";
import { contentType } from "./contents.ts";
import { cursorPagination, cursorQuery, defineRoute } from "./http.ts";
import { accountId, channelId, commentId, contentId } from "./ids.ts";

/** The most that can be paged through. */
export const STAFF_COMMENTS_MAX = 1_000;

const staffComment = z.object({
  id: commentId,
  text: z.string(),
  is_held: z.boolean(),
  /** Null: it is not held. */
  held_for: z.enum(HOLD_REASONS).nullable().catch(null),
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
});
export type StaffComment = z.infer<typeof staffComment>;

export const staffCommentRoutes = {
  list: defineRoute({
    name: "staffComments.list",
    summary: "Comments that are held on any channel, or those of one person or item; newest first",
    method: "GET",
    path: "/admin/comments",
    access: "staff",
    query: {
      ...cursorQuery,
      /** A username, or the id of a person, an item or a channel. Without it, held comments only. */
      search: z.string().trim().max(200).default(""),
    },
    data: z.object({ comments: z.array(staffComment), pagination: cursorPagination }),
  }),
};
