import { z } from "zod";
import { defineRoute } from "./http.ts";

export const announcement = z.object({
  title: z.string(),
  description: z.string(),
  /** Only without an uploaded file. Loaded after a click, and the poster is shown until then. */
  youtube_link: z.string().nullable(),
  video_path: z.string().nullable(),
  poster: z.string().nullable(),
  /** The part of the video that plays in a loop. */
  loop: z.object({ from_s: z.number(), to_s: z.number() }),
});
export type Announcement = z.infer<typeof announcement>;

export const announcementRoutes = {
  current: defineRoute({
    name: "announcements.current",
    summary: "Read the current announcement, if any",
    method: "GET",
    path: "/get-announcement",
    access: "public",
    data: announcement.nullable(),
  }),
};
