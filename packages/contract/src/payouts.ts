import { z } from "zod";
import { toDollars } from "./formats.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { newEmail } from "./sign-up.ts";
import { requiredMessage } from "./validation.ts";

/** A smaller balance waits for a later month. */
export const PAYOUT_MINIMUM_CENTS = 2_500;
/** Staff can void a new batch for this long; then its payouts by Stripe are sent. */
export const SEND_AFTER_HOURS = 24;

export const PAYOUT_METHODS = ["check", "paypal", "stripe"] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];
export const PAYOUT_STATES = ["in_transit", "paid", "failed"] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

export const METHOD_LABELS: Readonly<Record<PayoutMethod, string>> = {
  check: "Check by mail",
  paypal: "PayPal",
  stripe: "Bank account, by Stripe",
};

const MINIMUM = toDollars(PAYOUT_MINIMUM_CENTS);

/** What can stand between an earner and the next payout, with what to do about it. */
export const PAYOUT_HURDLES = ["minimum", "method", "address", "stripe", "guardian", "w9", "tax_year"] as const;
export type PayoutHurdle = (typeof PAYOUT_HURDLES)[number];

export const HURDLE_SENTENCES: Readonly<Record<PayoutHurdle, string>> = {
  minimum: `Payouts start at ${MINIMUM}. Your balance is kept until it reaches that.`,
  method: "Choose how you want to be paid.",
  address: "Checks are mailed to the address in your profile, which has none. Add one, or choose another method.",
  stripe: "Stripe still needs some of your details before it can receive money for you.",
  guardian: "You are under 18. A parent or guardian has to consent before you can be paid.",
  w9: "With this payout you reach the amount that we report to the IRS. Submit a W-9 first.",
  tax_year: "Payouts for this year have not started yet. You do not have to do anything.",
};

/** Of somebody whose links earn nothing for now, or no longer. */
export const PAID_FROM_MINIMUM = `What you have earned is still paid out if it is ${MINIMUM} or more.`;

/** @returns why a balance is not paid as it is; null: it can be */
export function belowMinimum(balance: { pending_cents: number; available_cents: number; in_transit_cents: number }) {
  const waiting = balance.pending_cents + balance.available_cents;
  if (waiting <= 0 || waiting >= PAYOUT_MINIMUM_CENTS) return null;
  const what = balance.in_transit_cents > 0 ? "what is not on its way yet" : "it";
  return `Payouts start at ${MINIMUM}, so ${what} can only be paid once you have earned more.`;
}

/** The hurdles for staff. */
export const HURDLES_IN_SHORT: Readonly<Record<PayoutHurdle, string>> = {
  minimum: `Less than ${MINIMUM}`,
  method: "No payout method chosen",
  address: "Check, but no address in the profile",
  stripe: "Stripe needs more details",
  guardian: "A guardian's consent is missing",
  w9: "A W-9 is missing, and the payout would reach the threshold",
  tax_year: "The threshold of the year is not entered",
};

/** Why a payout of a batch must not be paid, though it is in transit. */
export const PAYOUT_HOLDS = ["banned", "guardian", "destination"] as const;
export type PayoutHold = (typeof PAYOUT_HOLDS)[number];

/** The same for staff. */
export const HOLDS_IN_SHORT: Readonly<Record<PayoutHold, string>> = {
  banned: "Banned: staff decide",
  guardian: HURDLES_IN_SHORT.guardian,
  destination: "No address to pay it to",
};

export const PAYOUT_MESSAGES = {
  methodSaved: "Saved. Your next payout goes there.",
  noStripe: "Payouts by Stripe are not offered here.",
  paypal: "Please enter the email address of your PayPal account.",
} as const;

export const payoutId = z.uuid().brand("PayoutId");
export type PayoutId = z.infer<typeof payoutId>;

/** A payout as its earner sees it. */
export const payout = z.object({
  id: payoutId,
  amount_cents: z.int(),
  method: z.enum(PAYOUT_METHODS),
  state: z.enum(PAYOUT_STATES),
  /** Days in the platform's time zone: the day of the payment decides its statement and tax year. */
  created_on: z.iso.date(),
  paid_on: z.iso.date().nullable(),
  failed_on: z.iso.date().nullable(),
  /** Why it came back. */
  failure: z.string().nullable(),
});
export type Payout = z.infer<typeof payout>;

export const payoutOverview = z.object({
  available_cents: z.int(),
  in_transit_cents: z.int(),
  /** The day of the next batch in the platform's time zone, YYYY-MM-DD. */
  next_on: z.string(),
  method: z.enum(PAYOUT_METHODS).nullable(),
  /** Where it goes, shortened so that only its owner recognizes it; null if there is nothing to show. */
  destination: z.string().nullable(),
  offered: z.array(z.enum(PAYOUT_METHODS)),
  hurdles: z.array(z.enum(PAYOUT_HURDLES)),
  /** Months with movements, newest first, as YYYY-MM. */
  months: z.array(z.string()),
  w9: z
    .object({
      name: z.string(),
      tin_type: z.enum(["ssn", "ein"]),
      tin_last4: z.string(),
      certified_at: z.iso.datetime(),
    })
    .nullable(),
});
export type PayoutOverview = z.infer<typeof payoutOverview>;

export const payoutRoutes = {
  overview: defineRoute({
    name: "payouts.overview",
    summary: "Read how and when you are paid next, and what is missing",
    method: "GET",
    path: "/payouts/overview",
    access: "member",
    data: payoutOverview,
  }),
  list: defineRoute({
    name: "payouts.list",
    summary: "List your payouts, newest first",
    method: "GET",
    path: "/payouts",
    access: "member",
    query: cursorQuery,
    data: z.object({ payouts: z.array(payout), pagination: cursorPagination }),
  }),
  saveMethod: defineRoute({
    name: "payouts.saveMethod",
    summary: "Choose how you are paid",
    method: "PUT",
    path: "/payouts/method",
    access: "member",
    body: {
      method: z.enum(PAYOUT_METHODS, requiredMessage("Method")),
      /** Only for PayPal. */
      paypal_email: newEmail.nullable().default(null),
    },
    data: nothing,
    writes: "payout_methods",
  }),
  openStripe: defineRoute({
    name: "payouts.openStripe",
    summary: "Get a link to Stripe's page for the details of your payouts; it works once, for a few minutes",
    method: "POST",
    path: "/payouts/stripe-account",
    access: "member",
    limits: ["attempts"],
    data: z.object({ url: z.string() }),
    writes: "payout_accounts",
  }),
};
