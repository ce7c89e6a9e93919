import { z } from "zod";
import { plan } from "./accounts.ts";
import { category } from "./categories.ts";
import { defineRoute } from "./http.ts";
import { channelId } from "./ids.ts";

export const CHANNEL_MESSAGES = {
  /** 410: the owner has deactivated or is deleting it. */
  deactivated: "This channel has been deactivated.",
  /** 403: staff have taken it down. */
  blocked: "This channel is blocked.",
  /** 404 */
  missing: "This channel does not exist.",
  /** 403 for its owner, at the start of an upload. */
  noUploads: "Your channel is closed to everybody else. Nothing can be uploaded to it until it is open again.",
} as const;

/** A college that made an offer, or was visited. */
export const collegeMoment = z.object({
  college_name: z.string(),
  college_logo: z.string().nullable(),
  /** The name of the category that it was for. */
  college_category: z.string().nullable(),
  /** As precisely as it is known: `2026`, `2026-03` or `2026-03-14`. */
  date: z.string().nullable(),
});
export type CollegeMoment = z.infer<typeof collegeMoment>;

/** The Individual's card; what is null is not known or not shown. */
export const athleteAbout = z.object({
  graduation_year: z.int().nullable(),
  gpa: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  categories: z.array(category),
  offers: z.array(collegeMoment),
  visits: z.array(collegeMoment),
});
export type AthleteAbout = z.infer<typeof athleteAbout>;

/** A Team or an Organization. Contact and coach stay with us, but for the coach's name. */
export const clubAbout = z.object({
  name: z.string(),
  coach: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  categories: z.array(category),
});
export type ClubAbout = z.infer<typeof clubAbout>;

/** Of a channel that only its owner and staff see: who has closed it. */
const channelVisibility = z.enum(["open", "deactivated", "blocked"]);

export const channel = z.object({
  id: channelId,
  name: z.string(),
  username: z.string(),
  bio: z.string(),
  channel_profile: z.string().nullable(),
  channel_cover: z.string().nullable(),
  /** Null for a General User. */
  plan: plan.nullable(),
  subscriber_count: z.int(),
  content_count: z.int(),
  /** Of all its public items together. */
  total_views: z.int(),
  joined_at: z.iso.datetime(),
  /** For an Individual with a profile. */
  athlete: athleteAbout.nullable(),
  /** For a Team or an Organization with a profile. */
  club: clubAbout.nullable(),
  following: z.boolean(),
  is_own: z.boolean(),
  /** Anything but open is told to its owner and to staff; others do not get here. */
  visibility: channelVisibility.catch("blocked"),
  /** Whoever follows it may leave it, closed or not. */
  can: z.object({ follow: z.boolean(), edit: z.boolean(), see_followers: z.boolean() }),
});
export type Channel = z.infer<typeof channel>;

export const channelRoutes = {
  one: defineRoute({
    name: "channels.one",
    summary: "A channel, as the caller may see it; 404 there is none, 410 it is deactivated, 403 it is blocked",
    method: "GET",
    path: "/get-channel/:id",
    access: "member",
    params: { id: channelId },
    data: channel,
  }),
};
