import { z } from "zod";
import { plan, userCard, userType } from "./accounts.ts";
import { BRAND } from "./brand.ts";
import {
  accountFields,
  addressFields,
  bio,
  channelCategory,
  coachFields,
  GROUP_NAME_MAX_CHARS,
  gpa,
  graduationYear,
  groupAccountFields,
  NAME_MAX_CHARS,
  offers,
  organizationContactFields,
  partialDateOfBirth,
  requiredText,
  ssn,
  teamContactFields,
  visits,
} from "./earner-fields.ts";
import { defineRoute, nothing } from "./http.ts";
import { pictureId } from "./ids.ts";
import { registrationStep, registrationView, typedForm } from "./registration.ts";
import { newEmail, phone, signUpFields } from "./sign-up.ts";

export const PROFILE_IMAGE_MAX_BYTES = 5 * 1024 ** 2;
export const REGISTRATION_DAYS = 7;
/** How long the browser that signed up can read a completed registration whose email is verified. */
export const COMPLETED_DAYS = 1;
const IMAGE_TYPES = ["image/jpeg", "image/png"];

export const EARNER_MESSAGES = {
  registered: "Your account was created. Please choose your plan.",
  notAnEarnerForm: "Content Creators sign up with a plan.",
  aborted: "Your sign-up was aborted.",
  wrongEmail: "This sign-up was started with another email address.",
  abortPaying: "A payment is in progress. Please wait a minute.",
  abortAtBank:
    "Your bank still has to confirm the payment. Confirm it, or end your sign-up: anything that is charged is refunded.",
  abortPaid: "Your payment went through. Verify your email to use it, or end your sign-up with a refund.",
  abortVerified: "Your email is verified. Sign in to continue, or delete your account in Settings.",
  ending: "Your plan is being ended, and your payment is being refunded.",
  endedWithRefund: "Your plan has ended. Your refund can take up to 10 days.",
  endedUnpaid: "Your plan has ended. Nothing was charged.",
  nothingToRefund: "There is no payment to refund.",
  refundByStaff: `You can cancel your plan in Settings. For a refund, please write to ${BRAND.supportEmail}.`,
  expired: "Your sign-up has expired. Please start again.",
  stepOneFirst: "Please enter your basic information first.",
  stepKept: "Your details were saved.",
  pay: "Please complete the payment to become an earner.",
  updated: "User has been updated successfully",
  incomplete: "Please complete your profile first.",
  keptForPlan: "Your profile was saved and takes effect when your plan changes.",
  otherPlan: "Your profile belongs to another plan.",
  usernameFixed: "Your username cannot be changed.",
  notAsSignedUp: "This must match what you signed up with.",
  completed: "You are now an earner.",
  verifyFirst: "Please verify your email and sign in first.",
  verifyNext: "You are now an earner. Please check your email.",
  completing: "Your payment went through. We are setting up your account; this can take a few minutes.",
  deactivated: "Your earner account was deactivated.",
  restored: "Your earner account is back.",
  restoredEnding: "Your earner account is back. Its plan ends after the paid month. Resume it to keep it.",
  tooLateToRestore: "This earner account can no longer be restored. Please choose a plan.",
  nothingToRestore: "There is no earner account to restore.",
} as const;

/** The reply to a submitted form. */
export const earnerReply = z.object({
  email: z.string(),
  plan: plan.nullable(),
  profile_url: z.string().nullable(),
  username: z.string(),
  user_type: userType,
  next: registrationStep,
});
export type EarnerReply = z.infer<typeof earnerReply>;

export const individualBasics = {
  ...accountFields,
  plan: z.literal("Individual").optional(),
  step: z.literal(1),
  first_name: requiredText("First name", NAME_MAX_CHARS),
  last_name: requiredText("Last name", NAME_MAX_CHARS),
  ssn,
  date_of_birth: partialDateOfBirth,
  phone: z.string().trim().min(1, { error: "Phone is a required field", abort: true }).pipe(phone),
  ...addressFields,
  bio,
};

export const individualSport = {
  step: z.literal(2),
  graduation_year: graduationYear,
  gpa,
  channel_category: channelCategory,
  offers: offers.default([]),
  visits: visits.default([]),
};

export const teamFields = {
  ...groupAccountFields,
  plan: z.literal("Team").optional(),
  team_name: requiredText("Team name", GROUP_NAME_MAX_CHARS),
  ssn,
  channel_category: channelCategory,
  ...addressFields,
  ...teamContactFields,
  ...coachFields,
  bio,
};

export const organizationFields = {
  ...groupAccountFields,
  plan: z.literal("Organization").optional(),
  organization_name: requiredText("Organization name", GROUP_NAME_MAX_CHARS),
  ssn,
  channel_category: channelCategory,
  ...addressFields,
  ...organizationContactFields,
  bio,
};

export const LOGO_PART = { field: "logo", maxBytes: PROFILE_IMAGE_MAX_BYTES, types: IMAGE_TYPES };
export const profileImage = {
  field: "profile_image",
  maxBytes: PROFILE_IMAGE_MAX_BYTES,
  types: IMAGE_TYPES,
  isOptional: true,
};

