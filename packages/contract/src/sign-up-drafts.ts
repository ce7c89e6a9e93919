import { z } from "zod";
import { defineRoute, nothing } from "./http.ts";
import { GENDERS, newEmail } from "./sign-up.ts";

export const SIGN_UP_DRAFT_DAYS = 7;
/** More than the form takes: what is too long is kept as well, for whoever is about to mend it. */
export const DRAFT_EMAIL_MAX_CHARS = 300;
export const DRAFT_NAME_MAX_CHARS = 60;

/** What stands in a Sign Up form that was not sent: taken as it is, checked when it is sent. The password is never in it. */
export const signUpDraftFields = {
  email: z.string().max(DRAFT_EMAIL_MAX_CHARS),
  username: z.string().max(DRAFT_NAME_MAX_CHARS),
  /** Year, month and day, each of them empty until it is chosen: `2000-2-`. */
  date_of_birth: z.string().regex(/^((\d{4})?-(\d{1,2})?-(\d{1,2})?)?$/),
  phone: z.string().regex(/^\+?\d{0,15}$/),
  gender: z.enum(GENDERS).nullable(),
};
export const signUpDraft = z.object(signUpDraftFields);
export type SignUpDraft = z.infer<typeof signUpDraft>;

/** Whoever cannot name the address that was typed did not type it. */
export const SIGN_UP_DRAFT_ATTEMPTS = 5;

export const SIGN_UP_DRAFT_MESSAGES = {
  continued: "Welcome back. Please choose your password again.",
  wrongEmail: "This is not the email address that was entered.",
  gone: "There is nothing to continue. Please sign up anew.",
} as const;

/** Public: whose form it is, only a cookie says. */
export const signUpDraftRoutes = {
  one: defineRoute({
    name: "signUpDrafts.one",
    summary: "Whether this browser's Sign Up form was left unsent, and when; nothing of what it holds",
    method: "GET",
    path: "/sign-up-draft",
    access: "public",
    data: z.object({ saved_at: z.iso.datetime() }).nullable(),
  }),
  continue: defineRoute({
    name: "signUpDrafts.continue",
    summary: "What this browser's Sign Up form holds unsent, for whoever names the email address in it",
    method: "POST",
    path: "/sign-up-draft/continue",
    access: "public",
    limits: ["tries"],
    body: { email: newEmail },
    data: signUpDraft,
  }),
  keep: defineRoute({
    name: "signUpDrafts.keep",
    summary: "Save what stands in the Sign Up form for seven days, once it holds an address and the birth of no child",
    method: "PUT",
    path: "/sign-up-draft",
    access: "public",
    limits: ["changes"],
    body: signUpDraftFields,
    data: z.object({ is_saved: z.boolean() }),
    writes: "sign_up_drafts",
  }),
  forget: defineRoute({
    name: "signUpDrafts.forget",
    summary: "Delete what stands in the Sign Up form",
    method: "DELETE",
    path: "/sign-up-draft",
    access: "public",
    limits: ["changes"],
    data: nothing,
  }),
};
