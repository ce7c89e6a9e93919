import { BRAND } from "@app/contract/brand";
import type { EmailContent } from "#platform/mail/mail.ts";

type Addressee = { email: string; username: string };

const NOT_YOU = `If you did not do this, choose a new password immediately and write to ${BRAND.supportEmail}.`;

export function renderTwoFactorOnEmail({ email, username }: Addressee): EmailContent {
  return {
    to: email,
    subject: `Two-factor sign-in is on for ${BRAND.name}`,
    heading: "Two-factor sign-in is on",
    paragraphs: [`Hello ${username}, from now on you need a code from your authenticator app to sign in.`, NOT_YOU],
    button: null,
    reason: "You are receiving this because the security of your account was changed.",
  };
}

export function renderTwoFactorOffEmail({ email, username }: Addressee): EmailContent {
  return {
    to: email,
    subject: `Two-factor sign-in is off for ${BRAND.name}`,
    heading: "Two-factor sign-in is off",
    paragraphs: [`Hello ${username}, from now on you only need your password to sign in.`, NOT_YOU],
    button: null,
    reason: "You are receiving this because the security of your account was changed.",
  };
}

export function renderNewRecoveryCodesEmail({ email, username }: Addressee): EmailContent {
  return {
    to: email,
    subject: `New recovery codes for ${BRAND.name}`,
    heading: "Your recovery codes were replaced",
    paragraphs: [`Hello ${username}, your account has new recovery codes. The earlier ones no longer work.`, NOT_YOU],
    button: null,
    reason: "You are receiving this because the security of your account was changed.",
  };
}

export function renderRecoveryCodeUsedEmail({ email, username }: Addressee, left: number): EmailContent {
  const rest = left === 0 ? "None are left" : left === 1 ? "One is left" : `${left} are left`;
  return {
    to: email,
    subject: `A recovery code was used for ${BRAND.name}`,
    heading: "A recovery code was used",
    paragraphs: [
      `Hello ${username}, one of your recovery codes was used instead of a code from your app. ${rest}. You can get new ones in Settings.`,
      NOT_YOU,
    ],
    button: null,
    reason: "You are receiving this because the security of your account was changed.",
  };
}
