import { z } from "zod";
import { contentType } from "./contents.ts";
import { defineRoute } from "./http.ts";
import { contentId } from "./ids.ts";
import { VIEW_SOURCES } from "./views.ts";

/** Parts of a video that the retention curve is drawn from. */
export const CURVE_BUCKETS = 100;
/** For an owner below 18, a part of the curve that fewer people reached stays empty. */
export const CURVE_MIN_VIEWERS_OF_MINORS = 3;
export const ANALYTICS_DAYS_MAX = 365;
/** The items listed beside the numbers of a channel, most viewed first. */
export const ANALYTICS_ITEMS_MAX = 50;
/** The items in the file of a channel's items, most viewed first. */
export const ANALYTICS_FILE_ITEMS_MAX = 10_000;

export const analyticsTotals = z.object({
  views: z.int(),
  /** Seconds of video that were played, the owner's own left out. */
  watched_s: z.number(),
  /** Per visit that played something; null without one. */
  average_watched_s: z.number().nullable(),
  /** For an item, those who began to follow on its page. */
  followers: z.int(),
  likes: z.int(),
});
export type AnalyticsTotals = z.infer<typeof analyticsTotals>;

const period = z.object({
  /** The first and the last day, in `time_zone`. */
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: z.string(),
  totals: analyticsTotals,
  /** Every day of the period, oldest first. */
  days: z.array(
    z.object({ day: z.iso.date(), views: z.int(), watched_s: z.number(), followers: z.int(), likes: z.int() }),
  ),
  /** Where the views came from, most first. */
  sources: z.array(z.object({ source: z.enum(VIEW_SOURCES), views: z.int() })),
});

export const analyticsItem = analyticsTotals.extend({
  id: contentId,
  type: contentType,
  /** A part of another video, published on its own. */
  is_clip: z.boolean(),
  title: z.string(),
  length: z.number().nullable(),
});
export type AnalyticsItem = z.infer<typeof analyticsItem>;

export const channelAnalytics = period.extend({ items: z.array(analyticsItem) });
export type ChannelAnalytics = z.infer<typeof channelAnalytics>;

/** `is_complete` is false if the channel has more items than the file holds. */
export const itemAnalytics = z.object({ items: z.array(analyticsItem), is_complete: z.boolean() });

/** Over the whole life of the item. Holds no person, only sums. */
export const retention = z.object({
  /** People who played any part of it; somebody who returns after 30 days counts again. */
  viewers: z.int(),
  /** `CURVE_BUCKETS` parts of equal length. Null where too few people were to show them. */
  buckets: z.array(
    z.object({
      from_s: z.number(),
      to_s: z.number(),
      viewers: z.int().nullable(),
      /** Of all viewers, 0 to 1. */
      share: z.number().nullable(),
      /** How often it was played again. */
      replays: z.number().nullable(),
    }),
  ),
  /** Up to three parts that were played again most, most first. */
  most_replayed: z.array(z.object({ from_s: z.number(), to_s: z.number(), replays: z.number() })),
});
export type Retention = z.infer<typeof retention>;

export const contentAnalytics = period.extend({
  title: z.string(),
  /** Null for images and documents. */
  retention: retention.nullable(),
});
export type ContentAnalytics = z.infer<typeof contentAnalytics>;

const query = { days: z.coerce.number().int().min(1).max(ANALYTICS_DAYS_MAX).default(28) };

export const analyticsRoutes = {
  channel: defineRoute({
    name: "analytics.channel",
    summary: "The numbers of the caller's own channel, by day, source and item",
    method: "GET",
    path: "/analytics",
    access: "earner",
    query,
    permission: "see_numbers",
    data: channelAnalytics,
  }),
  items: defineRoute({
    name: "analytics.items",
    summary: "The numbers of all items of the caller's own channel, for a file",
    method: "GET",
    path: "/analytics/items",
    access: "earner",
    query,
    permission: "see_numbers",
    data: itemAnalytics,
  }),
  content: defineRoute({
    name: "analytics.content",
    summary: "The numbers of an item, by day and source, and where people leave",
    method: "GET",
    path: "/content/:id/analytics",
    access: "owner",
    params: { id: contentId },
    query,
    data: contentAnalytics,
  }),
};
