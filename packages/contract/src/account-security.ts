import { z } from "zod";
import { credentials } from "./accounts.ts";
import { defineRoute, nothing } from "./http.ts";

/** How long a confirmed password counts, on the device where it was entered. */
export const CONFIRMED_MINUTES = 10;
export const RECOVERY_CODES = 10;
/** Until then, signing in cancels the deletion. */
export const DELETION_DAYS = 30;

export const SECURITY_MESSAGES = {
  confirmed: "Your password is confirmed.",
  codeRequired: "Please enter the code from your authenticator app.",
  wrongCode: "This code is not valid. Please enter a new one.",
  verifiedSignIn: "Your email address is verified. Please sign in with your code.",
  twoFactorOn: "Two-factor sign-in is on. Keep your recovery codes in a safe place.",
  twoFactorOff: "Two-factor sign-in is off.",
  alreadyOn: "Two-factor sign-in is already on.",
  notOn: "Two-factor sign-in is not on.",
  notBegun: "Please start again: scan a new code first.",
  staffNeedIt: "Staff cannot turn off two-factor sign-in.",
  newCodes: "These recovery codes replace the earlier ones.",
  lastAdmin: "You are the only admin. Make somebody else an admin before you delete your account.",
  deleted: `Your account will be deleted in ${DELETION_DAYS} days. Sign in before then to keep it.`,
} as const;

/** Six digits from an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const twoFactorCode = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9\s-]*$/, SECURITY_MESSAGES.wrongCode);

export const twoFactorState = z.object({
  is_enabled: z.boolean(),
  enabled_at: z.iso.datetime().nullable(),
  recovery_codes_left: z.int(),
  /** For staff: no staff feature works before they switch it on, and they cannot switch it off. */
  is_required: z.boolean(),
});
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** Shown once; only their hashes are stored. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const accountSecurityRoutes = {
  confirmPassword: defineRoute({
    name: "accounts.confirmPassword",
    summary: "Confirm your password; valid for ten minutes on this device",
    method: "POST",
    path: "/confirm-password",
    access: "member",
    limits: ["attempts"],
    body: { password: credentials.password },
    data: z.object({ confirmed_until: z.iso.datetime() }),
    writes: "devices",
  }),
  twoFactor: defineRoute({
    name: "twoFactor.one",
    summary: "Read whether two-factor sign-in is on, and how many recovery codes are left",
    method: "GET",
    path: "/two-factor",
    access: "member",
    data: twoFactorState,
  }),
  beginTwoFactor: defineRoute({
    name: "twoFactor.begin",
    summary:
      "Create a secret for an authenticator app; needs a confirmed password, and takes effect once enabled with a code",
    method: "POST",
    path: "/two-factor/begin",
    access: "member",
    limits: ["mails"],
    data: z.object({ secret: z.string(), otpauth_url: z.string() }),
    writes: "two_factor",
  }),
  enableTwoFactor: defineRoute({
    name: "twoFactor.enable",
    summary: "Enable two-factor sign-in with a code from the app; returns the recovery codes, once",
    method: "POST",
    path: "/two-factor/enable",
    access: "member",
    limits: ["attempts"],
    body: { code: twoFactorCode },
    data: recoveryCodes,
    writes: "two_factor",
  }),
  disableTwoFactor: defineRoute({
    name: "twoFactor.disable",
    summary: "Disable two-factor sign-in; needs a confirmed password and a code",
    method: "POST",
    path: "/two-factor/disable",
    access: "member",
    limits: ["attempts"],
    body: { code: twoFactorCode },
    data: nothing,
    writes: "two_factor",
  }),
  renewRecoveryCodes: defineRoute({
    name: "twoFactor.renewRecoveryCodes",
    summary: "Replace the recovery codes; needs a confirmed password and a code",
    method: "POST",
    path: "/two-factor/recovery-codes",
    access: "member",
    limits: ["attempts", "mails"],
    body: { code: twoFactorCode },
    data: recoveryCodes,
    writes: "recovery_codes",
  }),
  deleteUser: defineRoute({
    name: "accounts.deleteUser",
    summary: "Delete your account in 30 days; needs a confirmed password; signing in cancels it",
    method: "POST",
    path: "/delete-user",
    access: "member",
    limits: ["mails"],
    data: z.object({ deletion_due_at: z.iso.datetime() }),
    writes: "accounts",
  }),
};

/** How long a finished export can be downloaded. */
export const EXPORT_DAYS = 7;

export const EXPORT_MESSAGES = {
  requested: "We are putting your data together and will send you an email when it is ready.",
} as const;

export const dataExport = z.object({
  state: z.enum(["none", "preparing", "ready", "failed", "expired"]),
  asked_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  size_bytes: z.int().nullable(),
  /** A signed URL of the ZIP file, valid for some hours. Null unless the password was confirmed on this device. */
  url: z.string().nullable(),
  /** Ready, but the password has to be confirmed on this device before `url` is returned. */
  needs_password: z.boolean(),
});
export type DataExport = z.infer<typeof dataExport>;

export const dataExportRoutes = {
  one: defineRoute({
    name: "exports.one",
    summary: "Read the state of your data export",
    method: "GET",
    path: "/data-export",
    access: "member",
    data: dataExport,
  }),
  request: defineRoute({
    name: "exports.ask",
    summary: "Request all your data as a ZIP file; once a day, needs a confirmed password",
    method: "POST",
    path: "/data-export",
    access: "member",
    limits: ["mails"],
    data: dataExport,
    writes: "data_exports",
  }),
};
