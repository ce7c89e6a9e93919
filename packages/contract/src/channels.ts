import { z } from "zod";
import { plan } from "./accounts.ts";
import { category } from "./categories.ts";
import { defineRoute } from "./http.ts";
import { channelId } from "./ids.ts";

export const CHANNEL_MESSAGES = {
  /** 410: its owner has deactivated it or is deleting the account. */
  deactivated: "This channel has been deactivated.",
  /** 403: hidden by staff. */
  blocked: "This channel is blocked.",
  /** 404 */
  missing: "This channel does not exist.",
  /** 403 for its owner when starting an upload. */
  noUploads: "Your channel is hidden from everybody else. You can upload again once it is visible.",
} as const;

/** A college that made an offer or was visited. */
export const collegeMoment = z.object({
  college_name: z.string(),
  college_logo: z.string().nullable(),
  /** The category it was for. */
  college_category: z.string().nullable(),
  /** As precise as known: `2026`, `2026-03` or `2026-03-14`. */
  date: z.string().nullable(),
});
export type CollegeMoment = z.infer<typeof collegeMoment>;

/** An Individual's public profile; unknown and hidden fields are null. */
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

/** The public profile of a Team or an Organization. Contact details stay private, except the coach's name. */
export const clubAbout = z.object({
  name: z.string(),
  coach: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  categories: z.array(category),
});
export type ClubAbout = z.infer<typeof clubAbout>;

/** For a channel only its owner and staff see: who has hidden it. */
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
  /** Total over all of its public items. */
  total_views: z.int(),
  joined_at: z.iso.datetime(),
  /** For an Individual with a profile. */
  athlete: athleteAbout.nullable(),
  /** For a Team or an Organization with a profile. */
  club: clubAbout.nullable(),
  following: z.boolean(),
  is_own: z.boolean(),
  /** Only the owner and staff ever see a value other than `open`. */
  visibility: channelVisibility.catch("blocked"),
  /** A channel can be unfollowed whether it is hidden or not. */
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
