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
  const to = card ? `the card that ends in ${card.last4}` : "your card";
  const money =
    refundedCents > 0
      ? `${toDollars(refundedCents)} go back to ${to}. Banks take up to 10 days to show it, and nothing more is charged.`
      : "Nothing was charged. Should your bank still confirm the payment, it goes back by itself.";
  return {
    to: email,
    subject: isErased ? `Your ${BRAND.name} sign-up was ended` : `Your ${BRAND.name} plan was ended`,
    heading: isErased ? "Your sign-up was ended" : "Your plan was ended",
    paragraphs: [
      isErased
        ? `Hello ${username}, your sign-up was ended, and the account and all that you entered are deleted.`
        : `Hello ${username}, your plan was ended. Your account stays.`,
      money,
      `If you did not ask for this, please write to ${BRAND.supportEmail}.`,
    ],
    button: { label: `Open ${BRAND.name}`, url: publicUrl },
    reason: "You get this because a plan of your account was ended with a refund.",
  };
}
