import { z } from "zod";
import { contentCard } from "./contents.ts";
import { defineRoute } from "./http.ts";
import { contentId } from "./ids.ts";

export const BANNER_MAX = 8;
export const TRENDING_MAX = 25;

export const bannerItem = z.object({
  id: contentId,
  title: z.string(),
  total_views: z.int(),
  thumbnail: z.string().nullable(),
  channel: z.object({ id: z.uuid(), name: z.string() }),
  /** What the slide plays, muted and looped. */
  video_content: z.object({ media_original: z.string().nullable() }),
});
export type BannerItem = z.infer<typeof bannerItem>;

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
};
