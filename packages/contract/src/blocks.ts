import { z } from "zod";
import { follower } from "./follows.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { channelId } from "./ids.ts";

export const BLOCKS_MAX = 1_000;

export const BLOCK_MESSAGES = {
  blocked: "Blocked. You no longer see each other's content and comments.",
  unblocked: "You can see each other again. Neither of you follows the other.",
  own: "You cannot block yourself.",
  onYourTeam: "This person is on your team. Remove them from the team first.",
  onTheirTeam: "You are on the team of this channel. Leave the team first.",
  tooMany: `You can block at most ${BLOCKS_MAX.toLocaleString("en")} people.`,
} as const;

export const blockedPerson = follower.extend({ blocked_at: z.iso.datetime() });
export type BlockedPerson = z.infer<typeof blockedPerson>;

/** A person is named by their channel, whose id stands on every card and comment. */
export const blockRoutes = {
  block: defineRoute({
    name: "blocks.block",
    summary: "Block the person of a channel: neither sees the other any more, and neither follows the other",
    method: "POST",
    path: "/block/:id",
    access: "member",
    params: { id: channelId },
    data: nothing,
    writes: "blocks",
  }),
  unblock: defineRoute({
    name: "blocks.unblock",
    summary: "Unblock the person of a channel",
    method: "POST",
    path: "/unblock/:id",
    access: "member",
    params: { id: channelId },
    data: nothing,
    writes: "blocks",
  }),
  list: defineRoute({
    name: "blocks.list",
    summary: "The people whom the caller blocked, the last one first",
    method: "GET",
    path: "/blocks",
    access: "member",
    query: cursorQuery,
    data: z.object({ people: z.array(blockedPerson), pagination: cursorPagination }),
  }),
};
