import type { Plan } from "@app/contract/accounts";
import { GRACE_DAYS } from "@app/contract/billing";
import { BRAND } from "@app/contract/brand";
import type { EventInputs } from "@app/contract/events";
import { toDollars } from "@app/contract/formats";
import { dayInWords, momentInWords } from "#platform/days.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { type Turn, toGraceEnd } from "./reconcile.policy.ts";

type Payer = { email: string; username: string; publicUrl: string; platformTimeZone: string };

type Bill = Payer & {
  plan: Plan;
  rowId: string;
  number: string;
  totalCents: number;
  card: { brand: string; last4: string } | null;
  periodStart: Date;
  periodEnd: Date;
};

export function renderReceiptEmail(bill: Bill): EmailContent {
  const [from, to] = [bill.periodStart, bill.periodEnd].map((at) => dayInWords(at, bill.platformTimeZone));
  const card = bill.card ? ` with the card that ends in ${bill.card.last4}` : "";
  return {
    to: bill.email,
    subject: `Your ${BRAND.name} receipt ${bill.number}`,
    heading: "Thank you for your payment",
    paragraphs: [
      `Hello ${bill.username}, you paid ${toDollars(bill.totalCents)}${card} for the ${bill.plan} plan.`,
      `This covers ${from} to ${to}. The plan then renews, unless you cancel it first.`,
    ],
    button: { label: "View receipt", url: `${bill.publicUrl}/receipt/${bill.rowId}` },
    reason: "You are receiving this because a payment was made for your account's plan.",
  };
}

/**
 * @param paid the payment to refund; `isUnbegun`: for an order that never became a plan, because another one replaced
 * it or it was aborted
 */
export function renderRefundEmail(
  paid: Omit<Payer, "platformTimeZone"> &
    Pick<Bill, "plan" | "rowId" | "number" | "totalCents" | "card"> & { isUnbegun: boolean },
): EmailContent {
  const card = paid.card ? `the card ending in ${paid.card.last4}` : "your card";
  const amount = toDollars(paid.totalCents);
  const reason = paid.isUnbegun
    ? `your bank confirmed ${amount} for an order of the ${paid.plan} plan that you had given up or replaced.`
    : `${amount} was charged for the ${paid.plan} plan after it had ended.`;
  return {
    to: paid.email,
    subject: `We are refunding your ${BRAND.name} payment ${paid.number}`,
    heading: "We are refunding your payment",
    paragraphs: [
      `Hello ${paid.username}, ${reason}`,
      `We are refunding it to ${card}. It can take up to 10 days to appear.`,
    ],
    button: { label: "View receipt", url: `${paid.publicUrl}/receipt/${paid.rowId}` },
    reason: "You are receiving this because we are refunding a payment of your account.",
  };
}

type TurnOf = Payer & {
  plan: Plan;
  price_cents: number;
  /** What it becomes with the next payment. */
  pending_plan: Plan | null;
  pending_price_cents: number | null;
  current_period_end: Date | null;
  past_due_since: Date | null;
  needsGuardian: boolean;
  /** The earner account is deactivated. */
  deactivated_at: Date | null;
  /** The whole account is about to be erased. */
  deletion_due_at: Date | null;
};

export function renderPlanChangeEmail(turn: Turn, of: TurnOf): EmailContent {
  const words = WORDS[turn](of);
  return {
    to: of.email,
    ...words,
    button: { label: "Plan and payment", url: `${of.publicUrl}/setting?tab=plan` },
    reason: "You are receiving this because your account has a plan. Emails about payments cannot be turned off.",
  };
}

/** The same change in the bell. */
export function toBillingChange(
  turn: Turn,
  {
    price_cents,
    current_period_end,
    platformTimeZone,
  }: Pick<TurnOf, "price_cents" | "current_period_end" | "platformTimeZone">,
): Pick<EventInputs["billing.changed"], "change" | "detail"> {
  if (turn === "payment failed") return { change: "payment_failed", detail: toDollars(price_cents) };
  if (turn === "canceled")
    return {
      change: "plan_canceled",
      detail: current_period_end && momentInWords(current_period_end, platformTimeZone),
    };
  return { change: turn === "resumed" ? "plan_resumed" : "plan_ended", detail: null };
}

