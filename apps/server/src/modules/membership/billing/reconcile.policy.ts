import type { Plan } from "@app/contract/accounts";
import { GRACE_DAYS } from "@app/contract/billing";
import type { SubscriptionState } from "#platform/payments/payments.ts";
import type { SubscriptionRow } from "./subscriptions.sql.ts";

const DAY_MS = 86_400_000;

export function toGraceEnd(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + GRACE_DAYS * DAY_MS);
}

/** A change of a subscription that its owner gets an email about. */
export type Turn = "payment failed" | "ended as wished" | "ended unpaid" | "canceled" | "resumed";

export type Reconciliation = {
  changes: Pick<
    SubscriptionRow,
    | "provider_id"
    | "status"
    | "plan"
    | "price_cents"
    | "pending_plan"
    | "pending_price_cents"
    | "current_period_start"
    | "current_period_end"
    | "cancel_at_period_end"
    | "past_due_since"
    | "canceled_at"
    | "decline"
  >;
  turns: Turn[];
  /** Null: the account's entitlement does not change. */
  entitlement: { paid: Plan } | "lapsed" | null;
};

/**
 * Computes our row from the provider's state.
 * @returns null: the subscription has ended here, and a late state does not revive it
 */
export function toReconciliation(row: SubscriptionRow, state: SubscriptionState, now: Date): Reconciliation | null {
  if (row.status === "canceled") return null;
  const isOver = state.status === "canceled";
  const plans = toPlans(row, state);
  return {
    changes: {
      provider_id: state.id,
      status: state.status,
      ...plans,
      current_period_start: state.periodStart,
      current_period_end: state.periodEnd,
      cancel_at_period_end: state.cancelAtPeriodEnd,
      past_due_since: state.status === "past_due" ? (row.past_due_since ?? now) : null,
      canceled_at: isOver ? now : null,
      decline: row.status === "incomplete" ? (state.decline ?? row.decline) : null,
    },
    turns: toChanges(row, state),
    entitlement: toEntitlement(row, state, plans.plan),
  };
}

type Plans = Pick<SubscriptionRow, "plan" | "price_cents" | "pending_plan" | "pending_price_cents">;

/** A pending change takes effect with the renewal, and is dropped when the subscription ends. */
function toPlans(row: SubscriptionRow, state: SubscriptionState): Plans {
  const { plan, price_cents, pending_plan, pending_price_cents } = row;
  const isRenewed = row.current_period_start !== null && state.periodStart > row.current_period_start;
  // A change agreed to after the period began starts with the next period: this one was charged before it.
  const hasChanged = isRenewed && row.consented_at < state.periodStart;
  if (!hasChanged && state.status !== "canceled") return { plan, price_cents, pending_plan, pending_price_cents };
  const next = hasChanged ? { plan: pending_plan ?? plan, price_cents: pending_price_cents ?? price_cents } : row;
  return { plan: next.plan, price_cents: next.price_cents, pending_plan: null, pending_price_cents: null };
}

function isPaid(status: string): boolean {
  return status === "active" || status === "past_due";
}

function toEntitlement(row: SubscriptionRow, state: SubscriptionState, plan: Plan): Reconciliation["entitlement"] {
  if (isPaid(state.status)) return isPaid(row.status) && plan === row.plan ? null : { paid: plan };
  return isPaid(row.status) ? "lapsed" : null;
}

function toChanges(row: SubscriptionRow, state: SubscriptionState): Turn[] {
  // Ending a plan with a refund sends an email of its own.
  if (!isPaid(row.status) || row.refund_requested_at !== null) return [];
  const isUnpaid = row.status === "past_due" && !row.cancel_at_period_end;
  if (state.status === "canceled") return [isUnpaid ? "ended unpaid" : "ended as wished"];
  const turns: [Turn, happens: boolean][] = [
    ["payment failed", state.status === "past_due" && row.status !== "past_due"],
    ["canceled", state.cancelAtPeriodEnd && !row.cancel_at_period_end],
    ["resumed", !state.cancelAtPeriodEnd && row.cancel_at_period_end],
  ];
  return turns.filter(([, happens]) => happens).map(([turn]) => turn);
}
