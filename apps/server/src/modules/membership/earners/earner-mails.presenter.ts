import { BRAND } from "@app/contract/brand";
import { toDollars } from "@app/contract/formats";
import type { EmailContent } from "#platform/mail/mail.ts";

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
