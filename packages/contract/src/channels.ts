import { z } from "zod";
import { plan } from "./accounts.ts";
import { category } from "./categories.ts";
import { defineRoute } from "./http.ts";
import { channelId } from "./ids.ts";

export const CHANNEL_MESSAGES = {
  /** 410: its owner has deactivated it. */
  deactivated: "This channel has been deactivated.",
  /** 403: staff have blocked it. */
  blocked: "This channel is hidden.",
  /** 404: there is none, or its owner is deleting their account. */
  missing: "This channel does not exist.",
  /** 403 for its owner, at the start of an upload. */
  noUploads: "Your channel is hidden from everyone else. You cannot upload to it until it is visible again.",
} as const;

/** A college offer or visit. */
export const collegeMoment = z.object({
  college_name: z.string(),
  college_logo: z.string().nullable(),
  /** The category's name. */
  college_category: z.string().nullable(),
  /** As precise as known: `2026`, `2026-03` or `2026-03-14`. */
  date: z.string().nullable(),
});
export type CollegeMoment = z.infer<typeof collegeMoment>;

/** An Individual; a null field is unknown or hidden. */
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

/** A Team or an Organization. Of its contact person and coach, only the coach's name is public. */
export const clubAbout = z.object({
  name: z.string(),
  coach: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  categories: z.array(category),
});
export type ClubAbout = z.infer<typeof clubAbout>;

/** Anything but `open` is visible to the owner and staff only. */
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
  /** Sum over its public items. */
  total_views: z.int(),
  joined_at: z.iso.datetime(),
  /** For an Individual with a profile. */
  athlete: athleteAbout.nullable(),
  /** For a Team or an Organization with a profile. */
  club: clubAbout.nullable(),
  following: z.boolean(),
  /** The caller blocked its owner. To whom its owner blocked, it is a 404. */
  is_blocked: z.boolean(),
  is_own: z.boolean(),
  /** Others than the owner and staff only ever receive `open`. */
  visibility: channelVisibility.catch("blocked"),
  /** Followers of a hidden channel can still unfollow it. */
  can: z.object({ follow: z.boolean(), block: z.boolean(), edit: z.boolean(), see_followers: z.boolean() }),
});
export type Channel = z.infer<typeof channel>;

export const channelRoutes = {
  one: defineRoute({
    name: "channels.one",
    summary: "Read a channel: 404 if there is none, 410 if it is deactivated, 403 if it is blocked",
    method: "GET",
    path: "/get-channel/:id",
    access: "member",
    params: { id: channelId },
    data: channel,
  }),
};
