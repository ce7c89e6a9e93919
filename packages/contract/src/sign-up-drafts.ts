import { z } from "zod";
import { defineRoute, nothing } from "./http.ts";
import { GENDERS, newEmail } from "./sign-up.ts";

export const SIGN_UP_DRAFT_DAYS = 7;
/** Longer than the form allows, so that a value that is too long is saved until it is corrected. */
export const DRAFT_EMAIL_MAX_CHARS = 300;
export const DRAFT_NAME_MAX_CHARS = 60;

/** An unsubmitted Sign Up form, without the password. Its values are only validated on submission. */
export const signUpDraftFields = {
  email: z.string().max(DRAFT_EMAIL_MAX_CHARS),
  username: z.string().max(DRAFT_NAME_MAX_CHARS),
  /** Year, month and day, each empty until it is chosen: `2000-2-`. */
  date_of_birth: z.string().regex(/^((\d{4})?-(\d{1,2})?-(\d{1,2})?)?$/),
  phone: z.string().regex(/^\+?\d{0,15}$/),
  gender: z.enum(GENDERS).nullable(),
};
export const signUpDraft = z.object(signUpDraftFields);
export type SignUpDraft = z.infer<typeof signUpDraft>;

/** Wrong email addresses, after which the draft is deleted: it was somebody else's. */
export const SIGN_UP_DRAFT_ATTEMPTS = 5;

export const SIGN_UP_DRAFT_MESSAGES = {
  continued: "Welcome back. Please choose your password again.",
  wrongEmail: "This is not the email address that was entered.",
  gone: "There is nothing to continue. Please start again.",
} as const;

/** Public: a cookie identifies the draft. */
export const signUpDraftRoutes = {
  one: defineRoute({
    name: "signUpDrafts.one",
    summary: "Read when this browser saved a Sign Up form, without its content",
    method: "GET",
    path: "/sign-up-draft",
    access: "public",
    data: z.object({ saved_at: z.iso.datetime() }).nullable(),
  }),
  continue: defineRoute({
    name: "signUpDrafts.continue",
    summary: "Read the saved Sign Up form of this browser, given the email address in it",
    method: "POST",
    path: "/sign-up-draft/continue",
    access: "public",
    limits: ["attempts"],
    body: { email: newEmail },
    data: signUpDraft,
  }),
  save: defineRoute({
    name: "signUpDrafts.keep",
    summary:
      "Save the Sign Up form for seven days, once it has an email address and a date of birth that is not a child's",
    method: "PUT",
    path: "/sign-up-draft",
    access: "public",
    limits: ["changes"],
    body: signUpDraftFields,
    data: z.object({ is_saved: z.boolean() }),
    writes: "sign_up_drafts",
  }),
  delete: defineRoute({
    name: "signUpDrafts.forget",
    summary: "Delete the saved Sign Up form",
    method: "DELETE",
    path: "/sign-up-draft",
    access: "public",
    limits: ["changes"],
    data: nothing,
  }),
};
