import { z } from "zod";
import { ANNOUNCEMENT_CUT, youtubeVideoId } from "./announcement-limits.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { announcementId } from "./ids.ts";
import { toLine, toText } from "./plain-text.ts";
import { when } from "./schedule.ts";

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

export const ANNOUNCEMENT_TITLE_MAX_CHARS = 200;
/** The most that can be paged through. */
export const ANNOUNCEMENTS_MAX = 5_000;

const MEGABYTE = 1024 ** 2;

/** Of it, the first seconds are kept: those that loop. */
export const ANNOUNCEMENT_VIDEO = {
  field: "video",
  maxBytes: 60 * MEGABYTE,
  types: ["video/mp4", "video/quicktime", "video/webm", "video/x-matroska"],
};
export const ANNOUNCEMENT_POSTER = { field: "picture", maxBytes: 5 * MEGABYTE, types: ["image/jpeg", "image/png"] };

export const ANNOUNCEMENT_MESSAGES = {
  added: "The announcement was saved. It is off until you turn it on.",
  saved: "The announcement was saved.",
  on: "The announcement is on.",
  off: "The announcement is off.",
  videoSaved: "The video is being prepared.",
  videoRemoved: "The video was removed.",
  posterSaved: "The picture was changed.",
  noYouTube: "Please paste the link of a YouTube video, such as https://www.youtube.com/watch?v=…",
  endFirst: "The end must be after the start.",
  hasEnded: "Its end has passed. Change the end first.",
  notReady: "Its video is still being prepared. Try again in a moment.",
  notAPicture: "Please choose a JPEG or PNG picture.",
  failed: "The video could not be prepared because of a problem on our side. Please upload it again.",
} as const;

/** `covered`: it is on, but one that started later is shown instead. */
export const ANNOUNCEMENT_STATES = ["off", "scheduled", "shown", "covered", "ended"] as const;

const staffAnnouncement = z.object({
  id: announcementId,
  title: z.string(),
  description: z.string(),
  youtube_link: z.string().nullable(),
  starts_at: z.iso.datetime(),
  /** Null: until it is turned off. */
  ends_at: z.iso.datetime().nullable(),
  state: z.enum(ANNOUNCEMENT_STATES).catch("off"),
  is_on: z.boolean(),
  video: z.object({
    has_video: z.boolean(),
    /** Until then, the earlier one stays. */
    is_preparing: z.boolean(),
    /** Why the last file could not be used. */
    fault: z.string().nullable(),
  }),
  /** As Explore shows it. */
  preview: announcement,
});
export type StaffAnnouncement = z.infer<typeof staffAnnouncement>;

const fields = {
  title: z
    .string()
    .overwrite(toLine)
    .min(1, "An announcement needs a title.")
    .max(ANNOUNCEMENT_TITLE_MAX_CHARS, `A title must be at most ${ANNOUNCEMENT_TITLE_MAX_CHARS} characters`),
  description: z
    .string()
    .overwrite(toText)
    .max(ANNOUNCEMENT_CUT, `A description must be at most ${ANNOUNCEMENT_CUT} characters`),
  youtube_link: z
    .string()
    .trim()
    .max(500)
    .refine((link) => youtubeVideoId(link) !== null, ANNOUNCEMENT_MESSAGES.noYouTube)
    .nullable(),
  starts_at: when,
  ends_at: when.nullable(),
};

const params = { id: announcementId };

export const staffAnnouncementRoutes = {
  list: defineRoute({
    name: "staffAnnouncements.list",
    summary: "Every announcement, the latest start first",
    method: "GET",
    path: "/admin/announcements",
    access: "admin",
    query: cursorQuery,
    data: z.object({ announcements: z.array(staffAnnouncement), pagination: cursorPagination }),
  }),
  add: defineRoute({
    name: "staffAnnouncements.add",
    summary: "Write an announcement; it is off until it is turned on",
    method: "POST",
    path: "/admin/announcements",
    access: "admin",
    body: fields,
    data: z.object({ id: announcementId }),
    writes: "announcements",
  }),
  change: defineRoute({
    name: "staffAnnouncements.change",
    summary: "Change the text, the link or the time of an announcement; what is left out stays",
    method: "PUT",
    path: "/admin/announcements/:id",
    access: "admin",
    params,
    body: z.object(fields).partial().shape,
    data: nothing,
    writes: "announcements",
  }),
  turn: defineRoute({
    name: "staffAnnouncements.turn",
    summary: "Turn an announcement on or off",
    method: "PUT",
    path: "/admin/announcements/:id/state",
    access: "admin",
    params,
    body: { is_on: z.boolean() },
    data: nothing,
  }),
  sendVideo: defineRoute({
    name: "staffAnnouncements.sendVideo",
    summary: "Upload the video of an announcement; its first seconds are kept, without sound",
    method: "POST",
    path: "/admin/announcements/:id/video",
    access: "admin",
    params,
    file: ANNOUNCEMENT_VIDEO,
    data: nothing,
  }),
  removeVideo: defineRoute({
    name: "staffAnnouncements.removeVideo",
    summary: "Remove the video of an announcement",
    method: "DELETE",
    path: "/admin/announcements/:id/video",
    access: "admin",
    params,
    data: nothing,
  }),
  sendPoster: defineRoute({
    name: "staffAnnouncements.sendPoster",
    summary: "Change the picture that is shown until the video plays",
    method: "POST",
    path: "/admin/announcements/:id/poster",
    access: "admin",
    params,
    file: ANNOUNCEMENT_POSTER,
    data: nothing,
  }),
};
