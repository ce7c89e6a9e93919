import { z } from "zod";
import { cursorPagination, cursorQuery, defineRoute, nothing, PER_PAGE_MAX, pagination } from "./http.ts";
import { toLine } from "./plain-text.ts";

export const REFERRAL_REWARD_CENTS = 1_000;
/** How long an earned reward waits before it can be paid out. */
export const REFERRAL_PENDING_DAYS = 30;
export const REFERRAL_COOKIE_DAYS = 30;
export const REFERRALS_PER_PAGE = 10;
export const LINK_LABEL_MAX_CHARS = 40;
/** There is no limit to the links of an earner, only to how fast they are made. */
export const NEW_LINKS_PER_DAY = 50;
/** A search lists the newest ones of its matches. */
export const REFERRAL_MATCHES_MAX = 100;
/** More rows are not put into one CSV file. */
export const REFERRALS_IN_CSV_MAX = 10_000;

export const REFERRAL_LINK_MESSAGES = {
  empty: "Give the link a label, such as where you will share it.",
  tooLong: `A label must be at most ${LINK_LABEL_MAX_CHARS} characters.`,
  taken: "You already have a link with this label.",
  tooMany: `You can make ${NEW_LINKS_PER_DAY} links a day. Please try again tomorrow.`,
  withdrawn: "This link is deactivated.",
  firstStays: "Your first link stays. Only links with a label can be renamed or deactivated.",
} as const;

export const REFERRAL_STAGES = ["joined", "pending", "available", "paid", "ineligible", "reversed"] as const;
export const REFERRAL_FILTERS = ["all", "pending", "available", "paid", "ineligible"] as const;
export const TIME_FRAMES = ["today", "7d", "30d", "month", "year", "all"] as const;
export const LINK_STATES = ["active", "withdrawn"] as const;
export type LinkState = (typeof LINK_STATES)[number];
/** Why an earner's links earn nothing now. */
const INACTIVE_REASONS = ["leaving", "deactivated", "turned_off", "hidden", "lapsed"] as const;
export type InactiveReason = (typeof INACTIVE_REASONS)[number];
export const referralStage = z.enum(REFERRAL_STAGES);
export type ReferralStage = z.infer<typeof referralStage>;
export type ReferralFilter = (typeof REFERRAL_FILTERS)[number];
export type TimeFrame = (typeof TIME_FRAMES)[number];

/** The format of a code, in upper or lower case. Only the server knows which codes exist. */
const referralCode = z.string().regex(/^[A-Za-z0-9]{8}$/, "A referral code has eight letters and digits");

/** The events that earn the reward. Staff choose one of the two. */
export const REFERRAL_TRIGGERS = ["verified", "first_payment"] as const;
export type ReferralTrigger = (typeof REFERRAL_TRIGGERS)[number];

/** What a new referral earns today. Past ones keep what they earned. */
export const referralTerms = z.object({
  reward_cents: z.int(),
  trigger: z.enum(REFERRAL_TRIGGERS).catch("verified"),
});
export type ReferralTerms = z.infer<typeof referralTerms>;

/** The owner of a referral link. */
export const referrer = z.object({
  username: z.string(),
  channel_name: z.string(),
  profile_url: z.string().nullable(),
  /** What the owner earns, and when: a new person should know. */
  terms: referralTerms,
});
export type Referrer = z.infer<typeof referrer>;

export const linkLabel = z
  .string()
  .overwrite(toLine)
  .min(1, REFERRAL_LINK_MESSAGES.empty)
  .max(LINK_LABEL_MAX_CHARS, REFERRAL_LINK_MESSAGES.tooLong);

/** One of an earner's links, with what it has brought. */
export const referralLink = z.object({
  code: z.string(),
  url: z.string(),
  /** Null for the first link. */
  label: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** It earns nothing new from then on; null if it is not withdrawn. */
  withdrawn_at: z.iso.datetime().nullable(),
  /** Staff have switched it off: it earns nothing new. */
  is_turned_off: z.boolean().default(false),
  /** Browsers that opened it, once in 30 days each, without robots. */
  opens: z.int(),
  sign_ups: z.int(),
  /** The sum of its ledger entries: what it earned, less reversals. */
  earned_cents: z.int(),
});
export type ReferralLink = z.infer<typeof referralLink>;

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
  /** The platform's day on which a pending reward becomes available; null at other stages, and while it is under review. */
  unlocks_on: z.iso.date().nullable(),
  paid_on: z.iso.date().nullable(),
  /** The label of the link they joined with; null for the first link. */
  link_label: z.string().nullable(),
  /** What earned the reward; while they have only joined, what they have not done yet. */
  trigger: z.enum(REFERRAL_TRIGGERS).catch("verified"),
});
export type ReferralDetail = z.infer<typeof referralDetail>;

const detailFilter = {
  /** A part of the username; one or two characters are its beginning. */
  search_term: z.string().trim().max(64).default(""),
  /** `ineligible` includes reversed ones. */
  filter_type: z.enum(REFERRAL_FILTERS).default("all"),
  /** When they joined; `today`, `month` and `year` in the platform's time zone. */
  time_frame: z.enum(TIME_FRAMES).default("all"),
};

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
    summary: "List the people who joined with your link, newest first",
    method: "GET",
    path: "/referral-details",
    access: "earner",
    query: {
      ...detailFilter,
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      per_page: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(REFERRALS_PER_PAGE),
    },
    data: z.object({ referrals: z.array(referralDetail), pagination }),
  }),
  allDetails: defineRoute({
    name: "referrals.allDetails",
    summary: `List the newest ${REFERRALS_IN_CSV_MAX} of these people at once, for a CSV file`,
    method: "GET",
    path: "/referral-details/all",
    access: "earner",
    query: detailFilter,
    data: z.object({ referrals: z.array(referralDetail), is_complete: z.boolean() }),
  }),
  links: defineRoute({
    name: "referrals.links",
    summary: "List your labeled referral links, newest first, beside your first link",
    method: "GET",
    path: "/referral-links",
    access: "earner",
    query: { ...cursorQuery, state: z.enum(LINK_STATES).default("active") },
    data: z.object({
      /** The link without a label. */
      first: referralLink,
      links: z.array(referralLink),
      /** How many of the earner's labeled links are withdrawn. */
      withdrawn_count: z.int(),
      terms: referralTerms,
      /** Null: they earn by the terms. */
      inactive_reason: z.enum(INACTIVE_REASONS).nullable().default(null).catch("turned_off"),
      pagination: cursorPagination,
    }),
  }),
  addLink: defineRoute({
    name: "referrals.addLink",
    summary: "Make another referral link, with a label",
    method: "POST",
    path: "/referral-links",
    access: "earner",
    body: { label: linkLabel },
    data: referralLink,
    writes: "referral_codes",
  }),
  renameLink: defineRoute({
    name: "referrals.renameLink",
    summary: "Change the label of your referral link",
    method: "PATCH",
    path: "/referral-links/:code",
    access: "earner",
    params: { code: referralCode },
    body: { label: linkLabel },
    data: referralLink,
    writes: "referral_codes",
  }),
  withdrawLink: defineRoute({
    name: "referrals.withdrawLink",
    summary: "Withdraw your referral link: it earns nothing new, and what it earned stays",
    method: "DELETE",
    path: "/referral-links/:code",
    access: "earner",
    params: { code: referralCode },
    data: nothing,
  }),
};
