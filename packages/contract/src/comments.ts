import { z } from "zod";
import { COMMENT_MAX_CHARS, COMMENT_MESSAGES, COMMENT_ORDERS, MENTIONS_MAX } from "./comment-limits.ts";
import { commentLength, mentionedNames, toCommentText } from "./comment-text.ts";
import { defineRoute, nothing, pagination } from "./http.ts";
import { channelId, commentId, contentId } from "./ids.ts";

export const COMMENTS_PER_PAGE = 10;
/** Replies that are shown below a comment before anybody asks for more. */
export const REPLIES_SHOWN = 3;

const text = z
  .string(COMMENT_MESSAGES.missing)
  .overwrite(toCommentText)
  .min(1, COMMENT_MESSAGES.missing)
  .refine((value) => commentLength(value) <= COMMENT_MAX_CHARS, COMMENT_MESSAGES.tooLong)
  .refine((value) => mentionedNames(value).length <= MENTIONS_MAX, COMMENT_MESSAGES.tooManyMentions);

export const commentAuthor = z.object({
  name: z.string(),
  username: z.string(),
  /** Null for a channel that cannot be opened. */
  channel_id: channelId.nullable(),
  profile_url: z.string().nullable(),
  is_owner: z.boolean(),
  is_you: z.boolean(),
});

const oneComment = z.object({
  id: commentId,
  parent_id: commentId.nullable(),
  /** Null: deleted, and shown because it has replies. */
  text: z.string().nullable(),
  created_at: z.iso.datetime(),
  is_edited: z.boolean(),
  /** Only its author, the owner and staff see a comment that waits for approval. */
  is_held: z.boolean(),
  is_pinned: z.boolean(),
  is_hearted: z.boolean(),
  liked: z.boolean(),
  total_likes: z.int(),
  total_replies: z.int(),
  /** Null: 'Deleted user'. */
  author: commentAuthor.nullable(),
  /** The people of the `@names` in the text. Other names are plain text. */
  mentions: z.array(z.object({ username: z.string(), channel_id: channelId })),
  can: z.object({
    reply: z.boolean(),
    edit: z.boolean(),
    remove: z.boolean(),
    heart: z.boolean(),
    pin: z.boolean(),
    hide_author: z.boolean(),
  }),
});

/** Cursors are ids of comments: `before` and `after` of the next request. */
const cursors = z.object({ earlier: commentId.nullable(), later: commentId.nullable() });

/** A comment with the first of its replies, or those around the one that was asked for; oldest first. */
export const comment = oneComment.extend({
  replies: z.array(oneComment),
  replies_cursors: cursors,
});
export type Comment = z.infer<typeof comment>;
export type CommentReply = z.infer<typeof oneComment>;

/** What the caller may write here. */
export const commentRules = z.object({
  is_open: z.boolean(),
  /** 0: off, or the caller need not wait, as somebody who moderates the item. */
  slow_mode_s: z.int(),
});
export type CommentRules = z.infer<typeof commentRules>;

export const commentPage = z.object({
  rules: commentRules,
  /** All comments that the caller can see, replies included. */
  total: z.int(),
  /** On the first page. */
  pinned: comment.nullable(),
  comments: z.array(comment),
  pagination: pagination.extend({
    /** Pass as `before` for the next page; null after the last one. */
    next: commentId.nullable(),
    /** Pass as `after` for the page above; null for pages by number, and above the first comment. */
    previous: commentId.nullable(),
  }),
});
export type CommentPage = z.infer<typeof commentPage>;

export const likeState = z.object({ liked: z.boolean(), count: z.int() });

const numbered = {
  current_page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(50).default(COMMENTS_PER_PAGE),
};

const ownComment = z.object({
  id: commentId,
  text: z.string(),
  created_at: z.iso.datetime(),
  is_held: z.boolean(),
  /** Null: the caller may no longer see the item. */
  content: z.object({ id: contentId, type: z.enum(["video", "image", "document"]), title: z.string() }).nullable(),
});
export type OwnComment = z.infer<typeof ownComment>;

export const commentRoutes = {
  list: defineRoute({
    name: "comments.list",
    summary: "Comments on an item, newest or best first, by number, by cursor, or around one of them",
    method: "GET",
    path: "/comments/:id",
    access: "member",
    params: { id: contentId },
    query: {
      ...numbered,
      order: z.enum(COMMENT_ORDERS).default("newest"),
      before: commentId.optional(),
      after: commentId.optional(),
      around: commentId.optional(),
    },
    data: commentPage,
  }),
  replies: defineRoute({
    name: "comments.replies",
    summary: "Replies to a comment, oldest first, before or after one of them",
    method: "GET",
    path: "/comment-replies/:id",
    access: "member",
    params: { id: commentId },
    query: { before: commentId.optional(), after: commentId.optional() },
    data: z.object({ replies: z.array(oneComment), cursors }),
  }),
  people: defineRoute({
    name: "comments.people",
    summary: "People to mention on an item: first those who comment there, then those the caller follows",
    method: "GET",
    path: "/comment-people/:id",
    access: "member",
    params: { id: contentId },
    query: { search: z.string().trim().max(30).default("") },
    data: z.array(z.object({ username: z.string(), name: z.string(), profile_url: z.string().nullable() })),
  }),
  add: defineRoute({
    name: "comments.add",
    summary: "Comment on an item, or reply to a comment there",
    method: "POST",
    path: "/add-comment/:id",
    access: "member",
    params: { id: contentId },
    body: { text, parent_id: commentId.nullable().default(null) },
    data: comment,
    writes: "comments",
  }),
  edit: defineRoute({
    name: "comments.edit",
    summary: "Change the text of the caller's own comment",
    method: "POST",
    path: "/edit-comment/:id",
    access: "owner",
    params: { id: commentId },
    body: { text },
    data: oneComment,
    writes: "comments",
  }),
  remove: defineRoute({
    name: "comments.remove",
    summary: "Delete a comment: its author, the owner of the item, and staff",
    method: "DELETE",
    path: "/delete-comment/:id",
    access: "owner",
    params: { id: commentId },
    data: nothing,
  }),
  react: defineRoute({
    name: "comments.react",
    summary: "Like a comment or take the like back; repeating a call changes nothing",
    method: "POST",
    path: "/comment-reaction/:id",
    access: "member",
    params: { id: commentId },
    body: { liked: z.boolean() },
    data: likeState,
    writes: "comment_likes",
  }),
  mark: defineRoute({
    name: "comments.mark",
    summary: "The owner of the item hearts or pins a comment; one comment is pinned at a time",
    method: "POST",
    path: "/mark-comment/:id",
    access: "owner",
    params: { id: commentId },
    body: { hearted: z.boolean().optional(), pinned: z.boolean().optional() },
    data: oneComment,
    writes: "comments",
  }),
  mine: defineRoute({
    name: "comments.mine",
    summary: "The caller's own comments, newest first",
    method: "GET",
    path: "/my-comments",
    access: "member",
    query: { before: commentId.optional() },
    data: z.object({
      comments: z.array(ownComment),
      next: commentId.nullable(),
    }),
  }),
};
