import { z } from "zod";
import { plan } from "./accounts.ts";
import { PAYMENT_PROVIDERS, providerId, requiredAction } from "./billing.ts";
import { BRAND } from "./brand.ts";
import { cardFields } from "./cards.ts";
import { NAME_MAX_CHARS, requiredText } from "./earner-fields.ts";
import { toDollars } from "./formats.ts";
import { defineRoute, nothing } from "./http.ts";
import { newEmail } from "./sign-up.ts";

export const GUARDIAN_LINK_DAYS = 14;
/** How many accounts under 18 one address, and one card, can count for. */
export const GUARDIAN_MINORS_MAX = 4;
export const GUARDIAN_RELATIONS = ["Mother", "Father", "Legal guardian"] as const;
export const GUARDIAN_STATES = ["asked", "accepted", "declined", "withdrawn"] as const;

export const GUARDIAN_MESSAGES = {
  asked: "We have sent an email to your guardian.",
  needed: "You are under 18. A parent or guardian has to consent first.",
  notNeeded: "You do not need a guardian's consent.",
  ownAddress: "Please enter the email address of your parent or guardian, not your own.",
  otherAddress: "We cannot accept this address. Please give the address of an adult parent or guardian.",
  manyMinors: `${GUARDIAN_MINORS_MAX} other athletes under 18 have named this address, the most that one guardian can consent for. Please give the address of your own parent or guardian, or write to ${BRAND.supportEmail}.`,
  minorsAddress: "This address belongs to the account of someone under 18, who cannot consent for others.",
  manyRefused: "You have tried too many addresses today. Please try again tomorrow.",
  accepted: "Thank you. You have given your consent.",
  notConsented: "Please confirm that you are 18 or older and that you consent.",
  declined: "You have not given your consent.",
  withdrawn: "You have withdrawn your consent.",
  linkUseless: "This link is no longer valid.",
  ofAge: "They are 18 or older now and no longer need your consent.",
  tooLate: "This link can no longer be used to consent. Please ask for another email.",
  changed: "The price has changed. Please check it again.",
  authenticate: "Your bank asks you to confirm this card.",
  prepaid: "A prepaid card does not show that you are an adult. Please use a debit or credit card.",
  manyCards: `This card has already been used to consent for ${GUARDIAN_MINORS_MAX} other athletes under 18, the most that one card can. Please use another one, or write to ${BRAND.supportEmail}.`,
  manyChecks: "This link has been used to check too many cards today. Please try again tomorrow.",
  noSuchCheck: "The card was not confirmed. Please enter it again.",
} as const;

/**
 * Letters of any script, spaces, hyphens, apostrophes, and periods that end a word as in "Jr.", because it appears in an
 * unsolicited email: nothing of it may become a link.
 */
