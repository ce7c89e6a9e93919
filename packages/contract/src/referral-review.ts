import { z } from "zod";
import { requiredText } from "./earner-fields.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { accountId } from "./ids.ts";
import { referralStage } from "./referrals.ts";

/** A missed referral can be added for this long after the person signed up. */
export const MISSED_REFERRAL_DAYS = 30;

/** Each sign of a referral that may not be a new person, for staff. The earner must not learn what others entered. */
export const FRAUD_FLAGS = {
  "same-device": "Signed in on a device that the earner, or someone else they referred, also uses.",
  "many-on-device": "Many accounts were opened on this person's device.",
  "same-address": "Joined from the same internet connection as the earner or others they referred.",
  "same-mailbox": "Their email goes to the same mailbox as that of the earner or someone else they referred.",
  claimed: "Someone else may have begun this person's sign-up.",
  "similar-address": "Their email address is very similar to the earner's.",
  "same-phone": "Gave the same phone number as the earner or someone else they referred.",
  "same-ssn": "Gave the same tax number as the earner or someone else they referred.",
  "same-card": "Paid with the same card as the earner or someone else they referred.",
  "disposable-mail": "Used an email address of a throwaway service.",
  "many-a-day": "The earner referred unusually many people on that day.",
  disputed: "Disputed the payment at their bank.",
} as const;
export type FraudFlag = keyof typeof FRAUD_FLAGS;
export const FRAUD_FLAG_NAMES = Object.keys(FRAUD_FLAGS) as [FraudFlag, ...FraudFlag[]];

export const REVIEW_MESSAGES = {
  released: "Released. The reward becomes available when it is due.",
  reversed: "Reversed. The earner sees the reason.",
  added: "Added, and credited to the earner.",
  waits: "Added. The earner is credited when this person pays for a plan.",
  noEarner: "There is no earner with this username.",
  inactive: "This earner earns nothing now: the plan lapsed, or the channel or link is turned off.",
  noPerson: "There is nobody with this username who signed up in the last 30 days.",
  oneself: "Nobody can refer themselves.",
  known: "This person was already referred.",
  unverified: "This person has not verified their email address yet.",
} as const;

export const reviewedReferral = z.object({
  /** Of the referred person. */
  id: accountId,
  username: z.string(),
  earner: z.string(),
  stage: referralStage,
  joined_at: z.iso.datetime(),
  credited_at: z.iso.datetime().nullable(),
  available_at: z.iso.datetime().nullable(),
  amount_cents: z.int(),
  flags: z.array(z.enum(FRAUD_FLAG_NAMES)),
  reason: z.string().nullable(),
  is_open: z.boolean(),
  /** How many people the earner referred, and how many of them are flagged. */
  earner_referrals: z.int(),
  earner_flagged: z.int(),
  can: z.object({ release: z.boolean(), reverse: z.boolean() }),
});
export type ReviewedReferral = z.infer<typeof reviewedReferral>;

const reason = requiredText("Reason", 200);
const username = (label: string) => requiredText(label, 64).overwrite((text) => text.replace(/^@/, ""));

export const referralReviewRoutes = {
  list: defineRoute({
    name: "referralReview.list",
    summary: "List flagged referrals, those that wait for a decision first by their age",
    method: "GET",
    path: "/admin/referrals",
    access: "admin",
    query: { ...cursorQuery, state: z.enum(["open", "decided"]).default("open") },
    data: z.object({ referrals: z.array(reviewedReferral), pagination: cursorPagination }),
  }),
  release: defineRoute({
    name: "referralReview.release",
    summary: "Release a flagged referral",
    method: "POST",
    path: "/admin/referrals/:id/release",
    access: "admin",
    params: { id: accountId },
    data: nothing,
  }),
  reverse: defineRoute({
    name: "referralReview.reverse",
    summary: "Reverse a referral that is not paid",
    method: "POST",
    path: "/admin/referrals/:id/reverse",
    access: "admin",
    params: { id: accountId },
    /** The earner reads it. */
    body: { reason },
    data: nothing,
  }),
  addMissed: defineRoute({
    name: "referralReview.addMissed",
    summary: "Add a referral that was missed at sign-up, up to 30 days later",
    method: "POST",
    path: "/admin/referrals",
    access: "admin",
    body: { earner: username("Earner"), referred: username("Referred person"), reason },
    data: z.object({ is_credited: z.boolean() }),
    writes: "referrals",
  }),
};
