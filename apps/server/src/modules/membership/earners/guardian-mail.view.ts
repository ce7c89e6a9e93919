import { BRAND } from "@app/contract/brand";
import { GUARDIAN_LINK_DAYS, type GuardianPrice, toCostSentence } from "@app/contract/guardian";
import type { MailDraft } from "#platform/mail/mail.ts";

type Request = { email: string; guardian: string; username: string; prices: readonly GuardianPrice[]; url: string };

export function guardianMail({ email, guardian, username, prices, url }: Request): MailDraft {
  return {
    to: email,
    subject: `${username} asks for your consent on ${BRAND.name}`,
    heading: "Your consent is needed",
    paragraphs: [
      `Hello ${guardian}, ${username} is under 18, would like to have an earner account on ${BRAND.name}, and gave this address as that of a parent or guardian.`,
      `With an earner account money can be earned, and a plan is paid every month until it is canceled. ${toCostSentence(prices)}`,
      "To consent, you state your name and how you are related, and show with a credit or debit card that you are an adult. Nothing is charged to it, and we do not save it.",
      `You can answer for ${GUARDIAN_LINK_DAYS} days; until then you can also change a no to a yes. Keep this mail: with the same link you can withdraw your consent at any time.`,
    ],
    button: { label: "Read and decide", url },
    reason:
      "You are receiving this because somebody named you as their parent or guardian. If you are not, please decline.",
  };
}
