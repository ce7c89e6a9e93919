import { z } from "zod";
import { plan } from "./accounts.ts";
import { NAME_MAX_CHARS, requiredText } from "./earner-fields.ts";
import { defineRoute, nothing } from "./http.ts";
import { newEmail } from "./sign-up.ts";

export const GUARDIAN_LINK_DAYS = 14;

export const GUARDIAN_MESSAGES = {
  asked: "We have sent a mail to your guardian.",
  needed: "A parent or guardian has to consent before your plan can be paid.",
  notNeeded: "You do not need a guardian's consent.",
  ownAddress: "Please give the email address of your parent or guardian, not your own.",
  accepted: "Thank you. You have given your consent.",
  declined: "You have not given your consent.",
  withdrawn: "You have withdrawn your consent.",
  linkUseless: "This link is no longer valid.",
} as const;

const guardianToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, GUARDIAN_MESSAGES.linkUseless);

/** What a guardian is asked; as little of the minor as lets them know who it is. */
export const guardianRequest = z.object({
  guardian_name: z.string(),
  first_name: z.string(),
  plan: plan.nullable(),
  state: z.enum(["asked", "accepted", "declined", "withdrawn"]),
});
export type GuardianRequest = z.infer<typeof guardianRequest>;

export const guardianRoutes = {
  state: defineRoute({
    name: "guardian.state",
    summary: "Whether a guardian has to consent, was asked, and has answered",
    method: "GET",
    path: "/guardian",
    access: "public",
    data: z.object({
      is_needed: z.boolean(),
      state: z.enum(["none", "asked", "accepted", "declined", "withdrawn"]),
      guardian_email: z.string().nullable(),
    }),
  }),
  ask: defineRoute({
    name: "guardian.ask",
    summary: "Mail a guardian the link to consent; one a minute, five a day",
    method: "POST",
    path: "/guardian/ask",
    access: "public",
    limits: ["mails", "changes"],
    body: { guardian_email: newEmail, guardian_name: requiredText("Guardian name", NAME_MAX_CHARS) },
    data: nothing,
    writes: "guardian_consents",
  }),
  request: defineRoute({
    name: "guardian.request",
    summary: "What a guardian is asked to consent to",
    method: "GET",
    path: "/guardian/:token",
    access: "public",
    params: { token: guardianToken },
    data: guardianRequest,
  }),
  answer: defineRoute({
    name: "guardian.answer",
    summary: "Consent, decline, or withdraw a consent by the same link",
    method: "POST",
    path: "/guardian/consent",
    access: "public",
    limits: ["changes"],
    body: { token: guardianToken, accept: z.boolean() },
    data: guardianRequest,
    writes: "guardian_consents",
  }),
};
