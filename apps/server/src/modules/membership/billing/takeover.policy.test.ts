import { expect, test } from "vitest";
import type { SubscriptionState } from "#platform/payments/payments.ts";
import type { SubscriptionRow } from "./subscriptions.sql.ts";
import { toTakeover } from "./takeover.policy.ts";

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
  const taken = toTakeover(ROW, RENEWED, NOW);
  expect(taken?.changes).toMatchObject({ plan: "Team", price_cents: 2999, pending_plan: null });
  expect(taken?.standing).toEqual({ paid: "Team" });
});

test("one that was agreed to after it began waits for the next", () => {
  for (const consented_at of [RENEWED.periodStart, new Date("2026-02-10T02:00:00Z")]) {
    const taken = toTakeover({ ...ROW, consented_at }, RENEWED, NOW);
    expect(taken?.changes).toMatchObject({
      plan: "Individual",
      price_cents: 999,
      pending_plan: "Team",
      pending_price_cents: 2999,
    });
    expect(taken?.standing).toBeNull();
  }
});
