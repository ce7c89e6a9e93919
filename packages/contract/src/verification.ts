import { z } from "zod";
import { session } from "./accounts.ts";
import { defineRoute, nothing } from "./http.ts";
import { dateOfBirth, device, linkToken, newEmail, replacementPasswords } from "./sign-up.ts";

/** How often the address of a sign-up may be corrected in 24 hours. */
export const CORRECTIONS_PER_DAY = 5;
export const VERIFICATION_CODE_DIGITS = 8;
/** After this many wrong codes, a new email is needed. */
export const CODE_ATTEMPTS_MAX = 5;
/** The state of a sign-up, for the browser that began it. */
export const signUpState = z.object({
  username: z.string(),
  email: z.string(),
  is_verified: z.boolean(),
  /** The owner of the mailbox did not sign up, so the address has to be corrected. */
  is_disowned: z.boolean(),
  /** When the current link was sent; null if there is none. */
  sent_at: z.iso.datetime().nullable(),
});
export type SignUpState = z.infer<typeof signUpState>;

/** A new email address that is not confirmed yet. */
export const pendingEmail = z.object({ email: z.string(), sent_at: z.iso.datetime() });
export type PendingEmail = z.infer<typeof pendingEmail>;

/** Spaces are ignored. */
export const verificationCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{8}$/, `Code must be ${VERIFICATION_CODE_DIGITS} digits`));

/** Ways to verify, correct and claim an address, in addition to the mailed links in `sign-up.ts`. */
export const verificationRoutes = {
  signUp: defineRoute({
    name: "accounts.signUp",
    summary: "Read the sign-up of this browser, if any",
    method: "GET",
    path: "/sign-up",
    access: "public",
    data: signUpState.nullable(),
  }),
  correctEmail: defineRoute({
    name: "accounts.correctEmail",
    summary: "Correct the address of an unverified sign-up, in the browser that began it",
    method: "POST",
    path: "/sign-up/email",
    access: "public",
    limits: ["mails"],
    body: { email: newEmail },
    data: signUpState,
    writes: "accounts",
  }),
  verifyCode: defineRoute({
    name: "accounts.verifyCode",
    summary: "Verify an email address with a code, in the browser that signed up, and sign in",
    method: "POST",
    path: "/email-verification/code",
    access: "public",
    limits: ["attempts"],
    body: { code: verificationCode, ...device },
    data: session,
    writes: "accounts",
  }),
  claimSignUp: defineRoute({
    name: "accounts.claimSignUp",
    summary:
      "Take over a sign-up as the owner of the mailbox, without its password; what was entered before is deleted",
    method: "POST",
    path: "/email-verification/claim",
    access: "public",
    body: { token: linkToken, date_of_birth: dateOfBirth, ...replacementPasswords, ...device },
    data: session,
    writes: "accounts",
  }),
  disownSignUp: defineRoute({
    name: "accounts.disownSignUp",
    summary: "Reject a sign-up as the owner of the mailbox: unpaid, it is deleted; paid, it loses the address",
    method: "POST",
    path: "/email-verification/disown",
    access: "public",
    body: { token: linkToken },
    data: nothing,
    writes: "accounts",
  }),
  pendingEmail: defineRoute({
    name: "accounts.pendingEmail",
    summary: "Read the new email address that is not confirmed yet, if any",
    method: "GET",
    path: "/change-email",
    access: "member",
    data: pendingEmail.nullable(),
  }),
  cancelChangeEmail: defineRoute({
    name: "accounts.cancelChangeEmail",
    summary: "Cancel a change of email address; its link no longer works",
    method: "POST",
    path: "/cancel-change-email",
    access: "member",
    data: nothing,
  }),
};
