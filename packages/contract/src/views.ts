import { z } from "zod";
import { defineRoute, nothing } from "./http.ts";
import { contentId } from "./ids.ts";

/** Seconds of a video that must be watched until a view counts; half of a video shorter than twice that. */
export const VIDEO_VIEW_MIN_S = 10;
/** Seconds an image or document must be viewed to count. */
export const STILL_VIEW_MIN_S = 3;
export const VIEW_DEDUP_H = 24;

/** The kind of page that led to a view; `related` is Watch next, `outside` another website. */
export const VIEW_SOURCES = ["explore", "search", "channel", "following", "related", "direct", "outside"] as const;
export type ViewSource = (typeof VIEW_SOURCES)[number];

/** @returns how many seconds of a video of `lengthS` seconds must be watched to count as a view */
export function viewThresholdS(lengthS: number): number {
  return Math.min(VIDEO_VIEW_MIN_S, lengthS / 2);
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

/** The page reports what was played this often, and when playback pauses or the page is left. */
export const BEAT_EVERY_S = 30;
/** The most that one beat may report: half a minute at double speed, and what an earlier beat could not send. */
export const BEAT_MAX_PLAYED_S = 120;
export const BEAT_RANGES_MAX = 60;

export const TICKET_MESSAGE = "This ticket is no longer valid. Ask for a new one.";

const second = z.number().min(0).max(86_400);

export const playbackRoutes = {
  start: defineRoute({
    name: "playback.start",
    summary: "Where the caller stopped in a video, and the ticket with which the page reports what it plays",
    method: "GET",
    path: "/content/:id/playback",
    access: "member",
    params: { id: contentId },
    data: z.object({
      /**
       * Seconds; 0 if the video was watched to its end or the history does not name it, also because it was erased.
       * Null if the history is off, or there is nothing to play.
       */
      resume_at_s: z.number().nullable(),
      /** Null for images and documents. Names the viewer to the server only, for a day. */
      ticket: z.string().nullable(),
    }),
  }),
  /** Public, because `sendBeacon` sends no Authorization header: the ticket authorizes it. */
  beat: defineRoute({
    name: "playback.beat",
    summary: "Report what was played since the last report; a repeated sequence number of a session adds nothing",
    method: "POST",
    path: "/playback-beats",
    access: "public",
    body: {
      ticket: z.string().min(1).max(600),
      /** One visit of the page. */
      session: z.uuid(),
      sequence: z.int().min(1).max(1_000_000),
      /** The position now, in seconds. */
      at_s: second,
      /** From and to, in seconds. */
      played: z.array(z.tuple([second, second])).max(BEAT_RANGES_MAX),
    },
    data: nothing,
  }),
};
