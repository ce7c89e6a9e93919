import type { Comment } from "@app/contract/comments";

/** A comment with the text "By {name}", without replies. `at` is the end of its id. */
export function aComment(name: string, at: number): Comment {
  return {
    id: `0190a1b2-0000-7000-8000-0000000001${String(at).padStart(2, "0")}` as Comment["id"],
    parent_id: null,
    text: `By ${name}`,
    created_at: "2026-02-03T10:00:00.000Z",
    is_edited: false,
    is_held: false,
    is_pinned: false,
    is_hearted: false,
    liked: false,
    total_likes: 0,
    total_replies: 0,
    mentions: [],
    author: { name, username: name, channel_id: null, profile_url: null, is_owner: false, is_you: true },
    can: { reply: true, edit: true, remove: true, heart: false, pin: false, hide_author: false },
    replies: [],
    replies_cursors: { earlier: null, later: null },
  };
}
