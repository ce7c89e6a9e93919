import type { Plan } from "@app/contract/accounts";
import { GRACE_DAYS } from "@app/contract/billing";
import type { SubscriptionState } from "#platform/payments/payments.ts";
import type { SubscriptionRow } from "./subscriptions.sql.ts";

const DAY_MS = 86_400_000;

export function toGraceEnd(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + GRACE_DAYS * DAY_MS);
}

/** What has happened to a subscription, as far as its owner should hear of it. */
export type Turn = "payment failed" | "ended as wished" | "ended unpaid" | "canceled" | "resumed";

export type Takeover = {
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
  /** Null: the account's standing is as it was. */
  standing: { paid: Plan } | "lapsed" | null;
};

/**
 * What our row becomes when the provider has `state`.
 * @returns null: it is over here, and stays so whatever comes late
 */
export function toTakeover(row: SubscriptionRow, state: SubscriptionState, now: Date): Takeover | null {
  if (row.status === "canceled") return null;
  const isRenewed = row.current_period_start !== null && state.periodStart > row.current_period_start;
  const isOver = state.status === "canceled";
  // What was agreed to after the period had begun is for the next one: this one was asked for before.
  const hasChanged = isRenewed && row.pending_plan !== null && row.consented_at < state.periodStart;
  const plan = hasChanged && row.pending_plan ? row.pending_plan : row.plan;
  const price = hasChanged && row.pending_price_cents ? row.pending_price_cents : row.price_cents;
  const stillPends = !hasChanged && !isOver;
  return {
    changes: {
      provider_id: state.id,
      status: state.status,
      plan,
      price_cents: price,
      pending_plan: stillPends ? row.pending_plan : null,
      pending_price_cents: stillPends ? row.pending_price_cents : null,
      current_period_start: state.periodStart,
      current_period_end: state.periodEnd,
      cancel_at_period_end: state.cancelAtPeriodEnd,
      past_due_since: state.status === "past_due" ? (row.past_due_since ?? now) : null,
      canceled_at: isOver ? now : null,
      decline: row.status === "incomplete" ? (state.decline ?? row.decline) : null,
    },
    turns: toTurns(row, state),
    standing: toStanding(row, state, plan),
  };
}

function isPaid(status: string): boolean {
  return status === "active" || status === "past_due";
}

function toStanding(row: SubscriptionRow, state: SubscriptionState, plan: Plan): Takeover["standing"] {
  if (isPaid(state.status)) return isPaid(row.status) && plan === row.plan ? null : { paid: plan };
  return isPaid(row.status) ? "lapsed" : null;
}

function toTurns(row: SubscriptionRow, state: SubscriptionState): Turn[] {
  // Whoever ends a plan with a refund has been told by a mail of its own.
  if (!isPaid(row.status) || row.refund_requested_at !== null) return [];
  if (state.status === "canceled") return [row.status === "past_due" ? "ended unpaid" : "ended as wished"];
  const turns: Turn[] = [];
  if (state.status === "past_due" && row.status !== "past_due") turns.push("payment failed");
  if (state.cancelAtPeriodEnd && !row.cancel_at_period_end) turns.push("canceled");
  if (!state.cancelAtPeriodEnd && row.cancel_at_period_end) turns.push("resumed");
  return turns;
}
