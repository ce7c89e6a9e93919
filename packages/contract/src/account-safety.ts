import { z } from "zod";
import { credentials } from "./accounts.ts";
import { defineRoute, nothing } from "./http.ts";

/** How long a confirmed password is good for, on the device where it was typed. */
export const CONFIRMED_MINUTES = 10;
export const RECOVERY_CODES = 10;
/** Until then a deletion can be undone by signing in. */
export const DELETION_DAYS = 30;

export const SAFETY_MESSAGES = {
  confirmed: "Your password is confirmed.",
  codeRequired: "Please enter the code of your authenticator app.",
  wrongCode: "This code is not valid. Please enter a new one.",
  verifiedSignIn: "Your email address is verified. Please sign in with your code.",
  twoFactorOn: "Two-factor sign-in is on. Keep your recovery codes in a safe place.",
  twoFactorOff: "Two-factor sign-in is off.",
  alreadyOn: "Two-factor sign-in is on already.",
  notOn: "Two-factor sign-in is not on.",
  notBegun: "Please begin again: scan a new code first.",
  staffNeedIt: "Staff cannot switch two-factor sign-in off.",
  newCodes: "These recovery codes replace the earlier ones.",
  deleted: `Your account will be deleted in ${DELETION_DAYS} days. Sign in before then to keep it.`,
} as const;

/** Six digits of an app, or a recovery code; spaces and hyphens do not matter. */
export const twoFactorCode = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9\s-]*$/, SAFETY_MESSAGES.wrongCode);

export const twoFactorState = z.object({
  is_enabled: z.boolean(),
  enabled_at: z.iso.datetime().nullable(),
  recovery_codes_left: z.int(),
  /** For staff: they can use nothing of staff's before it is on, and cannot switch it off. */
  is_required: z.boolean(),
});
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** Shown once, and never readable again. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const safetyRoutes = {
  confirmPassword: defineRoute({
    name: "accounts.confirmPassword",
    summary: "Confirm one's password; good for ten minutes on this device",
    method: "POST",
    path: "/confirm-password",
    access: "member",
    limits: ["tries"],
    body: { password: credentials.password },
    data: z.object({ confirmed_until: z.iso.datetime() }),
    writes: "devices",
  }),
  twoFactor: defineRoute({
    name: "twoFactor.one",
    summary: "Whether two-factor sign-in is on, and how many recovery codes are left",
    method: "GET",
    path: "/two-factor",
    access: "member",
    data: twoFactorState,
  }),
  beginTwoFactor: defineRoute({
    name: "twoFactor.begin",
    summary: "Get a secret for an authenticator app; needs a confirmed password, and counts once a code was typed",
    method: "POST",
    path: "/two-factor/begin",
    access: "member",
    limits: ["mails"],
    data: z.object({ secret: z.string(), otpauth_url: z.string() }),
    writes: "two_factor",
  }),
  enableTwoFactor: defineRoute({
    name: "twoFactor.enable",
    summary: "Switch two-factor sign-in on with a code of the app; answers the recovery codes, once",
    method: "POST",
    path: "/two-factor/enable",
    access: "member",
    limits: ["tries"],
    body: { code: twoFactorCode },
    data: recoveryCodes,
    writes: "two_factor",
  }),
  disableTwoFactor: defineRoute({
    name: "twoFactor.disable",
    summary: "Switch two-factor sign-in off; needs a confirmed password and a code",
    method: "POST",
    path: "/two-factor/disable",
    access: "member",
    limits: ["tries"],
    body: { code: twoFactorCode },
    data: nothing,
    writes: "two_factor",
  }),
  renewRecoveryCodes: defineRoute({
    name: "twoFactor.renewRecoveryCodes",
    summary: "Get new recovery codes, which end the earlier ones; needs a confirmed password and a code",
    method: "POST",
    path: "/two-factor/recovery-codes",
    access: "member",
    limits: ["tries", "mails"],
    body: { code: twoFactorCode },
    data: recoveryCodes,
    writes: "recovery_codes",
  }),
  deleteUser: defineRoute({
    name: "accounts.deleteUser",
    summary: "Delete one's account in 30 days; needs a confirmed password; signing in again undoes it",
    method: "POST",
    path: "/delete-user",
    access: "member",
    limits: ["mails"],
    data: z.object({ deletion_due_at: z.iso.datetime() }),
    writes: "accounts",
  }),
};
