import { z } from "zod";
import { twoFactorCode } from "./account-security.ts";
import { credentials, EMAIL_MAX_CHARS, PASSWORD_MAX_CHARS, session, userType } from "./accounts.ts";
import { defineRoute, nothing } from "./http.ts";
import { deviceId } from "./ids.ts";
import { labeled, requiredMessage } from "./validation.ts";

export const USERNAME_MIN_CHARS = 3;
export const USERNAME_MAX_CHARS = 30;
export const YOUNGEST_YEARS = 13;
export const EARLIEST_BIRTH_YEAR = 1900;
export const GENDERS = ["Male", "Female", "Other"] as const;
export const VERIFICATION_HOURS = 24;
export const RESET_MINUTES = 30;
export const SIGN_IN_LINK_MINUTES = 15;
export const MAILS_PER_DAY = 5;
/** How long the browser that signed up may correct and verify the address. */
export const SIGN_UP_SESSION_DAYS = 30;
/** After this many days, an account that is neither verified nor paid for is deleted, and its names are available again. */
export const UNVERIFIED_DAYS = 7;

export const USERNAME_HINT = "Please note that your username cannot be changed once it is set.";

export const SIGN_UP_MESSAGES = {
  registered: "Your account has been created. Please check your email.",
  usernameTaken: "This username is not available.",
  emailTaken: "This email address already has an account.",
  tooYoung: `You must be at least ${YOUNGEST_YEARS} years old.`,
  passwordRules: "This password does not meet the set requirements.",
  commonPassword: "This password is too common. Please choose another one.",
  verified: "Your email address is verified.",
  sent: "If there is an account to verify, we have sent a link.",
  resetSent: "If there is an account, we have sent a link to its email address.",
  reset: "Your password was changed. Please sign in.",
  passwordChanged: "Your password was changed.",
  emailAsked: "Please open the link that we have sent to the new address.",
  emailChanged: "Your email address was changed.",
  emailChangeCanceled: "Your email address stays as it is.",
  nothingPending: "There is no email change to confirm. Please enter the new address again.",
  emailCorrected: "We have sent a new link. The old one no longer works.",
  alreadyVerified: "This email address is already verified.",
  sameEmail: "This is the address you signed up with.",
  noSignUp: "Your sign-up has expired. Please start again.",
  wrongCode: "This code is not correct.",
  codeUseless: "This code is no longer valid. Please request a new email.",
  passwordToVerify: "Please enter the password that was chosen at sign-up.",
  passwordToConfirm: "Please enter the password of your account.",
  paidElsewhere: "This sign-up is paid. Please enter its password, or open the link in the browser that signed up.",
  disowned: "Thank you. This address is no longer connected to that sign-up.",
  linkUseless: "This link is no longer valid. Please request a new one.",
  wrongPassword: "This is not your password.",
  othersSignedOut: "All other devices were signed out.",
} as const;

/** The password rules with their messages. The form checks them off while you type. */
export const PASSWORD_RULES = [
  { holds: (text: string) => text.length >= 8, message: "Password must be at least 8 characters long." },
  { holds: (text: string) => /\d/.test(text), message: "Password must contain at least one digit." },
  { holds: (text: string) => /[a-z]/.test(text), message: "Password must contain at least one lowercase letter." },
  { holds: (text: string) => /[A-Z]/.test(text), message: "Password must contain at least one uppercase letter." },
  {
    holds: (text: string) => /[^A-Za-z0-9\s]/.test(text),
    message: "Password must contain at least one special character.",
  },
] as const;

/** A password chosen at sign-up. Reports every rule it breaks. */
export const newPassword = z
  .string()
  .min(1)
  .max(PASSWORD_MAX_CHARS)
  .check((context) => {
    if (context.value === "") return;
    for (const rule of PASSWORD_RULES)
      if (!rule.holds(context.value))
        context.issues.push({ code: "custom", message: rule.message, input: context.value });
  });

/** A password that replaces another one. One message covers all rules. */
const replacementPassword = z
  .string()
  .min(1, { abort: true })
  .max(PASSWORD_MAX_CHARS)
  .refine((text) => PASSWORD_RULES.every((rule) => rule.holds(text)), SIGN_UP_MESSAGES.passwordRules);

/** The fields of the forms that replace a password. */
export const replacementPasswords = {
  password: replacementPassword,
  password_confirmation: z.string().min(1).max(PASSWORD_MAX_CHARS),
};

export const newEmail = z.string(labeled("must be a valid email")).trim().min(1).max(EMAIL_MAX_CHARS).pipe(z.email());

export const newUsername = z
  .string()
  .trim()
  .min(1, { error: "Username is a required field", abort: true })
  .min(USERNAME_MIN_CHARS, `Username must be at least ${USERNAME_MIN_CHARS} characters`)
  .max(USERNAME_MAX_CHARS, `Username must be at most ${USERNAME_MAX_CHARS} characters`)
  .regex(/^[A-Za-z0-9_.]*$/, "Username may contain letters, digits, “_” and “.” only");

/** A real day, as YYYY-MM-DD, between 1900 and today. */
export const dateOfBirth = z
  .string()
  .min(1, requiredMessage("Date of birth"))
  .pipe(z.iso.date({ error: "Date of birth must be a real date", abort: true }))
  .refine(
    (date) => Number(date.slice(0, 4)) >= EARLIEST_BIRTH_YEAR && date <= new Date().toISOString().slice(0, 10),
    "Date of birth must be a real date",
  );

