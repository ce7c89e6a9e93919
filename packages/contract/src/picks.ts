import { z } from "zod";
import { staffReason } from "./audit.ts";
import { BANNER_MAX } from "./discovery.ts";
import { defineRoute, nothing } from "./http.ts";
import { accountId, channelId, contentId } from "./ids.ts";

export const PICKS_MESSAGES = {
  pinned: "It is in the home banner now.",
  unpinned: "It is no longer pinned to the home banner.",
  ordered: "The order was saved.",
  notListed: "Only a public video that can be watched can be featured.",
  full: `The home banner takes at most ${BANNER_MAX} pinned videos.`,
  picked: "The list of athletes was changed.",
  noAthlete: "There is no athlete with this username.",
  otherPins: "The pinned videos changed in the meantime. Look at them again.",
} as const;

const bannerVideo = z.object({
  id: contentId,
  title: z.string(),
  channel: z.string(),
  thumbnail: z.string().nullable(),
  is_pinned: z.boolean(),
  /** A pinned video that is not public is left out of the banner until it is again. */
  is_shown: z.boolean(),
});
export type BannerVideo = z.infer<typeof bannerVideo>;

export const ATHLETE_PICKS = ["pinned", "removed", "none"] as const;
export type AthletePick = (typeof ATHLETE_PICKS)[number];

const athlete = z.object({
  id: channelId,
  owner_id: accountId,
  username: z.string(),
  name: z.string(),
  pick: z.enum(ATHLETE_PICKS),
  reason: z.string().nullable(),
});
export type PickedAthlete = z.infer<typeof athlete>;

export const pickRoutes = {
  banner: defineRoute({
    name: "picks.banner",
    summary: "The home banner: pinned videos, then trending ones",
    method: "GET",
    path: "/admin/banner",
    access: "staff",
    data: z.array(bannerVideo),
  }),
  pin: defineRoute({
    name: "picks.pin",
    summary: "Pin a video to the home banner, or take it out again",
    method: "POST",
    path: "/admin/banner/:id",
    access: "staff",
    params: { id: contentId },
    body: { pinned: z.boolean() },
    data: nothing,
    writes: "banner_pins",
  }),
  order: defineRoute({
    name: "picks.order",
    summary: "Put the pinned videos of the home banner in order",
    method: "PUT",
    path: "/admin/banner",
    access: "staff",
    body: { ids: z.array(contentId).max(BANNER_MAX) },
    data: nothing,
  }),
  athletes: defineRoute({
    name: "picks.athletes",
    summary: "Athletes of the week as shown, pinned ones who are not shown, and those whom staff removed",
    method: "GET",
    path: "/admin/athletes",
    access: "staff",
    data: z.object({
      shown: z.array(athlete),
      /** Pinned, and not shown now: without a public item, hidden, or no longer an athlete. */
      waiting: z.array(athlete),
      removed: z.array(athlete),
    }),
  }),
  pickAthlete: defineRoute({
    name: "picks.pickAthlete",
    summary: "Pin an athlete to the list of the week, remove one from it, or leave them to their score again",
    method: "POST",
    path: "/admin/athletes",
    access: "staff",
    body: { username: z.string().trim().min(1).max(40), pick: z.enum(ATHLETE_PICKS), reason: staffReason },
    data: nothing,
    writes: "athlete_picks",
  }),
};