const PERSON_NAME = /^(?=.*\p{L})(?:[\p{L}\p{M} '’‐‑-]|\.(?= |$))+$/u;

/** @param label the field's label */
export function personName(label: string) {
  return requiredText(label, NAME_MAX_CHARS).regex(
    PERSON_NAME,
    `${label} can contain only letters, spaces, hyphens, apostrophes, and periods at the end of a word`,
  );
}

export const guardianPrice = z.object({ plan, title: z.string(), price_cents: z.int() });
export type GuardianPrice = z.infer<typeof guardianPrice>;

/** @param prices of the plan to pay for, or of all plans while none is chosen */
export function toCostSentence(prices: readonly GuardianPrice[]): string {
  const [only, ...more] = prices;
  if (only && more.length === 0) return `The ${only.title} plan costs ${toDollars(only.price_cents)} a month.`;
  const each = prices.map(({ title, price_cents }) => `${toDollars(price_cents)} (${title})`);
  return `A plan costs ${each.slice(0, -1).join(", ")} or ${each.at(-1)} a month.`;
}

/** The exact text that a guardian agrees to, saved with the consent. */
export function toGuardianConsentText(firstName: string, prices: readonly GuardianPrice[]): string {
  return `I am 18 or older and a parent or legal guardian of ${firstName}. I consent to their earner account on ${BRAND.name}, with a plan that is paid every month. ${toCostSentence(prices)}`;
}

/** A guardian's statement about themselves. */
export const guardianStatement = {
  guardian_name: personName("Your name"),
  relation: z.enum(GUARDIAN_RELATIONS, "Your relationship is a required field"),
};

const guardianToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, GUARDIAN_MESSAGES.linkUseless);

/** A request for consent, with no more about the minor than identifies them. */
export const guardianRequest = z.object({
  guardian_name: z.string(),
  first_name: z.string(),
  plan: plan.nullable(),
  prices: z.array(guardianPrice),
  /** The account is 18 by now, and needs no consent. */
  is_of_age: z.boolean().default(false),
  /** Send it back unchanged. */
  consent_text: z.string(),
  state: z.enum(GUARDIAN_STATES),
  can: z.object({ consent: z.boolean(), decline: z.boolean(), withdraw: z.boolean() }),
  provider: z.enum(PAYMENT_PROVIDERS),
  publishable_key: z.string().nullable(),
});
export type GuardianRequest = z.infer<typeof guardianRequest>;

export const guardianRoutes = {
  state: defineRoute({
    name: "guardian.state",
    summary: "Read whether guardian consent is needed, requested or given",
    method: "GET",
    path: "/guardian",
    access: "public",
    data: z.object({
      is_needed: z.boolean(),
      state: z.enum(["none", ...GUARDIAN_STATES]),
      guardian_email: z.string().nullable(),
      /** As it was entered. */
      guardian_name: z.string().nullable().default(null),
      /** The link has expired for consenting. */
      is_late: z.boolean().default(false),
    }),
  }),
  ask: defineRoute({
    name: "guardian.ask",
    summary: "Email a guardian the link to consent; one a minute, five a day",
    method: "POST",
    path: "/guardian/ask",
    access: "public",
    limits: ["mails", "changes"],
    body: { guardian_email: newEmail, guardian_name: personName("Guardian name") },
    data: nothing,
    writes: "guardian_consents",
  }),
  request: defineRoute({
    name: "guardian.request",
    summary: "Read the request for consent, with the price",
    method: "GET",
    path: "/guardian/:token",
    access: "public",
    params: { token: guardianToken },
    data: guardianRequest,
  }),
  beginCardCheck: defineRoute({
    name: "guardian.beginCardCheck",
    summary: "Start checking a guardian's card: the bank authorizes it, nothing is charged and no card is saved",
    method: "POST",
    path: "/guardian/card-check",
    access: "public",
    limits: ["attempts", "changes"],
    body: { token: guardianToken },
    data: z.object({ id: z.string(), client_secret: z.string().nullable() }),
  }),
  authenticate: defineRoute({
    name: "guardian.authenticate",
    summary: "Answer the bank's challenge of a guardian's card, in the sandbox only",
    method: "POST",
    path: "/guardian/card-check/authenticate",
    access: "public",
    limits: ["changes"],
    body: { token: guardianToken, challenge_id: providerId, outcome: z.enum(["complete", "fail"]) },
    data: nothing,
  }),
  consent: defineRoute({
    name: "guardian.consent",
    summary: "Consent as an adult whose card was checked; only the sandbox accepts card numbers",
    method: "POST",
    path: "/guardian/consent",
    access: "public",
    limits: ["attempts", "changes"],
    body: {
      token: guardianToken,
      ...guardianStatement,
      consent_text: z.string().max(1_000),
      setup_intent_id: providerId,
      card: cardFields.optional(),
    },
    data: z.object({ request: guardianRequest, requires_action: requiredAction.nullable() }),
    writes: "guardian_consents",
  }),
  decline: defineRoute({
    name: "guardian.decline",
    summary: "Decline, or withdraw a consent with the same link",
    method: "POST",
    path: "/guardian/decline",
    access: "public",
    limits: ["changes"],
    body: { token: guardianToken },
    data: guardianRequest,
    writes: "guardian_consents",
  }),
};
