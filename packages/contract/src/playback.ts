import { z } from "zod";
import { defineRoute, nothing } from "./http.ts";
import { contentId } from "./ids.ts";

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
      /** Seconds; null if nothing is known, the history is off, or the video was watched to its end. */
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