/** Public: registrants are identified by a cookie, members by their session. */
export const earnerRoutes = {
  registerEarner: defineRoute({
    name: "earners.register",
    summary: "Start signing up as a Content Creator; sets the cookie that identifies the next steps",
    method: "POST",
    path: "/register-earner",
    access: "public",
    limits: ["mails", "changes"],
    body: signUpFields,
    data: z.object({ username: z.string(), email: z.string() }),
    writes: "accounts",
  }),
  abortRegistration: defineRoute({
    name: "earners.abort",
    summary: "Abort an unpaid sign-up and delete its account. 409 once it is paid or at the bank",
    method: "POST",
    path: "/register-earner/abort",
    access: "public",
    limits: ["changes"],
    data: nothing,
  }),
  endWithRefund: defineRoute({
    name: "earners.endWithRefund",
    summary: "End a registration that is paid or at the bank, with a refund",
    method: "POST",
    path: "/register-earner/refund",
    access: "public",
    limits: ["changes"],
    data: z.object({ refunded_cents: z.int() }),
  }),
  registration: defineRoute({
    name: "earners.registration",
    summary: "Read the registration: the data entered so far without the SSN, its step, and the possible actions",
    method: "GET",
    path: "/earner-registration",
    access: "public",
    data: registrationView,
  }),
  continueRegistration: defineRoute({
    name: "earners.continue",
    summary: "Confirm the email address of the sign-up in this browser",
    method: "POST",
    path: "/earner-registration/continue",
    access: "public",
    limits: ["attempts"],
    body: { email: newEmail },
    data: nothing,
  }),
  leaveRegistration: defineRoute({
    name: "earners.leave",
    summary: "Leave the sign-up in this browser; the account stays",
    method: "POST",
    path: "/earner-registration/leave",
    access: "public",
    limits: ["changes"],
    data: nothing,
  }),
  saveFormDraft: defineRoute({
    name: "earners.saveFormDraft",
    summary: "Save the draft of a form: encrypted, for seven days, never with the SSN",
    method: "POST",
    path: "/earner-registration/draft",
    access: "public",
    limits: ["changes"],
    body: typedForm,
    data: nothing,
    writes: "registrations",
  }),
  individualBasics: defineRoute({
    name: "earners.individualBasics",
    summary: "Individual, step 1 of 2",
    method: "POST",
    path: "/individual/step-1",
    access: "public",
    limits: ["changes"],
    body: individualBasics,
    file: profileImage,
    data: earnerReply,
    writes: "earner_profiles",
  }),
  individualSport: defineRoute({
    name: "earners.individualSport",
    summary: "Individual, step 2 of 2; 402 with the draft's id if the plan is unpaid",
    method: "POST",
    path: "/individual/step-2",
    access: "public",
    limits: ["changes"],
    body: individualSport,
    file: profileImage,
    data: earnerReply,
    writes: "earner_profiles",
  }),
  team: defineRoute({
    name: "earners.team",
    summary: "The Team form; 402 with the draft's id if the plan is unpaid",
    method: "POST",
    path: "/team",
    access: "public",
    limits: ["changes"],
    body: teamFields,
    file: profileImage,
    data: earnerReply,
    writes: "earner_profiles",
  }),
  organization: defineRoute({
    name: "earners.organization",
    summary: "The Organization form; 402 with the draft's id if the plan is unpaid",
    method: "POST",
    path: "/organization",
    access: "public",
    limits: ["changes"],
    body: organizationFields,
    file: profileImage,
    data: earnerReply,
    writes: "earner_profiles",
  }),
  collegeLogo: defineRoute({
    name: "earners.collegeLogo",
    summary: "Upload a college's logo for an offer or a visit",
    method: "POST",
    path: "/college-logo",
    access: "public",
    limits: ["changes"],
    file: LOGO_PART,
    data: z.object({ id: pictureId, url: z.string() }),
  }),
  readCompletion: defineRoute({
    name: "earners.readCompletion",
    summary: "Read whether a sign-up is paid and complete; the payment completes it, not this call",
    method: "POST",
    path: "/complete-earner-registration",
    access: "public",
    limits: ["changes"],
    data: earnerReply,
  }),
  readUpgradeCompletion: defineRoute({
    name: "earners.readUpgradeCompletion",
    summary: "Read whether an upgrade is paid and complete; the payment completes it, not this call",
    method: "POST",
    path: "/complete-upgrade",
    access: "member",
    data: userCard,
  }),
  deactivate: defineRoute({
    name: "earners.deactivate",
    summary: "Deactivate the earner account; needs a password confirmed in the last ten minutes",
    method: "POST",
    path: "/deactivate-earner",
    access: "earner",
    data: userCard,
  }),
  restore: defineRoute({
    name: "earners.restore",
    summary: "Restore a deactivated earner within twelve months; 402 if the plan is no longer paid",
    method: "POST",
    path: "/restore-earner",
    access: "member",
    /** `plan_ends_at`: deactivation stopped the renewal, which the person can resume. */
    data: userCard.extend({ plan_ends_at: z.iso.datetime().nullable() }),
  }),
};
