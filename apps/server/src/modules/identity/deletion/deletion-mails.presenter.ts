import { DELETION_DAYS } from "@app/contract/account-safety";
import { BRAND } from "@app/contract/brand";
import type { EmailContent } from "#platform/mail/mail.ts";

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
      `Hello ${account.username}, you asked us to delete your account. It is hidden from now on, and erased in ${DELETION_DAYS} days.`,
      "To keep it, sign in before then: everything is shown again as it was.",
      `If you did not ask for this, sign in, choose a new password and write to ${BRAND.supportEmail}.`,
    ],
    button: { label: "Sign in and keep my account", url: `${account.publicUrl}/login` },
    reason: "You are receiving this because somebody who knew your password asked to delete your account.",
  };
}