type Words = Pick<EmailContent, "subject" | "heading" | "paragraphs">;

const WORDS: Record<Turn, (of: TurnOf) => Words> = {
  "payment failed": ({ username, plan, price_cents, past_due_since, platformTimeZone }) => ({
    subject: `Your ${BRAND.name} payment did not go through`,
    heading: "Your payment did not go through",
    paragraphs: [
      `Hello ${username}, we could not charge ${toDollars(price_cents)} for the ${plan} plan.`,
      `You keep full access for ${GRACE_DAYS} days${past_due_since ? `, until ${momentInWords(toGraceEnd(past_due_since), platformTimeZone)}` : ""}. Please pay in Settings before then: add another card, or confirm the payment if your bank asks you to.`,
    ],
  }),
  "ended unpaid": ({ username, plan, ...of }) => ({
    subject: `Your ${BRAND.name} plan has ended`,
    heading: "Your plan has ended",
    paragraphs: [
      `Hello ${username}, we could not charge you for the ${plan} plan, so it has ended.`,
      ...renderAfterEnd(of),
    ],
  }),
  "ended as wished": ({ username, plan, ...of }) => ({
    subject: `Your ${BRAND.name} plan has ended`,
    heading: "Your plan has ended",
    paragraphs: [
      `Hello ${username}, the paid period of the ${plan} plan is over, and you will not be charged again.`,
      ...renderAfterEnd(of),
    ],
  }),
  canceled: ({ username, plan, current_period_end, platformTimeZone, ...of }) => ({
    subject: `Your ${BRAND.name} plan was canceled`,
    heading: "Your plan was canceled",
    paragraphs: [
      `Hello ${username}, the ${plan} plan will not renew.`,
      renderAfterCancel(of, current_period_end && momentInWords(current_period_end, platformTimeZone)),
    ],
  }),
  resumed: ({ username, current_period_end, platformTimeZone, ...plans }) => ({
    subject: `Your ${BRAND.name} plan continues`,
    heading: "Your plan continues",
    paragraphs: [
      `Hello ${username}, the ${plans.plan} plan ${toRenewal(plans)}.`,
      ...(current_period_end ? [`The next payment is on ${dayInWords(current_period_end, platformTimeZone)}.`] : []),
    ],
  }),
};

type Leaving = Pick<TurnOf, "deactivated_at" | "deletion_due_at">;

/** What an ended plan leaves, which is nothing to read about in an account that is about to be erased. */
function renderAfterEnd({ deactivated_at, deletion_due_at }: Leaving): string[] {
  if (deletion_due_at !== null) return [];
  if (deactivated_at !== null)
    return ["Everything you earned stays yours. To upload again, restore your earner account in Settings."];
  return [
    "Everything you published stays visible, and everything you earned stays yours. To upload again, renew the plan.",
  ];
}

/** @param end when a canceled plan ends */
function renderAfterCancel(
  { deactivated_at, deletion_due_at, needsGuardian }: Leaving & Pick<TurnOf, "needsGuardian">,
  end: string | null,
): string {
  const condition = needsGuardian ? " if a parent or guardian consents" : "";
  if (deletion_due_at === null && deactivated_at === null)
    return `You keep full access${end ? ` until ${end}` : ""}, and can resume the plan until then${condition}.`;
  const restore = deletion_due_at === null ? "restore your earner account in Settings" : "sign in to keep your account";
  return `You are not charged again. If you ${restore}, you can resume the plan${end ? ` until ${end}` : ""}${condition}.`;
}

function toRenewal(of: Pick<TurnOf, "price_cents" | "pending_plan" | "pending_price_cents">): string {
  if (of.pending_plan === null) return `renews as before, for ${toDollars(of.price_cents)} a month`;
  const price = toDollars(of.pending_price_cents ?? of.price_cents);
  return `continues, and becomes ${of.pending_plan} for ${price} a month with the next payment`;
}
