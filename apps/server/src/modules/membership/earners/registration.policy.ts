import type { Plan } from "@app/contract/accounts";
import { EARNER_MESSAGES } from "@app/contract/earners";
import type { RegistrationRights, RegistrationStep } from "@app/contract/registration";

/** The live order of a plan, as far as the registration depends on it. */
export type OrderState = {
  /** `ending`: a refund was requested, and the provider has not ended the plan yet. */
  status: "paying" | "at-bank" | "paid" | "ending";
  plan: Plan;
  placedAt: Date;
};

/** The stored facts about a registration. Only this file derives the step from them. */
export type RegistrationFacts = {
  /** An earner's plan; null for others, including deactivated earners. */
  earnerPlan: Plan | null;
  deactivatedAt: Date | null;
  /** The plan of an earner's profile, deactivated or not. */
  profilePlan: Plan | null;
  /** What waits for the payment: the chosen plan, and the plans whose forms are all submitted. */
  pending: { plan: Plan | null; hasBasics: boolean; completePlans: readonly Plan[] };
  order: OrderState | null;
  isVerified: boolean;
  isSignedIn: boolean;
};

/** What can happen to a registration. */
export type RegistrationEvent =
  | "choose-plan"
  | "send-basics"
  | "send-profile"
  | "order"
  | "ask-bank"
  | "decline"
  | "pay"
  | "complete"
  | "restore"
  | "deactivate"
  | "correct-email"
  | "abort"
  | "end-with-refund";

/**
 * The state machine: each step, its events, and the step that follows; `gone` means that the registration is deleted. The
 * server completes a confirmed payment (`pay`) in the same transaction, so `paid` is only visible where that failed.
 */
export const TRANSITIONS: Record<RegistrationStep, Partial<Record<RegistrationEvent, RegistrationStep | "gone">>> = {
  /** No plan was chosen. */
  plan: { "choose-plan": "profile", "send-profile": "billing", "correct-email": "plan", abort: "gone" },
  /** A plan was chosen, and its form is not submitted. */
  profile: {
    "choose-plan": "profile",
    "send-basics": "individual-2",
    "send-profile": "billing",
    "correct-email": "profile",
    abort: "gone",
  },
  "individual-2": {
    "choose-plan": "profile",
    "send-basics": "individual-2",
    "send-profile": "billing",
    "correct-email": "individual-2",
    abort: "gone",
  },
  /** The profile is complete, and nothing is paid. */
  billing: {
    "choose-plan": "profile",
    "send-basics": "billing",
    "send-profile": "billing",
    "correct-email": "billing",
    order: "paying",
    abort: "gone",
  },
  /** The order was sent to the provider, which has not replied. */
  paying: {
    "choose-plan": "paying",
    "send-basics": "paying",
    "send-profile": "paying",
    "ask-bank": "at-bank",
    decline: "billing",
    pay: "paid",
    "correct-email": "paying",
  },
  /** The bank asks the person to confirm the payment. */
  "at-bank": {
    "choose-plan": "at-bank",
    "send-basics": "at-bank",
    "send-profile": "at-bank",
    order: "paying",
    decline: "billing",
    pay: "paid",
    "correct-email": "at-bank",
    "end-with-refund": "ending",
  },
  /** Paid, but the account is not an earner yet: the profile is missing, or completing it failed and is retried. */
  paid: {
    "choose-plan": "paid",
    "send-basics": "paid",
    "send-profile": "paid",
    complete: "done",
    "correct-email": "paid",
    "end-with-refund": "ending",
  },
  /** A refund was requested; a job ends the plan at the provider. */
  ending: {},
  /** A deactivated earner who has entered nothing new. */
  deactivated: { "choose-plan": "profile", "send-profile": "billing", order: "paying", restore: "done" },
  /** An earner. Until the email is verified, only the browser that signed up can act. */
  done: {
    "choose-plan": "done",
    "send-basics": "done",
    "send-profile": "done",
    "correct-email": "done",
    deactivate: "deactivated",
    "end-with-refund": "ending",
  },
};

