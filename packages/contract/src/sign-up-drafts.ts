import { z } from "zod";
import { defineRoute, nothing } from "./http.ts";
import { GENDERS } from "./sign-up.ts";

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

/** Public: whose form it is, only a cookie says. */
export const signUpDraftRoutes = {
  one: defineRoute({
    name: "signUpDrafts.one",
    summary: "What this browser's Sign Up form holds unsent; null where nothing does",
    method: "GET",
    path: "/sign-up-draft",
    access: "public",
    data: signUpDraft.nullable(),
  }),
  keep: defineRoute({
    name: "signUpDrafts.keep",
    summary: "Keep what stands in the Sign Up form, for seven days; nothing of whoever is too young",
    method: "PUT",
    path: "/sign-up-draft",
    access: "public",
    limits: ["changes"],
    body: signUpDraftFields,
    data: nothing,
    writes: "sign_up_drafts",
  }),
  forget: defineRoute({
    name: "signUpDrafts.forget",
    summary: "Forget what stands in the Sign Up form",
    method: "DELETE",
    path: "/sign-up-draft",
    access: "public",
    limits: ["changes"],
    data: nothing,
  }),
};
