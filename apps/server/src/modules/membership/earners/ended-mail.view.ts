import { BRAND } from "@app/contract/brand";
import { toDollars } from "@app/contract/money";
import type { MailDraft } from "#platform/mail/mail.ts";

type Ended = {
  email: string;
  username: string;
  refundedCents: number;
  card: { last4: string } | null;
  /** The account goes with the plan. */
  isErased: boolean;
  publicUrl: string;
};

export function endedMail({ email, username, refundedCents, card, isErased, publicUrl }: Ended): MailDraft {
  const to = card ? `the card ending in ${card.last4}` : "your card";
  const money =
    refundedCents > 0
      ? `We are refunding ${toDollars(refundedCents)} to ${to}. It can take up to 10 days to show. Nothing more is charged.`
      : "Nothing was charged. If your bank still confirms the payment, we refund it.";
  return {
    to: email,
    subject: isErased ? `Your ${BRAND.name} sign-up was ended` : `Your ${BRAND.name} plan was ended`,
    heading: isErased ? "Your sign-up was ended" : "Your plan was ended",
    paragraphs: [
      isErased
        ? `Hello ${username}, your sign-up was ended. The account and everything you entered are deleted.`
        : `Hello ${username}, your plan was ended. Your account stays.`,
      money,
      `If you did not ask for this, please write to ${BRAND.supportEmail}.`,
    ],
    button: { label: `Open ${BRAND.name}`, url: publicUrl },
    reason: "You are receiving this because a plan of your account was ended with a refund.",
  };
}