export function toRegistrationStep(facts: RegistrationFacts): RegistrationStep {
  const { earnerPlan, order, pending, profilePlan } = facts;
  if (order?.status === "ending") return "ending";
  if (earnerPlan !== null) return "done";
  // Only a payment made after the deactivation restores an earner.
  if (order && !(order.status === "paid" && isPaidBeforeDeactivation(facts))) return order.status;
  if (pending.plan !== null) return toFormStep(pending, pending.plan);
  return facts.deactivatedAt !== null && profilePlan !== null ? "deactivated" : "plan";
}

function toFormStep({ completePlans, hasBasics }: RegistrationFacts["pending"], plan: Plan): RegistrationStep {
  if (completePlans.includes(plan)) return "billing";
  return plan === "Individual" && hasBasics ? "individual-2" : "profile";
}

function isPaidBeforeDeactivation({ order, deactivatedAt }: RegistrationFacts): boolean {
  return order !== null && deactivatedAt !== null && order.placedAt <= deactivatedAt;
}

/** The registration's plan: the ordered or paid one, else the chosen one, else the profile's. */
export function toRegistrationPlan(facts: RegistrationFacts): Plan | null {
  const { earnerPlan, order, pending, profilePlan } = facts;
  if (earnerPlan !== null) return earnerPlan;
  const ordered = order && !isPaidBeforeDeactivation(facts) ? order.plan : null;
  return ordered ?? pending.plan ?? (facts.deactivatedAt === null ? null : profilePlan);
}

/** The plan with a complete profile that may be paid for. Billing decides about an earner's own plan. */
export function toPayablePlan(facts: RegistrationFacts): Plan | null {
  const step = toRegistrationStep(facts);
  const { pending, profilePlan } = facts;
  if (step === "deactivated") return profilePlan;
  if (pending.plan !== null && pending.completePlans.includes(pending.plan)) return pending.plan;
  return step === "at-bank" || step === "paying" ? toRegistrationPlan(facts) : null;
}

/**
 * Decides which profile completes the paid plan.
 * @returns `pending`: the pending profile; `held`: a deactivated earner's own; null: nothing to complete
 */
export function toCompletion(facts: RegistrationFacts): { plan: Plan; profile: "pending" | "held" } | null {
  const { order, pending, earnerPlan, profilePlan } = facts;
  if (order?.status !== "paid") return null;
  const { plan } = order;
  const isPending = pending.completePlans.includes(plan);
  // A renewal changes an earner's plan at once; the profile of the new plan may be entered later.
  if (earnerPlan !== null)
    return isPending && earnerPlan === plan && profilePlan !== plan ? { plan, profile: "pending" } : null;
  if (isPending) return { plan, profile: "pending" };
  const isPaidAgain = facts.deactivatedAt !== null && !isPaidBeforeDeactivation(facts);
  return isPaidAgain && profilePlan === plan ? { plan, profile: "held" } : null;
}

export function toRights(facts: RegistrationFacts): RegistrationRights {
  const step = toRegistrationStep(facts);
  const { isVerified, isSignedIn, order } = facts;
  const isEarner = step === "done";
  const isPaid = order?.status === "paid";
  const may = (event: RegistrationEvent, isAllowed: boolean) => event in TRANSITIONS[step] && isAllowed;
  return {
    // Changing an earner's profile needs a session.
    enter_profile: may("send-profile", !isEarner || isSignedIn),
    pay: may("order", !isPaid && toPayablePlan(facts) !== null),
    // Aborting deletes the account, so signed-in and verified accounts cannot.
    abort: may("abort", !isSignedIn && !isVerified),
    // A verified earner cancels in Settings, and staff decide about a refund.
    end_with_refund: may("end-with-refund", !(isEarner && isVerified)),
    correct_email: may("correct-email", !isVerified),
    restore: may("restore", isPaid),
  };
}

/** Why a step accepts no form. */
export const FORM_REFUSALS: Partial<Record<RegistrationStep, string>> = {
  ending: EARNER_MESSAGES.ending,
  done: EARNER_MESSAGES.verifyFirst,
};

/** Why a step cannot be aborted, and what to do instead. */
export const ABORT_REFUSALS: Partial<Record<RegistrationStep, string>> = {
  paying: EARNER_MESSAGES.abortPaying,
  "at-bank": EARNER_MESSAGES.abortAtBank,
  paid: EARNER_MESSAGES.abortPaid,
  done: EARNER_MESSAGES.abortPaid,
  ending: EARNER_MESSAGES.ending,
};
