import { z } from "zod";
import { session } from "./accounts.ts";
import { defineRoute, nothing } from "./http.ts";
import { dateOfBirth, device, linkToken, newEmail, replacementPasswords } from "./sign-up.ts";

/** How often a browser may correct the address it signed up with, in 24 hours. */
export const CORRECTIONS_PER_DAY = 5;
export const VERIFICATION_CODE_DIGITS = 8;
/** After so many wrong codes only a new mail helps. */
export const CODE_ATTEMPTS_MAX = 5;
/** Where a sign-up stands, for the browser that began it. */
export const signUpState = z.object({
  username: z.string(),
  email: z.string(),
  is_verified: z.boolean(),
  /** The owner of the mailbox said that they did not sign up: the address has to be corrected. */
  is_disowned: z.boolean(),
  /** When the link that still works was sent; null where there is none. */
  sent_at: z.iso.datetime().nullable(),
});
export type SignUpState = z.infer<typeof signUpState>;

/** An address that somebody asked to change to and has not confirmed. */
export const pendingEmail = z.object({ email: z.string(), sent_at: z.iso.datetime() });
export type PendingEmail = z.infer<typeof pendingEmail>;

/** As it is typed: spaces between the groups do not count. */
export const verificationCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{8}$/, `Code must be ${VERIFICATION_CODE_DIGITS} digits`));

/** How an address is proved to belong to somebody, beside the mailed links of `sign-up.ts`. */
export const verificationRoutes = {
  signUp: defineRoute({
    name: "accounts.signUp",
    summary: "The sign-up that this browser began; null for none",
    method: "GET",
    path: "/sign-up",
    access: "public",
    data: signUpState.nullable(),
  }),
  correctEmail: defineRoute({
    name: "accounts.correctEmail",
    summary: "Correct the address of a sign-up that is not verified, in the browser that began it",
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
    summary: "Type the code of the verification mail in the browser that signed up; signs the person in",
    method: "POST",
    path: "/email-verification/code",
    access: "public",
    limits: ["tries"],
    body: { code: verificationCode, ...device },
    data: session,
    writes: "accounts",
  }),
  claimSignUp: defineRoute({
    name: "accounts.claimSignUp",
    summary:
      "The owner of the mailbox takes over a sign-up whose password they do not know: what was entered before is deleted",
    method: "POST",
    path: "/email-verification/claim",
    access: "public",
    body: { token: linkToken, date_of_birth: dateOfBirth, ...replacementPasswords, ...device },
    data: session,
    writes: "accounts",
  }),
  disownSignUp: defineRoute({
    name: "accounts.disownSignUp",
    summary: "The owner of the mailbox did not sign up: an unpaid sign-up is deleted, a paid one loses the address",
    method: "POST",
    path: "/email-verification/disown",
    access: "public",
    body: { token: linkToken },
    data: nothing,
    writes: "accounts",
  }),
  pendingEmail: defineRoute({
    name: "accounts.pendingEmail",
    summary: "The address that one asked to change to and has not confirmed; null for none",
    method: "GET",
    path: "/change-email",
    access: "member",
    data: pendingEmail.nullable(),
  }),
  cancelChangeEmail: defineRoute({
    name: "accounts.cancelChangeEmail",
    summary: "Keep the address one has; the link that was sent to the new one no longer works",
    method: "POST",
    path: "/cancel-change-email",
    access: "member",
    data: nothing,
  }),
};
