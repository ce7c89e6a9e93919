import { DELETION_DAYS } from "@app/contract/account-safety";
import { BRAND } from "@app/contract/brand";
import type { EmailContent } from "#platform/mail/mail.ts";

type RestoredAccount = { email: string; username: string; planEndsAt: Date | null; publicUrl: string };

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

export function renderDeletionEmail(account: {
  email: string;
  username: string;
  dueAt: Date;
  publicUrl: string;
}): EmailContent {
  return {
    to: account.email,
    subject: `Your ${BRAND.name} account will be deleted`,
    heading: `Your account will be deleted on ${DAY.format(account.dueAt)}`,
    paragraphs: [
      `Hello ${account.username}, you asked us to delete your account. It is hidden now and will be erased in ${DELETION_DAYS} days.`,
      "To keep it, sign in before then. Everything will be back as it was.",
      `If you did not ask for this, sign in, choose a new password and write to ${BRAND.supportEmail}.`,
    ],
    button: { label: "Sign in and keep my account", url: `${account.publicUrl}/login` },
    reason: "You are receiving this because somebody who knew your password asked to delete your account.",
  };
}

export function renderAccountRestoredEmail({ planEndsAt, ...account }: RestoredAccount): EmailContent {
  const plan = planEndsAt
    ? [`Your plan will not renew and ends on ${DAY.format(planEndsAt)}. To keep it, resume it in your settings.`]
    : [];
  return {
    to: account.email,
    subject: `Your ${BRAND.name} account was restored`,
    heading: "Your account was restored",
    paragraphs: [
      `Hello ${account.username}, you signed in, so your account will not be deleted. Everything you published is visible again.`,
      ...plan,
      `If you did not sign in, choose a new password immediately and write to ${BRAND.supportEmail}.`,
    ],
    button: { label: "Open your settings", url: `${account.publicUrl}/setting${planEndsAt ? "?tab=plan" : ""}` },
    reason: "You are receiving this because your account was going to be deleted.",
  };
}
