import type { Plan } from "@app/contract/accounts";
import { EARNER_MESSAGES } from "@app/contract/earners";
import type { RegistrationRights, RegistrationStep } from "@app/contract/registration";

/** The live order of a plan, as far as a registration depends on it. */
export type OrderState = {
  /** `ending`: a refund was requested, and the provider is still to be told. */
  status: "paying" | "at-bank" | "paid" | "ending";
  plan: Plan;
  placedAt: Date;
};

/** What is stored about somebody's registration. The step follows from it, here and nowhere else. */
export type RegistrationFacts = {
  /** The plan of an earner; null for everybody else, deactivated earners included. */
  earnerPlan: Plan | null;
  deactivatedAt: Date | null;
  /** The plan of the profile that an earner has, deactivated or not. */
  profilePlan: Plan | null;
  /** What was entered and waits for the payment: the chosen plan, and the plans whose forms were all sent. */
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
 * Each step, what can happen at it, and the step that follows; `gone` is no step any more. A payment that is
 * confirmed (`pay`) is completed by the server in the same transaction: `paid` is seen only where that failed.
 */
export const TRANSITIONS: Record<RegistrationStep, Partial<Record<RegistrationEvent, RegistrationStep | "gone">>> = {
  /** No plan was chosen. */
  plan: { "choose-plan": "profile", "send-profile": "billing", "correct-email": "plan", abort: "gone" },
  /** A plan was chosen, and its form was not sent. */
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
  /** The provider has the order and has not answered. */
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
  /** Paid, and the account is no earner's yet: the profile is missing, or completing it failed and is tried again. */
  paid: {
    "choose-plan": "paid",
    "send-basics": "paid",
    "send-profile": "paid",
    complete: "done",
    "correct-email": "paid",
    "end-with-refund": "ending",
  },
  /** A refund was requested; the plan ends as soon as the provider was told. */
  ending: {},
  /** An earner whose side is asleep, with nothing new entered. */
  deactivated: { "choose-plan": "profile", "send-profile": "billing", order: "paying", restore: "done" },
  /** An earner. Until the address is verified, only the browser that signed up can do something about it. */
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
  if (order?.status === "paying" || order?.status === "at-bank") return order.status;
  // What a deactivated earner has paid before does not bring them back; a new payment does.
  if (order && !isPaidBeforeDeactivation(facts)) return "paid";
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

/** The plan that a registration is about: the one that is ordered or paid, else the chosen one, else that of the profile. */
export function toRegistrationPlan(facts: RegistrationFacts): Plan | null {
  const { earnerPlan, order, pending, profilePlan } = facts;
  if (earnerPlan !== null) return earnerPlan;
  const ordered = order && !isPaidBeforeDeactivation(facts) ? order.plan : null;
  return ordered ?? pending.plan ?? (facts.deactivatedAt === null ? null : profilePlan);
}

/** The plan whose profile is entered and may be paid for; an earner's own is for billing to decide. */
export function toPayablePlan(facts: RegistrationFacts): Plan | null {
  const step = toRegistrationStep(facts);
  const { pending, profilePlan } = facts;
  if (step === "deactivated") return profilePlan;
  if (pending.plan !== null && pending.completePlans.includes(pending.plan)) return pending.plan;
  return step === "at-bank" || step === "paying" ? toRegistrationPlan(facts) : null;
}

/**
 * Which profile makes the account an earner's of the paid plan now.
 * @returns `pending`: the one that waits; `held`: the one of a deactivated earner; null: there is nothing to complete
 */
export function toCompletion(facts: RegistrationFacts): { plan: Plan; profile: "pending" | "held" } | null {
  const { order, pending, earnerPlan, profilePlan } = facts;
  if (order?.status !== "paid") return null;
  const { plan } = order;
  const isPending = pending.completePlans.includes(plan);
  // With a renewal an earner has the new plan before its profile, which may be entered afterwards.
  if (earnerPlan !== null)
    return isPending && earnerPlan === plan && profilePlan !== plan ? { plan, profile: "pending" } : null;
  if (isPending) return { plan, profile: "pending" };
  const isPaidAgain = facts.deactivatedAt !== null && !isPaidBeforeDeactivation(facts);
  return isPaidAgain && profilePlan === plan ? { plan, profile: "held" } : null;
}

export function toRights(facts: RegistrationFacts): RegistrationRights {
  const step = toRegistrationStep(facts);
  const happens = (event: RegistrationEvent) => event in TRANSITIONS[step];
  const { isVerified, isSignedIn, order } = facts;
  return {
    // An earner's profile is changed by whoever has verified the address and signed in.
    enter_profile: happens("send-profile") && (step !== "done" || isSignedIn),
    pay: happens("order") && order?.status !== "paid" && toPayablePlan(facts) !== null,
    // Whoever is signed in has an account to keep.
    abort: happens("abort") && !isSignedIn && !isVerified,
    // An earner who has verified their address cancels in Settings; what is to go back then is for staff to decide.
    end_with_refund: happens("end-with-refund") && !(step === "done" && isVerified),
    correct_email: happens("correct-email") && !isVerified,
    restore: happens("restore") && order?.status === "paid",
  };
}

/** Why no form is taken at this step. */
export const FORM_REFUSALS: Partial<Record<RegistrationStep, string>> = {
  ending: EARNER_MESSAGES.ending,
  done: EARNER_MESSAGES.verifyFirst,
};

/** Why a registration cannot be aborted at this step, and what can be done instead. */
export const ABORT_REFUSALS: Partial<Record<RegistrationStep, string>> = {
  paying: EARNER_MESSAGES.abortPaying,
  "at-bank": EARNER_MESSAGES.abortAtBank,
  paid: EARNER_MESSAGES.abortPaid,
  done: EARNER_MESSAGES.abortPaid,
  ending: EARNER_MESSAGES.ending,
};