/** Ten digits for the United States; any other number has a plus sign and its country code (E.164). */
export const phone = z
  .string()
  .trim()
  .regex(/^(\d{10}|\+[1-9]\d{6,14})$/, labeled("must be a valid phone number"));

/** @param text a valid `phone` */
export function toE164(text: string): string {
  return text.startsWith("+") ? text : `+1${text}`;
}

/** The fields of the Sign Up form. */
export const signUpFields = {
  username: newUsername,
  email: newEmail,
  date_of_birth: dateOfBirth,
  phone: phone.nullable().default(null),
  password: newPassword,
  gender: z.enum(GENDERS, "Gender is a required field"),
  user_type: userType,
  referral_code: z.string().trim().max(64).nullable().default(null),
};

/** The device that signs in, as in the payload of `login`. */
export const device = {
  device_id: deviceId,
  device_name: z.string().max(500),
  ip_address: z.string().max(64).nullable(),
};

export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, SIGN_UP_MESSAGES.linkUseless);

/** Shown under the confirmation of a new password. */
export const PASSWORDS_DIFFER = "Passwords must match";

export const signUpRoutes = {
  register: defineRoute({
    name: "accounts.register",
    summary: "Create the account of a General User",
    method: "POST",
    path: "/register",
    access: "public",
    limits: ["mails"],
    body: signUpFields,
    data: z.object({ username: z.string(), email: z.string() }),
    writes: "accounts",
  }),
  sendVerification: defineRoute({
    name: "accounts.sendVerification",
    summary: "Send the verification link again; one a minute, five a day",
    method: "POST",
    path: "/send-verification",
    access: "public",
    limits: ["mails"],
    body: { email_or_username: credentials.email_or_username },
    data: nothing,
  }),
  verifyEmail: defineRoute({
    name: "accounts.verifyEmail",
    summary: "Verify an email address with a link, and sign in. 403 `password_required` unless this browser signed up",
    method: "POST",
    path: "/email-verification",
    access: "public",
    limits: ["attempts"],
    body: { token: linkToken, password: credentials.password.optional(), ...device },
    data: session,
    writes: "accounts",
  }),
  forgotPassword: defineRoute({
    name: "accounts.forgotPassword",
    summary: "Request a link to choose a new password; the reply is the same for an unknown account",
    method: "POST",
    path: "/forgot-password",
    access: "public",
    limits: ["mails"],
    body: { email_or_username: credentials.email_or_username },
    data: nothing,
  }),
  resetPassword: defineRoute({
    name: "accounts.resetPassword",
    summary: "Choose a new password with a link; ends all sessions",
    method: "POST",
    path: "/reset-password",
    access: "public",
    limits: ["attempts"],
    body: { token: linkToken, ...replacementPasswords },
    data: nothing,
    writes: "accounts",
  }),
  sendSignInLink: defineRoute({
    name: "accounts.sendSignInLink",
    summary: "Request a sign-in link, after 403 `sign_in_link_required`; the reply is the same for an unknown account",
    method: "POST",
    path: "/send-sign-in-link",
    access: "public",
    limits: ["mails"],
    body: { email_or_username: credentials.email_or_username },
    data: nothing,
  }),
  signInByLink: defineRoute({
    name: "accounts.signInByLink",
    summary: "Sign in with a mailed link, and a code if two-factor sign-in is on",
    method: "POST",
    path: "/sign-in-link",
    access: "public",
    limits: ["attempts"],
    body: { token: linkToken, ...device, code: twoFactorCode.optional() },
    data: session,
    writes: "devices",
  }),
  changePassword: defineRoute({
    name: "accounts.changePassword",
    summary: "Change your password; ends all other sessions",
    method: "POST",
    path: "/change-password",
    access: "member",
    limits: ["attempts"],
    body: { current_password: credentials.password, ...replacementPasswords },
    data: nothing,
    writes: "accounts",
  }),
  changeEmail: defineRoute({
    name: "accounts.changeEmail",
    summary: "Request a change of email address; takes effect once the link is opened",
    method: "POST",
    path: "/change-email",
    access: "member",
    limits: ["attempts"],
    body: { email: newEmail, password: credentials.password },
    data: nothing,
  }),
  resendChangeEmail: defineRoute({
    name: "accounts.resendChangeEmail",
    summary: "Send the link to the new address again; one a minute, five a day",
    method: "POST",
    path: "/resend-change-email",
    access: "member",
    limits: ["mails"],
    data: nothing,
  }),
  confirmChangeEmail: defineRoute({
    name: "accounts.confirmChangeEmail",
    summary: "Confirm the new email address with its link. 403 `password_required` unless signed in",
    method: "POST",
    path: "/change-email-verification",
    access: "public",
    limits: ["attempts"],
    body: { token: linkToken, password: credentials.password.optional() },
    data: nothing,
    writes: "accounts",
  }),
  removeOtherDevices: defineRoute({
    name: "accounts.removeOtherDevices",
    summary: "Sign out all other devices",
    method: "POST",
    path: "/devices/remove-others",
    access: "member",
    data: nothing,
  }),
};
