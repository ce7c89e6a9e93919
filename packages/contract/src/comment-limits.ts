/** In characters as people see them: an emoji of five code points counts as one. */
export const COMMENT_MAX_CHARS = 2_000;
export const MENTIONS_MAX = 20;

/** Comments that wait for the owner are counted up to this number. */
export const HELD_COUNTED_MAX = 100;

/** Pages by number end here; further comments are reached by cursor. */
export const COMMENTS_BY_NUMBER = 5_000;

/** The waiting times between two comments that an owner can choose, in seconds. */
export const SLOW_MODES_S = [0, 10, 30, 60, 300, 900] as const;
export type SlowModeS = (typeof SLOW_MODES_S)[number];

export const COMMENT_ORDERS = ["newest", "top"] as const;
export type CommentOrder = (typeof COMMENT_ORDERS)[number];

export const COMMENT_MESSAGES = {
  missing: "Comment is a required field",
  tooLong: `A comment must be at most ${COMMENT_MAX_CHARS.toLocaleString("en-US")} characters`,
  tooManyMentions: `A comment can mention at most ${MENTIONS_MAX} people`,
  closed: "Comments are turned off here.",
  repeated: "You have already posted this comment here.",
  tooFast: "You are commenting too fast. Please wait a minute.",
  gone: "This comment is no longer available.",
  held: "Your comment was sent. It appears once it is approved.",
  added: "Your comment was added.",
  edited: "Your comment was changed.",
  removed: "The comment was deleted.",
  beyondNumbers: `Comments beyond number ${COMMENTS_BY_NUMBER.toLocaleString("en-US")} are reached by cursor.`,
} as const;

/** @returns the message for a person who must wait because of slow mode */
export function slowModeMessage(waitS: number): string {
  return `Slow mode is on. You can comment again in ${waitS} ${waitS === 1 ? "second" : "seconds"}.`;
}
