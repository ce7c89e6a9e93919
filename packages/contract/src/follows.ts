import { z } from "zod";
import { channelCard, contentCard } from "./contents.ts";
import { cursorPagination, cursorQuery, defineRoute } from "./http.ts";
import { channelId, contentId } from "./ids.ts";

export const FOLLOWS_MAX = 5_000;
/** The followed channels' newest items; nobody pages further. */
export const FOLLOWING_CONTENTS_MAX = 1_200;

export const FOLLOW_MESSAGES = {
  followed: "You are following this channel.",
  unfollowed: "You are no longer following this channel.",
  own: "You cannot follow your own channel.",
  otherId: "The id in the body does not match the one in the URL.",
  tooMany: `You can follow at most ${FOLLOWS_MAX.toLocaleString("en")} channels.`,
  followersHidden: "This channel does not show its followers.",
} as const;

/** Whether the member follows a channel now, and how many do. */
export const followState = z.object({ following: z.boolean(), total_followers: z.int() });
export type FollowState = z.infer<typeof followState>;

export const followedChannel = channelCard.extend({
  channel_cover: z.string().nullable(),
  content_count: z.int(),
  followed_at: z.iso.datetime(),
});
export type FollowedChannel = z.infer<typeof followedChannel>;

/** A follower of a channel. */
export const follower = z.object({
  id: channelId,
  name: z.string(),
  username: z.string(),
  channel_profile: z.string().nullable(),
});
export type Follower = z.infer<typeof follower>;

export const followRoutes = {
  follow: defineRoute({
    name: "follows.follow",
    summary: "Follow a channel; repeating it changes nothing",
    method: "POST",
    path: "/follow/:id",
    access: "member",
    params: { id: channelId },
    body: {
      id: channelId.optional(),
      /** The item of this channel the member was watching; it gets the credit. */
      content_id: contentId.optional(),
    },
    data: followState,
    writes: "follows",
  }),
  unfollow: defineRoute({
    name: "follows.unfollow",
    summary: "Unfollow a channel",
    method: "POST",
    path: "/unfollow/:id",
    access: "member",
    params: { id: channelId },
    body: { id: channelId.optional() },
    data: followState,
    writes: "follows",
  }),
  following: defineRoute({
    name: "follows.following",
    summary: "The channels that the caller follows, the last followed first",
    method: "GET",
    path: "/following",
    access: "member",
    query: cursorQuery,
    data: z.object({ channels: z.array(followedChannel), pagination: cursorPagination }),
  }),
  followingContents: defineRoute({
    name: "follows.followingContents",
    summary: "What the channels that the caller follows have published, newest first",
    method: "GET",
    path: "/get-following-contents",
    access: "member",
    query: cursorQuery,
    data: z.object({ contents: z.array(contentCard), pagination: cursorPagination }),
  }),
  followers: defineRoute({
    name: "follows.followers",
    summary: "Who follows a channel, newest first, where its owner shows it",
    method: "GET",
    path: "/get-followers/:id",
    access: "member",
    params: { id: channelId },
    query: cursorQuery,
    data: z.object({ followers: z.array(follower), pagination: cursorPagination }),
  }),
};
