import { z } from "zod";
import { defineRoute } from "./http.ts";
import { contentId } from "./ids.ts";

/** Seconds of a video that must be watched until a view counts; half of a video shorter than twice that. */
export const VIEW_AFTER_S = 10;
/** Seconds an image or document must be viewed to count. */
export const VIEW_STILL_AFTER_S = 3;
export const VIEW_AGAIN_AFTER_H = 24;

/** The kind of page that led to a view; `related` is Watch next, `outside` another website. */
export const VIEW_SOURCES = ["explore", "search", "channel", "following", "related", "direct", "outside"] as const;
export type ViewSource = (typeof VIEW_SOURCES)[number];

/** @returns how many seconds of a video of `lengthS` seconds must be watched to count as a view */
export function viewThresholdS(lengthS: number): number {
  return Math.min(VIEW_AFTER_S, lengthS / 2);
}

export const viewRoutes = {
  add: defineRoute({
    name: "views.add",
    summary: "Report that the caller has watched an item long enough for a view",
    method: "POST",
    path: "/content/:id/view",
    access: "member",
    params: { id: contentId },
    body: { watched_s: z.number().min(0).max(86_400), source: z.enum(VIEW_SOURCES).default("direct") },
    data: z.object({ counted: z.boolean(), total_views: z.int() }),
    writes: "views",
  }),
};
