import type { Plan } from "@app/contract/accounts";
import { GRACE_DAYS } from "@app/contract/billing";
import { BRAND } from "@app/contract/brand";
import { toDollars } from "@app/contract/money";
import type { MailDraft } from "#platform/mail/mail.ts";
import { type Turn, toGraceEnd } from "./takeover.policy.ts";

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

type Payer = { email: string; username: string; publicUrl: string };

type Bill = Payer & {
  plan: Plan;
  rowId: string;
  number: string;
  totalCents: number;
  card: { brand: string; last4: string } | null;
  periodStart: Date;
  periodEnd: Date;
};

export function receiptMail(bill: Bill): MailDraft {
  const card = bill.card ? ` with the card that ends in ${bill.card.last4}` : "";
  return {
    to: bill.email,
    subject: `Your ${BRAND.name} receipt ${bill.number}`,
    heading: "Thank you for your payment",
    paragraphs: [
      `Hello ${bill.username}, you paid ${toDollars(bill.totalCents)}${card} for the ${bill.plan} plan.`,
      `It is paid from ${DAY.format(bill.periodStart)} to ${DAY.format(bill.periodEnd)}, and renews then unless you cancel it before.`,
    ],
    button: { label: "Look at the receipt", url: `${bill.publicUrl}/receipt/${bill.rowId}` },
    reason: "You are receiving this because a plan of your account was paid.",
  };
}

/** @param paid the payment that is refunded */
export function refundMail(paid: Payer & Pick<Bill, "plan" | "rowId" | "number" | "totalCents" | "card">): MailDraft {
  const card = paid.card ? `the card ending in ${paid.card.last4}` : "your card";
  return {
    to: paid.email,
    subject: `Your ${BRAND.name} payment ${paid.number} is refunded`,
    heading: "We are refunding your payment",
    paragraphs: [
      `Hello ${paid.username}, ${toDollars(paid.totalCents)} was charged for the ${paid.plan} plan after it had ended.`,
      `We are refunding it to ${card}. It can take up to 10 days to show. Nothing more is charged.`,
    ],
    button: { label: "Look at the receipt", url: `${paid.publicUrl}/receipt/${paid.rowId}` },
    reason: "You are receiving this because a payment of your account is refunded.",
  };
}

type TurnOf = Payer & {
  plan: Plan;
  price_cents: number;
  current_period_end: Date | null;
  past_due_since: Date | null;
};

export function toTurnMail(turn: Turn, of: TurnOf): MailDraft {
  const words = WORDS[turn](of);
  return {
    to: of.email,
    ...words,
    button: { label: "Plan and payment", url: `${of.publicUrl}/setting?tab=plan` },
    reason: "You are receiving this because your account has a plan. Mails about payments cannot be switched off.",
  };
}

type Words = Pick<MailDraft, "subject" | "heading" | "paragraphs">;

const WORDS: Record<Turn, (of: TurnOf) => Words> = {
  "payment failed": ({ username, plan, price_cents, past_due_since }) => ({
    subject: `Your ${BRAND.name} payment did not go through`,
    heading: "Your payment did not go through",
    paragraphs: [
      `Hello ${username}, your bank refused ${toDollars(price_cents)} for the ${plan} plan.`,
      `Everything stays open for ${GRACE_DAYS} days${past_due_since ? `, until ${DAY.format(toGraceEnd(past_due_since))}` : ""}. Please add another card before then.`,
    ],
  }),
  "ended unpaid": ({ username, plan }) => ({
    subject: `Your ${BRAND.name} plan has ended`,
    heading: "Your plan has ended",
    paragraphs: [
      `Hello ${username}, the ${plan} plan could not be paid, so it has ended.`,
      "What you published stays visible, and what you earned stays yours. To upload again, renew the plan.",
    ],
  }),
  "ended as wished": ({ username, plan }) => ({
    subject: `Your ${BRAND.name} plan has ended`,
    heading: "Your plan has ended",
    paragraphs: [
      `Hello ${username}, the paid period of the ${plan} plan is over, and nothing more is charged.`,
      "What you published stays visible, and what you earned stays yours. To upload again, renew the plan.",
    ],
  }),
  canceled: ({ username, plan, current_period_end }) => ({
    subject: `Your ${BRAND.name} plan was cancelled`,
    heading: "Your plan was cancelled",
    paragraphs: [
      `Hello ${username}, the ${plan} plan is not renewed.`,
      `You keep everything${current_period_end ? ` until ${DAY.format(current_period_end)}` : ""}, and can take this back until then.`,
    ],
  }),
  resumed: ({ username, plan, price_cents, current_period_end }) => ({
    subject: `Your ${BRAND.name} plan goes on`,
    heading: "Your plan goes on",
    paragraphs: [
      `Hello ${username}, the ${plan} plan is renewed as before, for ${toDollars(price_cents)} a month.`,
      ...(current_period_end ? [`The next payment is on ${DAY.format(current_period_end)}.`] : []),
    ],
  }),
};
