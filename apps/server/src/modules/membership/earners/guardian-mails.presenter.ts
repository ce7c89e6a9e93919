import { BRAND } from "@app/contract/brand";
import { GUARDIAN_LINK_DAYS, type GuardianPrice, toCostSentence } from "@app/contract/guardian";
import type { EmailContent } from "#platform/mail/mail.ts";

type Request = { email: string; guardian: string; username: string; prices: readonly GuardianPrice[]; url: string };

export function renderGuardianEmail({ email, guardian, username, prices, url }: Request): EmailContent {
  return {
    to: email,
    subject: `${username} asks for your consent on ${BRAND.name}`,
    heading: "Your consent is needed",
    paragraphs: [
      `Hello ${guardian}, ${username} is under 18, would like to have an earner account on ${BRAND.name}, and gave this address as that of a parent or guardian.`,
      `An earner account can earn money, and its plan is paid every month until it is canceled. ${toCostSentence(prices)}`,
      "To consent, you enter your name and your relationship, and confirm with a credit or debit card that you are an adult. We neither charge nor save the card.",
      `You have ${GUARDIAN_LINK_DAYS} days to answer, and can change a no to a yes until then. Keep this email: the same link lets you withdraw your consent at any time.`,
    ],
    button: { label: "Read and decide", url },
    reason:
      "You are receiving this because someone named you as their parent or guardian. If you are not, please decline.",
  };
}
