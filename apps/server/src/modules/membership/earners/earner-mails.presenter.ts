import { BRAND } from "@app/contract/brand";
import { toDollars } from "@app/contract/formats";
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

type Ended = {
  email: string;
  username: string;
  refundedCents: number;
  card: { last4: string } | null;
  /** The account is erased with the plan. */
  isErased: boolean;
  publicUrl: string;
};

export function renderEndedEmail({ email, username, refundedCents, card, isErased, publicUrl }: Ended): EmailContent {
  const to = card ? `the card ending in ${card.last4}` : "your card";
  const money =
    refundedCents > 0
      ? `We are refunding ${toDollars(refundedCents)} to ${to}. It can take up to 10 days to appear. You will not be charged again.`
      : "Nothing was charged. If your bank still confirms the payment, we will refund it.";
  return {
    to: email,
    subject: isErased ? `Your ${BRAND.name} sign-up has ended` : `Your ${BRAND.name} plan has ended`,
    heading: isErased ? "Your sign-up has ended" : "Your plan has ended",
    paragraphs: [
      isErased
        ? `Hello ${username}, your sign-up has ended. The account and everything you entered are deleted.`
        : `Hello ${username}, your plan has ended. Your account stays.`,
      money,
      `If you did not ask for this, please write to ${BRAND.supportEmail}.`,
    ],
    button: { label: `Open ${BRAND.name}`, url: publicUrl },
    reason: isErased
      ? "You are receiving this because someone signed up with this address."
      : "You are receiving this because your account's plan ended with a refund.",
  };
}
