import { BRAND } from "@app/contract/brand";
import { RESET_MINUTES, SIGN_IN_LINK_MINUTES, VERIFICATION_HOURS } from "@app/contract/sign-up";
import type { EmailContent } from "#platform/mail/mail.ts";

type LinkEmail = { email: string; username: string; url: string };

export function renderVerificationEmail({ email, username, url, code }: LinkEmail & { code: string }): EmailContent {
  return {
    to: email,
    subject: `Verify your email address for ${BRAND.name}`,
    heading: "Verify your email address",
    paragraphs: [
      `Someone signed up for ${BRAND.name} as ${username} with this email address.`,
      "If it was you, enter this code on the page where you signed up, or open the link below.",
      `Both work once and expire after ${VERIFICATION_HOURS} hours.`,
    ],
    code: `${code.slice(0, 4)} ${code.slice(4)}`,
    button: { label: "Verify my email address", url },
    reason:
      "If this was not you, do not share the code with anyone. Open the link and choose “I did not sign up”, or do nothing: an account that is neither verified nor paid for is deleted after 7 days.",
  };
}

export function renderResetEmail({ email, username, url }: LinkEmail): EmailContent {
  return {
    to: email,
    subject: `Choose a new password for ${BRAND.name}`,
    heading: "Choose a new password",
    paragraphs: [
      `Hello ${username}, someone asked to reset the password of your account.`,
      `Open this link to choose one. It works once and expires after ${RESET_MINUTES} minutes.`,
    ],
    button: { label: "Choose a new password", url },
    reason: "If this was not you, you can ignore this email. Your password stays the same.",
  };
}

export function renderSignInLinkEmail({ email, username, url }: LinkEmail): EmailContent {
  return {
    to: email,
    subject: `Your link to sign in to ${BRAND.name}`,
    heading: "Sign in",
    paragraphs: [
      `Hello ${username}, too many wrong passwords were entered for your account. For the next day, the password alone is not enough to sign in on a new device.`,
      `Open this link in the browser that you want to sign in with. It works once and expires after ${SIGN_IN_LINK_MINUTES} minutes.`,
    ],
    button: { label: "Sign In", url },
    reason: "If this was not you, you can ignore this email. Do not share the link with anyone.",
  };
}

export function renderChangeEmailEmail({ email, username, url }: LinkEmail): EmailContent {
  return {
    to: email,
    subject: `Confirm your new email address for ${BRAND.name}`,
    heading: "Is this your new address?",
    paragraphs: [
      `Hello ${username}, you asked to use this address for your account.`,
      `Open this link to confirm it. It works once and expires after ${VERIFICATION_HOURS} hours.`,
    ],
    button: { label: "Use this address", url },
    reason:
      "You are receiving this because someone entered this address. If this was not you, you can ignore this email.",
  };
}

/** Sent to the old address, whose owner may not have made the change. */
export function renderEmailChangedEmail(account: { email: string; username: string }): EmailContent {
  return {
    to: account.email,
    subject: `Your ${BRAND.name} email address was changed`,
    heading: "Your email address was changed",
    paragraphs: [
      `Hello ${account.username}, your account now uses another email address.`,
      `If you did not do this, write to ${BRAND.supportEmail} immediately.`,
    ],
    button: null,
    reason: "You are receiving this because your account used this address until now.",
  };
}

export function renderPasswordChangedEmail(account: { email: string; username: string }): EmailContent {
  return {
    to: account.email,
    subject: `Your ${BRAND.name} password was changed`,
    heading: "Your password was changed",
    paragraphs: [
      `Hello ${account.username}, your account has a new password, and other devices were signed out.`,
      `If you did not do this, choose a new password with “Forgot password” and write to ${BRAND.supportEmail}.`,
    ],
    button: null,
    reason: "You are receiving this because the password of your account was changed.",
  };
}
