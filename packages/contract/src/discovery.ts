import { z } from "zod";
import { contentCard } from "./contents.ts";
import { defineRoute } from "./http.ts";
import { channelId, contentId } from "./ids.ts";

export const BANNER_MAX = 8;
export const TRENDING_MAX = 25;
export const TOP_EARNERS_MAX = 25;
export const WEEKLY_EARNERS_MAX = 25;
export const ATHLETES_MAX = 16;

export const bannerItem = z.object({
  id: contentId,
  title: z.string(),
  total_views: z.int(),
  thumbnail: z.string().nullable(),
  /** For phones, with an aspect ratio of 4:5. If null, use `thumbnail`. */
  thumbnail_tall: z.string().nullable(),
  channel: z.object({ id: z.uuid(), name: z.string() }),
  /** What the slide plays, muted and looped. */
  video_content: z.object({ media_original: z.string().nullable() }),
});
export type BannerItem = z.infer<typeof bannerItem>;

/** Added for members. */
const personal = {
  following: z.boolean(),
  can: z.object({ follow: z.boolean() }),
};

export const earnerCard = z.object({
  channel_id: channelId,
  channel_name: z.string(),
  username: z.string(),
  channel_profile: z.string().nullable(),
  channel_cover: z.string().nullable(),
  /** In cents. */
  total_earnings: z.int(),
  subscriber_count: z.int(),
  content_count: z.int(),
});
export type EarnerCard = z.infer<typeof earnerCard>;

export const userEarnerCard = earnerCard.extend(personal);
export type UserEarnerCard = z.infer<typeof userEarnerCard>;

export const athleteCard = z.object({
  /** Id of the channel. */
  id: channelId,
  username: z.string(),
  channel_name: z.string(),
  profile_url: z.string().nullable(),
  total_followers: z.int(),
});
export type AthleteCard = z.infer<typeof athleteCard>;

export const userAthleteCard = athleteCard.extend(personal);
export type UserAthleteCard = z.infer<typeof userAthleteCard>;

export const weeklyEarner = z.object({
  /** Id of the channel. */
  id: channelId,
  username: z.string(),
  full_name: z.string(),
  profile: z.string().nullable(),
  weekly_referrals_count: z.int(),
  /** In cents. */
  weekly_earning: z.int(),
  /** True if nobody has earned this week: the list is last week's, and the page labels it so. */
  is_last_week: z.boolean(),
});
export type WeeklyEarner = z.infer<typeof weeklyEarner>;

export const discoveryRoutes = {
  topVideos: defineRoute({
    name: "discovery.topVideos",
    summary: "The home banner",
    method: "GET",
    path: "/get-top-videos",
    access: "public",
    data: z.object({ content: z.array(bannerItem) }),
  }),
  trending: defineRoute({
    name: "discovery.trending",
    summary: "Trending videos",
    method: "GET",
    path: "/trending-videos",
    access: "public",
    data: z.array(contentCard),
  }),
  topEarners: defineRoute({
    name: "discovery.topEarners",
    summary: "The channels that have earned most of all time",
    method: "GET",
    path: "/top-earners",
    access: "public",
    data: z.array(earnerCard),
  }),
  userTopEarners: defineRoute({
    name: "discovery.userTopEarners",
    summary: "The same list, marking the channels that the caller follows",
    method: "GET",
    path: "/user-top-earners",
    access: "member",
    data: z.array(userEarnerCard),
  }),
  weeklyEarners: defineRoute({
    name: "discovery.weeklyEarners",
    summary: "The top 25 earners of this week, or of last week where nobody has earned yet",
    method: "GET",
    path: "/top-earners-weekly",
    access: "public",
    data: z.array(weeklyEarner),
  }),
  athletes: defineRoute({
    name: "discovery.athletes",
    summary: "The athletes of the week",
    method: "GET",
    path: "/popular-fieldhouse",
    access: "public",
    data: z.array(athleteCard),
  }),
  userAthletes: defineRoute({
    name: "discovery.userAthletes",
    summary: "The same list, marking the channels that the caller follows",
    method: "GET",
    path: "/user-popular-fieldhouse",
    access: "member",
    data: z.array(userAthleteCard),
  }),
};

/** The landing page's counters: public things only, at most ten minutes old. */
export const siteStats = z.object({
  channels: z.int(),
  items: z.int(),
  views: z.int(),
  /** From the ledger, for all earners together: pending, available and paid. */
  earned_cents: z.int(),
});
export type SiteStats = z.infer<typeof siteStats>;

export const siteStatsRoutes = {
  read: defineRoute({
    name: "numbers.read",
    summary: "The counts of the landing page",
    method: "GET",
    path: "/public-numbers",
    access: "public",
    data: siteStats,
  }),
};
