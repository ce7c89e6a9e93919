import { z } from "zod";
import { defineRoute } from "./http.ts";

export const LOOP_FROM_S = 10;
export const LOOP_TO_S = 15;
export const ANNOUNCEMENT_CUT = 500;

export const announcement = z.object({
  title: z.string(),
  description: z.string(),
  /** Only where there is no uploaded file; loaded after a click, until then the poster stands there. */
  youtube_link: z.string().nullable(),
  video_path: z.string().nullable(),
  poster: z.string().nullable(),
  /** The seconds of the video that are played over and over. */
  loop: z.object({ from_s: z.number(), to_s: z.number() }),
});
export type Announcement = z.infer<typeof announcement>;

export const announcementRoutes = {
  current: defineRoute({
    name: "announcements.current",
    summary: "What the team has to say; null when it says nothing",
    method: "GET",
    path: "/get-announcement",
    access: "public",
    data: announcement.nullable(),
  }),
};
