import { BRAND } from "@app/contract/brand";
import type { EmailContent } from "#platform/mail/mail.ts";

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

type Kept = { email: string; username: string; planEndsAt: Date | null; publicUrl: string };

export function renderAccountRestoredEmail({ planEndsAt, ...account }: Kept): EmailContent {
  const plan = planEndsAt
    ? [`Your plan is not renewed and ends on ${DAY.format(planEndsAt)}. To keep it, resume it in your settings.`]
    : [];
  return {
    to: account.email,
    subject: `Your ${BRAND.name} account stays`,
    heading: "Your account stays",
    paragraphs: [
      `Hello ${account.username}, you signed in, so your account will not be deleted. What you published is shown again.`,
      ...plan,
      `If it was not you who signed in, choose a new password at once and write to ${BRAND.supportEmail}.`,
    ],
    button: { label: "Open your settings", url: `${account.publicUrl}/setting${planEndsAt ? "?tab=plan" : ""}` },
    reason: "You are receiving this because your account was going to be deleted.",
  };
}
