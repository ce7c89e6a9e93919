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

/** The format of a code, in upper or lower case. Only the server knows which codes exist. */
const referralCode = z.string().regex(/^[A-Za-z0-9]{8}$/, "A referral code has eight letters and digits");

/** The owner of a referral link. */
export const referrer = z.object({
  username: z.string(),
  channel_name: z.string(),
  profile_url: z.string().nullable(),
});
export type Referrer = z.infer<typeof referrer>;

/** What the earner may know about a person they referred. */
export const referralDetail = z.object({
  username: z.string(),
  /** The month in which they joined, YYYY-MM. */
  month: z.string(),
  stage: referralStage,
  /** What the earner has earned by this person; 0 while they have only joined, and if it is ineligible or reversed. */
  amount_cents: z.int(),
  /** Why it is ineligible, reversed or under review. */
  reason: z.string().nullable(),
});
export type ReferralDetail = z.infer<typeof referralDetail>;

export const referralRoutes = {
  referrer: defineRoute({
    name: "referrals.referrer",
    summary: "Read the owner of a referral code; null if the code is unknown or no longer active",
    method: "GET",
    path: "/referrer/:code",
    access: "public",
    params: { code: referralCode },
    data: referrer.nullable(),
  }),
  saved: defineRoute({
    name: "referrals.kept",
    summary: "Read the owner of the referral link that this browser opened in the last 30 days, if any",
    method: "GET",
    path: "/referrer",
    access: "public",
    data: referrer.nullable(),
  }),
  link: defineRoute({
    name: "referrals.link",
    summary: "Read your own referral link",
    method: "GET",
    path: "/referral-link",
    access: "earner",
    data: z.object({ code: z.string(), url: z.string() }),
  }),
  details: defineRoute({
    name: "referrals.details",
    summary: "List the people who joined by your link, newest first",
    method: "GET",
    path: "/referral-details",
    access: "earner",
    query: {
      search_term: z.string().trim().max(64).default(""),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      per_page: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(REFERRALS_PER_PAGE),
      /** `ineligible` includes reversed ones. */
      filter_type: z.enum(REFERRAL_FILTERS).default("all"),
      /** When they joined; `today`, `month` and `year` in the platform's time zone. */
      time_frame: z.enum(TIME_FRAMES).default("all"),
    },
    data: z.object({ referrals: z.array(referralDetail), pagination }),
  }),
};
