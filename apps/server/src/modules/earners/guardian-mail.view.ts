import { BRAND } from "@app/contract/brand";
import { GUARDIAN_LINK_DAYS } from "@app/contract/guardian";
import type { MailDraft } from "#platform/mail/mail.ts";

type Asked = { email: string; guardian: string; username: string; plan: string | null; url: string };

export function guardianMail({ email, guardian, username, plan, url }: Asked): MailDraft {
  const what = plan === null ? "an earner's plan" : `the plan “${plan}”`;
  return {
    to: email,
    subject: `${username} asks for your consent on ${BRAND.name}`,
    heading: "Your consent is needed",
    paragraphs: [
      `Hello ${guardian}, ${username} is under 18 and would like to use ${what} on ${BRAND.name}, and gave this address as that of a parent or guardian.`,
      `An earner's plan is paid every month, and money can be earned with it. Open this link to consent or to decline. You can answer for ${GUARDIAN_LINK_DAYS} days.`,
      "Keep this mail: by the same link you can withdraw your consent at any time.",
    ],
    button: { label: "Read and decide", url },
    reason: "You get this because somebody named you as their parent or guardian. If you are not, please decline.",
  };
}
