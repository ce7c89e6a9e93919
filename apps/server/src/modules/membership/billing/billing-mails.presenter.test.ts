import { expect, test } from "vitest";
import { renderPlanChangeEmail, renderReceiptEmail, toBillingChange } from "./billing-mails.presenter.ts";

/** Paid on the last evening of 2026 in New York, when it is already the next day in UTC. */
const PAID_AT = new Date("2027-01-01T01:30:00Z");
const ENDS_AT = new Date("2027-02-01T01:30:00Z");
const payer = {
  email: "maya@people.test",
  username: "maya",
  publicUrl: "https://fieldhouse.test",
  platformTimeZone: "America/New_York",
};
const plan = {
  ...payer,
  plan: "Individual" as const,
  price_cents: 999,
  pending_plan: null,
  pending_price_cents: null,
  current_period_end: ENDS_AT,
  past_due_since: PAID_AT,
  needsGuardian: false,
  deactivated_at: null,
  deletion_due_at: null,
};

test("a receipt shows dates in the platform's time zone", () => {
  const mail = renderReceiptEmail({
    ...payer,
    plan: "Individual",
    rowId: "1",
    number: "FH-1",
    totalCents: 999,
    card: null,
    periodStart: PAID_AT,
    periodEnd: ENDS_AT,
  });
  expect(mail.paragraphs[1]).toMatch(/^This covers December 31, 2026 to January 31, 2027\./);
});

test.each([
  ["canceled", "You keep full access until January 31, 2027 at 8:30 PM (New York time), and can resume"],
  ["payment failed", "You keep full access for 7 days, until January 7, 2027 at 8:30 PM (New York time). Please"],
  ["resumed", "The next payment is on January 31, 2027."],
] as const)("the email about a plan with %s names its day, and a deadline's time and zone", (turn, read) => {
  expect(renderPlanChangeEmail(turn, plan).paragraphs[1]).toContain(read);
});

test("the email about a resumed plan names the plan and the price of the next payment", () => {
  const [renews] = renderPlanChangeEmail("resumed", plan).paragraphs;
  expect(renews).toBe("Hello maya, the Individual plan renews as before, for $9.99 a month.");
  const changing = { ...plan, pending_plan: "Team" as const, pending_price_cents: 2999 };
  const [becomes] = renderPlanChangeEmail("resumed", changing).paragraphs;
  expect(becomes).toBe(
    "Hello maya, the Individual plan continues, and becomes Team for $29.99 a month with the next payment.",
  );
});

test.each([
  ["deactivated_at", "If you restore your earner account in Settings,"],
  ["deletion_due_at", "If you sign in to keep your account,"],
] as const)(
  "the email about a plan of somebody who left (%s) promises no access, and says how to come back",
  (left, way) => {
    const [, back] = renderPlanChangeEmail("canceled", { ...plan, [left]: PAID_AT }).paragraphs;
    expect(back).toBe(
      `You are not charged again. ${way} you can resume the plan until January 31, 2027 at 8:30 PM (New York time).`,
    );
  },
);

test("the email about an ended plan calls nothing visible that is hidden", () => {
  const ended = (left: object) => renderPlanChangeEmail("ended as wished", { ...plan, ...left }).paragraphs.slice(1);
  expect(ended({})[0]).toMatch(/^Everything you published stays visible, and everything you earned stays yours\./);
  expect(ended({ deactivated_at: PAID_AT })).toEqual([
    "Everything you earned stays yours. To upload again, restore your earner account in Settings.",
  ]);
  expect(ended({ deactivated_at: PAID_AT, deletion_due_at: PAID_AT })).toEqual([]);
});

test("the bell shows the same end date of a plan as the email", () => {
  expect(toBillingChange("canceled", plan).detail).toBe("January 31, 2027 at 8:30 PM (New York time)");
});
