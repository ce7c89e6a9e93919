import { z } from "zod";
import { plan } from "./accounts.ts";
import { CATEGORIES_MAX, OFFERS_MAX, VISITS_MAX } from "./earner-fields.ts";
import { categoryId, pictureId } from "./ids.ts";

/** The forms of a profile; Individual has two. */
export const EARNER_FORMS = ["individual-1", "individual-2", "team", "organization"] as const;
export const earnerForm = z.enum(EARNER_FORMS);
export type EarnerForm = z.infer<typeof earnerForm>;

/** Every text field of the forms, except the SSN, which drafts never contain. */
export const TYPED_TEXTS = [
  ...["first_name", "last_name", "organization_name", "team_name", "date_of_birth", "phone", "bio"],
  ...["street", "city", "state", "zipcode", "graduation_year", "gpa"],
  ...["contact", "coach"].flatMap((role) =>
    ["first_name", "last_name", "email", "phone", "street", "city", "state", "zipcode"].map(
      (field) => `${role}_person_${field}`,
    ),
  ),
];

const typedCollege = z.strictObject({
  college_name: z.string().max(200),
  college_logo: pictureId.nullable(),
  college_category: categoryId,
  college_offer_date: z.string().max(10).nullable(),
});

/** The draft of a form, which is not validated until it is submitted. */
export const typedForm = {
  plan: plan.nullable(),
  form: earnerForm.nullable(),
  texts: z
    .record(z.string().max(40), z.string().max(300))
    .refine((texts) => Object.keys(texts).every((name) => TYPED_TEXTS.includes(name)), "This field is not known.")
    .default({}),
  channel_category: z.array(categoryId).max(CATEGORIES_MAX).default([]),
  offers: z.array(typedCollege).max(OFFERS_MAX).default([]),
  visits: z.array(typedCollege).max(VISITS_MAX).default([]),
};
/** A saved offer or visit. */
export const collegeView = z.object({
  college_name: z.string(),
  college_logo: pictureId.nullable(),
  college_logo_url: z.string().nullable(),
  college_category: z.int(),
  /** YYYY-MM or YYYY-MM-DD. */
  college_offer_date: z.string().nullable(),
});
export type CollegeView = z.infer<typeof collegeView>;

/** The draft of a form, with the URLs of its logos. */
export const typedFormView = z.object({
  ...z.object(typedForm).shape,
  offers: z.array(collegeView),
  visits: z.array(collegeView),
});
export type TypedFormView = z.output<typeof typedFormView>;

export const addressView = z.object({ street: z.string(), city: z.string(), state: z.string(), zipcode: z.string() });

/** A contact person or a coach. */
export const contactView = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  ...addressView.shape,
});
export type ContactView = z.infer<typeof contactView>;

const entered = { ssn_last4: z.string(), bio: z.string(), profile_url: z.string().nullable(), ...addressView.shape };

export const individualDraft = z.object({
  ...entered,
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  phone: z.string(),
  /** Null until step 2 is submitted. */
  sport: z
    .object({
      graduation_year: z.string(),
      gpa: z.string(),
      channel_category: z.array(z.int()),
      offers: z.array(collegeView),
      visits: z.array(collegeView),
    })
    .nullable(),
});

/** What step 2 of Individual begins with for a person who was an athlete before. */
export const savedSport = z.object({
  graduation_year: z.string().nullable(),
  gpa: z.string().nullable(),
  offers: z.array(collegeView),
  visits: z.array(collegeView),
});
export type SavedSport = z.infer<typeof savedSport>;

export const teamDraft = z.object({
  ...entered,
  team_name: z.string(),
  channel_category: z.array(z.int()),
  contact_person: contactView,
  coach_person: contactView,
});

export const organizationDraft = z.object({
  ...entered,
  organization_name: z.string(),
  channel_category: z.array(z.int()),
  contact_person: contactView,
});

/** The steps of an earner's registration, in order; `registration.policy.ts` of the server says what each one means. */
export const REGISTRATION_STEPS = [
  ...(["plan", "profile", "individual-2", "billing", "paying", "at-bank", "paid", "ending"] as const),
  ...(["deactivated", "done"] as const),
] as const;
export const registrationStep = z.enum(REGISTRATION_STEPS);
export type RegistrationStep = z.infer<typeof registrationStep>;

/** What the caller may do at this step. */
export const registrationRights = z.object({
  /** Submit the forms of a plan, or change an earner's profile. */
  enter_profile: z.boolean(),
  pay: z.boolean(),
  /** Delete the account; nothing is paid or at the bank. */
  abort: z.boolean(),
  /** End the plan with a refund, and delete the account if its email is not verified. */
  end_with_refund: z.boolean(),
  correct_email: z.boolean(),
  /** Restore a deactivated earner whose plan is still paid. */
  restore: z.boolean(),
});
export type RegistrationRights = z.infer<typeof registrationRights>;

/** The state of a sign-up, an upgrade or an earner. */
export const registrationView = z.object({
  username: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  gender: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  /** Of the channel now, which a submitted form replaces. */
  bio: z.string(),
  plan: plan.nullable(),
  next: registrationStep,
  can: registrationRights,
  /** Paid, and the server is about to complete it; false at `paid` means that the profile is missing. */
  is_completing: z.boolean(),
  /** The caller is signed in. */
  is_upgrade: z.boolean(),
  /** The email is verified: an unpaid registrant can use the product as a General User. */
  is_verified: z.boolean(),
  /** Started by a sign-up as a Content Creator; false for the upgrade of a General User. */
  is_sign_up: z.boolean(),
  /** Guardian consent is required before the plan can be paid. */
  needs_guardian: z.boolean(),
  draft_id: z.uuid().nullable(),
  individual: individualDraft.nullable(),
  team: teamDraft.nullable(),
  organization: organizationDraft.nullable(),
  /** Missing or null: there is no profile yet. */
  saved_sport: savedSport.nullable().optional(),
  typed: typedFormView.nullable(),
});
export type RegistrationView = z.infer<typeof registrationView>;
