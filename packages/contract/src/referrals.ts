import { z } from "zod";
import { defineRoute, PER_PAGE_MAX, pagination } from "./http.ts";

export const REFERRAL_REWARD_CENTS = 1_000;
/** How long an earned reward waits before it can be paid out. */
export const REFERRAL_PENDING_DAYS = 30;
export const REFERRAL_COOKIE_DAYS = 30;
export const REFERRALS_PER_PAGE = 10;

export const REFERRAL_STAGES = ["joined", "pending", "available", "paid", "ineligible", "reversed"] as const;
export const REFERRAL_FILTERS = ["all", "pending", "available", "paid", "ineligible"] as const;
export const TIME_FRAMES = ["today", "7d", "30d", "month", "year", "all"] as const;
export const referralStage = z.enum(REFERRAL_STAGES);
export type ReferralStage = z.infer<typeof referralStage>;
export type ReferralFilter = (typeof REFERRAL_FILTERS)[number];
export type TimeFrame = (typeof TIME_FRAMES)[number];

/** What a link's code looks like, in any case; whether there is such a link is for the server to say. */
const referralCode = z.string().regex(/^[A-Za-z0-9]{8}$/, "A referral code has eight letters and digits");

/** Whoever a link belongs to. */
export const referrer = z.object({
  username: z.string(),
  channel_name: z.string(),
  profile_url: z.string().nullable(),
});
export type Referrer = z.infer<typeof referrer>;

/** One referred person, as the earner may know of them: by username and month. */
export const referralDetail = z.object({
  username: z.string(),
  /** When they joined, as YYYY-MM. */
  month: z.string(),
  stage: referralStage,
  /** What this person has earned the earner; 0 while they have only joined, and when it was not or is no longer earned. */
  amount_cents: z.int(),
  /** Why it is ineligible, reversed or still looked at. */
  reason: z.string().nullable(),
});
export type ReferralDetail = z.infer<typeof referralDetail>;

export const referralRoutes = {
  referrer: defineRoute({
    name: "referrals.referrer",
    summary: "Whose referral link this is; null for a code that is unknown or no longer active",
    method: "GET",
    path: "/referrer/:code",
    access: "public",
    params: { code: referralCode },
    data: referrer.nullable(),
  }),
  kept: defineRoute({
    name: "referrals.kept",
    summary: "Whose referral link this browser has opened in the last 30 days; null for nobody's",
    method: "GET",
    path: "/referrer",
    access: "public",
    data: referrer.nullable(),
  }),
  link: defineRoute({
    name: "referrals.link",
    summary: "The caller's own referral link",
    method: "GET",
    path: "/referral-link",
    access: "earner",
    data: z.object({ code: z.string(), url: z.string() }),
  }),
  details: defineRoute({
    name: "referrals.details",
    summary: "The people who joined by the caller's link, newest first",
    method: "GET",
    path: "/referral-details",
    access: "earner",
    query: {
      search_term: z.string().trim().max(64).default(""),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      per_page: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(REFERRALS_PER_PAGE),
      /** `ineligible` holds the reversed ones as well. */
      filter_type: z.enum(REFERRAL_FILTERS).default("all"),
      /** When they joined; `today`, `month` and `year` are those of the platform's time zone. */
      time_frame: z.enum(TIME_FRAMES).default("all"),
    },
    data: z.object({ referrals: z.array(referralDetail), pagination }),
  }),
};
