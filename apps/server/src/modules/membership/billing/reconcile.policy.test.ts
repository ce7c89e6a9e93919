import { describe, expect, test } from "vitest";
import type { SubscriptionState } from "#platform/payments/payments.ts";
import { toGraceEnd, toReconciliation } from "./reconcile.policy.ts";
import type { SubscriptionRow } from "./subscriptions.sql.ts";

const ROW: SubscriptionRow = {
  id: "0190a1b2-0000-7000-8000-000000000000",
  account_id: "0190a1b2-0000-7000-8000-000000000001",
  provider: "stripe",
  provider_id: "sub_1",
  idempotency_key: "0190a1b2-0000-4000-8000-000000000000",
  plan: "Individual",
  price_cents: 999,
  payment_method_id: null,
  status: "active",
  current_period_start: new Date("2026-01-10"),
  current_period_end: new Date("2026-02-10"),
  cancel_at_period_end: false,
  pending_plan: "Team",
  pending_price_cents: 2999,
  past_due_since: null,
  canceled_at: null,
  decline: null,
  consented_at: new Date("2026-01-20"),
  attempted_at: new Date("2026-01-10"),
  abandoned_at: null,
  refund_requested_at: null,
  version: 1,
};

const RENEWED: SubscriptionState = {
  id: "sub_1",
  customerId: "cus_1",
  reference: ROW.id,
  status: "active",
  periodStart: new Date("2026-02-10"),
  periodEnd: new Date("2026-03-10"),
  cancelAtPeriodEnd: false,
  action: null,
  decline: null,
  paidInvoice: null,
};

const NOW = new Date("2026-02-10T03:00:00Z");

test("a change that was agreed to before a period began begins with it", () => {
  const taken = toReconciliation(ROW, RENEWED, NOW);
  expect(taken?.changes).toMatchObject({ plan: "Team", price_cents: 2999, pending_plan: null });
  expect(taken?.entitlement).toEqual({ paid: "Team" });
});

test("a change that was agreed to after a period began waits for the next one", () => {
  for (const consented_at of [RENEWED.periodStart, new Date("2026-02-10T02:00:00Z")]) {
    const taken = toReconciliation({ ...ROW, consented_at }, RENEWED, NOW);
    expect(taken?.changes).toMatchObject({
      plan: "Individual",
      price_cents: 999,
      pending_plan: "Team",
      pending_price_cents: 2999,
    });
    expect(taken?.entitlement).toBeNull();
  }
});

/** Active since 10 January, with nothing pending; the provider says the same. */
const PAID: SubscriptionRow = { ...ROW, pending_plan: null, pending_price_cents: null };
const SAME: SubscriptionState = { ...RENEWED, periodStart: new Date("2026-01-10"), periodEnd: new Date("2026-02-10") };
const PAST_DUE = { ...PAID, status: "past_due", past_due_since: new Date("2026-02-09") } as const;
const UNPAID = { ...PAID, status: "incomplete" } as const;

describe("a change begins with the next period only", () => {
  test.each([
    ["the period is the same", { ...ROW, consented_at: new Date("2026-01-05") }, SAME],
    ["there was no period before", { ...ROW, current_period_start: null }, RENEWED],
    ["nothing was agreed to", PAID, RENEWED],
  ])("not where %s", (_, row, state) => {
    expect(toReconciliation(row, state, NOW)?.changes).toMatchObject({
      plan: "Individual",
      price_cents: 999,
      pending_plan: row.pending_plan,
      pending_price_cents: row.pending_price_cents,
    });
  });

  test("and once it has begun, nothing is pending", () => {
    expect(toReconciliation(ROW, RENEWED, NOW)?.changes).toMatchObject({
      pending_plan: null,
      pending_price_cents: null,
    });
  });
});

test("a pending change ends with the subscription", () => {
  expect(toReconciliation(ROW, { ...SAME, status: "canceled" }, NOW)?.changes).toMatchObject({
    plan: "Individual",
    pending_plan: null,
    pending_price_cents: null,
  });
});

