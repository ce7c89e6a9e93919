import { z } from "zod";
import { defineRoute, nothing } from "./http.ts";
import { contentId } from "./ids.ts";

/** What the member did with an item, and how many people like it. */
export const reactionState = z.object({ liked: z.boolean(), saved: z.boolean(), total_likes: z.int() });
export type ReactionState = z.infer<typeof reactionState>;

export const REACTION_MESSAGES = {
  likesCleared: "Your likes were removed.",
  savesCleared: "Watch later is empty now.",
} as const;

export const reactionRoutes = {
  one: defineRoute({
    name: "reactions.one",
    summary: "Whether the caller likes and has saved an item, and its number of likes",
    method: "GET",
    path: "/content/:id/reactions",
    access: "member",
    params: { id: contentId },
    data: reactionState,
  }),
  like: defineRoute({
    name: "reactions.like",
    summary: "Like an item or take the like back; repeating a call changes nothing",
    method: "POST",
    path: "/content/:id/like",
    access: "member",
    params: { id: contentId },
    body: { liked: z.boolean() },
    data: reactionState,
    writes: "content_likes",
  }),
  save: defineRoute({
    name: "reactions.save",
    summary: "Save an item to watch later or remove it; repeating a call changes nothing",
    method: "POST",
    path: "/content/:id/save",
    access: "member",
    params: { id: contentId },
    body: { saved: z.boolean() },
    data: reactionState,
    writes: "content_saves",
  }),
  clearLikes: defineRoute({
    name: "reactions.clearLikes",
    summary: "Take back all of the caller's likes",
    method: "DELETE",
    path: "/my-liked",
    access: "member",
    data: nothing,
    writes: "content_likes",
  }),
  clearSaves: defineRoute({
    name: "reactions.clearSaves",
    summary: "Remove everything that the caller saved to watch later",
    method: "DELETE",
    path: "/my-saved",
    access: "member",
    data: nothing,
    writes: "content_saves",
  }),
};
