import { z } from "zod";
import { SLOW_MODES_S } from "./comment-limits.ts";
import { commentRoutes } from "./comments.ts";
import { defineRoute, nothing } from "./http.ts";
import { accountId, channelId, commentId, contentId } from "./ids.ts";
import { toLine } from "./plain-text.ts";

export const HELD_WORDS_MAX = 500;
export const HELD_WORD_MAX_CHARS = 60;
export const HELD_PER_PAGE = 20;

/** On one channel; all of them are listed. */
export const HIDDEN_PEOPLE_MAX = 500;

/** Why a comment waits for the owner. */
export const HOLD_REASONS = ["word", "link", "first", "everything"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export const COMMENT_RULES_MESSAGES = {
  saved: "Your comment settings were saved.",
  approved: "The comment was approved.",
  removed: "The comment was deleted.",
  /** 409 */
  wordsChanged: "The words changed in the meantime. Look at them again.",
  /** 409 */
  decided: "This comment is no longer waiting for approval.",
  /** 409 */
  textChanged: "The comment changed in the meantime. Look at it again.",
  hidden: "Only they can see their comments now.",
  tooManyHidden: `You can hide at most ${HIDDEN_PEOPLE_MAX} people. Please show somebody's comments again first.`,
  shown: "Their comments are visible again.",
} as const;

const slowModeS = z.union(SLOW_MODES_S.map((seconds) => z.literal(seconds)));

const words = z
  .array(
    z
      .string()
      .overwrite(toLine)
      .min(1, "A word must not be empty")
      .max(HELD_WORD_MAX_CHARS, `Each word or phrase can have at most ${HELD_WORD_MAX_CHARS} characters`),
  )
  .max(HELD_WORDS_MAX, `There can be at most ${HELD_WORDS_MAX} words and phrases`)
  .overwrite((list) => [...new Set(list)]);

const chosen = {
  /** Whether new items start with comments allowed. */
  opens_comments: z.boolean(),
  holds_links: z.boolean(),
  /** Of people without a visible comment on this channel. */
  holds_first: z.boolean(),
  holds_everything: z.boolean(),
  slow_mode_s: slowModeS,
  words,
};

export const commentSettings = z.object({
  ...chosen,
  slow_mode_s: z.int(),
  /** Staff hold every comment on this channel, whatever its owner chose. */
  is_forced: z.boolean(),
});
export type CommentSettings = z.infer<typeof commentSettings>;

const chosenForItem = {
  holds_links: z.boolean(),
  holds_first: z.boolean(),
  holds_everything: z.boolean(),
  /** Null: as the channel. */
  slow_mode_s: slowModeS.nullable(),
  words,
};

/** What holds for one item, beyond the channel's settings. */
export const itemCommentSettings = z.object({ ...chosenForItem, slow_mode_s: z.int().nullable() });
export type ItemCommentSettings = z.infer<typeof itemCommentSettings>;

export const heldComment = z.object({
  reason: z.enum(HOLD_REASONS).catch("everything"),
  content: z.object({ id: contentId, type: z.enum(["video", "image", "document"]), title: z.string() }),
  comment: commentRoutes.edit.data,
});
export type HeldComment = z.infer<typeof heldComment>;

export const commentRuleRoutes = {
  settings: defineRoute({
    name: "commentRules.settings",
    summary: "What the caller chose for the comments on their channel",
    method: "GET",
    path: "/comment-settings",
    access: "member",
    permission: "moderate",
    data: commentSettings,
  }),
  choose: defineRoute({
    name: "commentRules.choose",
    summary:
      "Choose which comments on the caller's channel wait for approval, and how often people can comment; what is left out stays",
    method: "PUT",
    path: "/comment-settings",
    access: "member",
    body: z.object(chosen).partial().shape,
    permission: "moderate",
    data: commentSettings,
    writes: "comment_settings",
  }),
  default: defineRoute({
    name: "commentRules.default",
    summary: "Whether new items of the caller's channel start with comments allowed",
    method: "GET",
    path: "/comment-default",
    access: "earner",
    permission: "upload",
    data: commentSettings.pick({ opens_comments: true }),
  }),
  itemSettings: defineRoute({
    name: "commentRules.itemSettings",
    summary: "What the owner of an item chose for its comments beyond the channel's settings",
    method: "GET",
    path: "/comment-settings/:id",
    access: "owner",
    params: { id: contentId },
    data: itemCommentSettings,
  }),
  chooseForItem: defineRoute({
    name: "commentRules.chooseForItem",
    summary:
      "Choose which comments on an item wait for approval beyond the channel's settings, and its slow mode; what is left out stays",
    method: "PUT",
    path: "/comment-settings/:id",
    access: "owner",
    params: { id: contentId },
    body: z.object(chosenForItem).partial().shape,
    data: itemCommentSettings,
    writes: "comment_item_settings",
  }),
  force: defineRoute({
    name: "commentRules.force",
    summary: "Staff hold every comment on a channel, or cease to",
    method: "POST",
    path: "/force-comment-approval/:id",
    access: "staff",
    params: { id: channelId },
    body: { forced: z.boolean() },
    data: nothing,
    writes: "comment_settings",
  }),
  staffWords: defineRoute({
    name: "commentRules.staffWords",
    summary: "The words for which a comment is held on every channel",
    method: "GET",
    path: "/held-words",
    access: "staff",
    data: z.array(z.string()),
  }),
  chooseStaffWords: defineRoute({
    name: "commentRules.chooseStaffWords",
    summary: "Replace the words for which a comment is held on every channel",
    method: "PUT",
    path: "/held-words",
    access: "staff",
    body: {
      words,
      /** What the new words are based on. If it is no longer stored, nothing is replaced. */
      before: words.optional(),
    },
    data: z.array(z.string()),
  }),
  held: defineRoute({
    name: "commentRules.held",
    summary: "Comments on the caller's channel that wait for approval, oldest first",
    method: "GET",
    path: "/held-comments",
    access: "member",
    query: { after: commentId.optional() },
    permission: "moderate",
    data: z.object({
      comments: z.array(heldComment),
      /** At most `HELD_COUNTED_MAX`. */
      total: z.int(),
      next: commentId.nullable(),
    }),
  }),
  decide: defineRoute({
    name: "commentRules.decide",
    summary:
      "Approve or delete a comment that waits for approval; 409 if it does not wait, unless that was decided before, or is approved with another text",
    method: "POST",
    path: "/held-comment/:id",
    access: "owner",
    params: { id: commentId },
    body: {
      decision: z.enum(["approve", "remove"]),
      /** What was read. If its author has changed it since, it is not approved. No comment has more code units. */
      text: z.string().max(40_000).optional(),
    },
    data: nothing,
  }),
  hidePerson: defineRoute({
    name: "commentRules.hidePerson",
    summary: "Show a commenter's comments on the caller's channel to that person only, without telling them",
    method: "POST",
    path: "/hide-commenter/:id",
    access: "owner",
    params: { id: commentId },
    data: nothing,
  }),
  hiddenPeople: defineRoute({
    name: "commentRules.hiddenPeople",
    summary: "People whose comments on the caller's channel only they themselves see",
    method: "GET",
    path: "/hidden-commenters",
    access: "member",
    permission: "moderate",
    data: z.array(z.object({ id: accountId, username: z.string(), name: z.string(), hidden_at: z.iso.datetime() })),
  }),
  showPerson: defineRoute({
    name: "commentRules.showPerson",
    summary: "Show a hidden person's comments again",
    method: "POST",
    path: "/show-commenter/:id",
    access: "owner",
    params: { id: accountId },
    permission: "moderate",
    data: nothing,
  }),
};
