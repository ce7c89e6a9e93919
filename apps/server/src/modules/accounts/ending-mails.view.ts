import { BRAND } from "@app/contract/brand";
import type { MailDraft } from "#platform/mail/mail.ts";

export function accountKeptMail(account: { email: string; username: string; publicUrl: string }): MailDraft {
  return {
    to: account.email,
    subject: `Your ${BRAND.name} account stays`,
    heading: "Your account stays",
    paragraphs: [
      `Hello ${account.username}, you signed in, so your account will not be deleted. What you published is shown again.`,
      "A plan that was paid for does not renew by itself any more: you can switch that on again in your settings.",
      `If it was not you who signed in, choose a new password at once and write to ${BRAND.supportEmail}.`,
    ],
    button: { label: "Open your settings", url: `${account.publicUrl}/setting` },
    reason: "You get this because your account was going to be deleted.",
  };
}