test("a subscription that we have ended stays ended, whatever arrives late", () => {
  expect(toReconciliation({ ...ROW, status: "canceled" }, RENEWED, NOW)).toBeNull();
});

describe("the row takes over what the provider has", () => {
  test("its id, its status, its period and whether it ends", () => {
    const state = { ...RENEWED, id: "sub_2", cancelAtPeriodEnd: true };
    expect(toReconciliation(PAID, state, NOW)?.changes).toMatchObject({
      provider_id: "sub_2",
      status: "active",
      current_period_start: RENEWED.periodStart,
      current_period_end: RENEWED.periodEnd,
      cancel_at_period_end: true,
      canceled_at: null,
      past_due_since: null,
    });
  });

  test.each([
    ["since now, where it was paid", PAID, "past_due", NOW],
    ["since it first was", PAST_DUE, "past_due", PAST_DUE.past_due_since],
    ["and no longer once it is paid", PAST_DUE, "active", null],
  ] as const)("past due %s", (_, row, status, since) => {
    expect(toReconciliation(row, { ...SAME, status }, NOW)?.changes.past_due_since).toEqual(since);
  });

  test("the moment at which it is over", () => {
    expect(toReconciliation(PAID, { ...SAME, status: "canceled" }, NOW)?.changes.canceled_at).toEqual(NOW);
  });

  test.each([
    ["the newest reason", UNPAID, "No funds.", "No funds."],
    ["the one before, where there is no newer", { ...UNPAID, decline: "Expired." }, null, "Expired."],
    ["none of a subscription that was paid", { ...PAID, decline: "Expired." }, "No funds.", null],
  ])("why a first payment was refused: %s", (_, row, decline, expected) => {
    expect(toReconciliation(row, { ...SAME, status: "incomplete", decline }, NOW)?.changes.decline).toBe(expected);
  });
});

describe("the effects on the account, and what its owner is notified of", () => {
  const ENDING = { ...PAID, cancel_at_period_end: true };
  const REFUNDED = { ...PAID, refund_requested_at: NOW };
  test.each([
    ["nothing new", PAID, {}, null, []],
    ["a first payment", UNPAID, {}, { paid: "Individual" }, []],
    ["a first payment that was not made", UNPAID, { status: "incomplete" }, null, []],
    ["a first payment that was given up", UNPAID, { status: "canceled" }, null, []],
    ["a first payment of a plan that will end", UNPAID, { cancelAtPeriodEnd: true }, { paid: "Individual" }, []],
    ["a payment that failed", PAID, { status: "past_due" }, null, ["payment failed"]],
    ["a payment that still fails", PAST_DUE, { status: "past_due" }, null, []],
    ["a payment that succeeds after all", PAST_DUE, {}, null, []],
    [
      "a plan that its owner ended",
      ENDING,
      { status: "canceled", cancelAtPeriodEnd: true },
      "lapsed",
      ["ended as wished"],
    ],
    ["a plan that nobody paid any more", PAST_DUE, { status: "canceled" }, "lapsed", ["ended unpaid"]],
    ["a plan ended with a refund", REFUNDED, { status: "canceled" }, "lapsed", []],
    ["a plan that will end", PAID, { cancelAtPeriodEnd: true }, null, ["canceled"]],
    ["a plan that will still end", ENDING, { cancelAtPeriodEnd: true }, null, []],
    ["a plan that goes on after all", ENDING, {}, null, ["resumed"]],
    ["both at once", PAID, { status: "past_due", cancelAtPeriodEnd: true }, null, ["payment failed", "canceled"]],
  ] as const)("%s", (_, row, state, entitlement, turns) => {
    const taken = toReconciliation(row, { ...SAME, ...state }, NOW);
    expect([taken?.entitlement, taken?.turns]).toEqual([entitlement, turns]);
  });
});

test("a failed payment has a grace period of seven days", () => {
  expect(toGraceEnd(new Date("2026-02-10T03:00:00Z"))).toEqual(new Date("2026-02-17T03:00:00Z"));
});
