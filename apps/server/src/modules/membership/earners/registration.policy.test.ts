import type { RegistrationRights, RegistrationStep } from "@app/contract/registration";
import { describe, expect, test } from "vitest";
import { APRIL, ASLEEP, BEGUN, EARNER, ENTERED, MAY, order, TEAM } from "#testing/registration-facts.ts";
import {
  ABORT_REFUSALS,
  type RegistrationEvent,
  type RegistrationFacts,
  TRANSITIONS,
  toCompletion,
  toRegistrationStep,
  toRights,
} from "./registration.policy.ts";

type Allowed = readonly (keyof RegistrationRights)[];
type Line = [name: string, facts: RegistrationFacts, step: RegistrationStep, allowed: Allowed];

/** Each state, its step, and what its owner may do. */
const STATES: Line[] = [
  ["an account, and no plan", BEGUN, "plan", ["enter_profile", "abort", "correct_email"]],
  [
    "a plan, and no form",
    { ...BEGUN, pending: { ...BEGUN.pending, plan: "Team" } },
    "profile",
    ["enter_profile", "abort", "correct_email"],
  ],
  [
    "the first form of two",
    { ...BEGUN, pending: { plan: "Individual", hasBasics: true, completePlans: [] } },
    "individual-2",
    ["enter_profile", "abort", "correct_email"],
  ],
  [
    "a plan of two forms, and none of them",
    { ...BEGUN, pending: { plan: "Individual", hasBasics: false, completePlans: [] } },
    "profile",
    ["enter_profile", "abort", "correct_email"],
  ],
  [
    "the first form of another plan",
    { ...BEGUN, pending: { plan: "Team", hasBasics: true, completePlans: [] } },
    "profile",
    ["enter_profile", "abort", "correct_email"],
  ],
  ["every form", ENTERED, "billing", ["enter_profile", "pay", "abort", "correct_email"]],
  [
    "every form, the address verified in the meantime",
    { ...ENTERED, isVerified: true },
    "billing",
    ["enter_profile", "pay"],
  ],
  ["every form, signed in", { ...ENTERED, isVerified: true, isSignedIn: true }, "billing", ["enter_profile", "pay"]],
  [
    "an order that was not answered",
    { ...ENTERED, order: order("paying") },
    "paying",
    ["enter_profile", "correct_email"],
  ],
  [
    "a bank that asks",
    { ...ENTERED, order: order("at-bank") },
    "at-bank",
    ["enter_profile", "pay", "end_with_refund", "correct_email"],
  ],
  [
    "a bank that asks somebody signed in",
    { ...ENTERED, order: order("at-bank"), isVerified: true, isSignedIn: true },
    "at-bank",
    ["enter_profile", "pay", "end_with_refund"],
  ],
  [
    "paid, and not completed",
    { ...ENTERED, order: order("paid") },
    "paid",
    ["enter_profile", "end_with_refund", "correct_email"],
  ],
  [
    "paid, and the profile lost",
    { ...BEGUN, order: order("paid") },
    "paid",
    ["enter_profile", "end_with_refund", "correct_email"],
  ],
  ["paid, and a refund requested", { ...ENTERED, order: order("ending") }, "ending", []],
  ["an earner, and a refund requested", { ...EARNER, order: order("ending") }, "ending", []],
  ["an earner who has not verified", EARNER, "done", ["end_with_refund", "correct_email"]],
  ["an earner", { ...EARNER, isVerified: true, isSignedIn: true }, "done", ["enter_profile"]],
  [
    "an earner whose plan has lapsed",
    { ...EARNER, isVerified: true, isSignedIn: true, order: null },
    "done",
    ["enter_profile"],
  ],
  ["a deactivated earner, no longer paid", ASLEEP, "deactivated", ["enter_profile", "pay"]],
  [
    "a deactivated earner, still paid",
    { ...ASLEEP, deactivatedAt: MAY, order: order("paid") },
    "deactivated",
    ["enter_profile", "restore"],
  ],
  ["a deactivated earner who chose a plan anew", { ...ASLEEP, pending: TEAM }, "billing", ["enter_profile", "pay"]],
  [
    "a deactivated earner who chose a plan anew, still paid",
    { ...ASLEEP, deactivatedAt: MAY, pending: TEAM, order: order("paid") },
    "billing",
    ["enter_profile"],
  ],
  [
    "a profile of somebody who was never deactivated",
    { ...BEGUN, profilePlan: "Team" },
    "plan",
    [...(["enter_profile", "abort", "correct_email"] as const)],
  ],
  ["a deactivated earner without a profile", { ...ASLEEP, profilePlan: null }, "plan", ["enter_profile"]],
  ["a fan who is signed in", { ...BEGUN, isSignedIn: true }, "plan", ["enter_profile", "correct_email"]],
  [
    "a deactivated earner who paid in the moment of it",
    { ...ASLEEP, deactivatedAt: APRIL, order: order("paid") },
    "deactivated",
    ["enter_profile", "restore"],
  ],
  [
    "a deactivated earner who has paid again",
    { ...ASLEEP, order: order("paid") },
    "paid",
    ["enter_profile", "end_with_refund"],
  ],
];

test.each(STATES)("%s", (_, facts, step, allowed) => {
  expect(toRegistrationStep(facts)).toBe(step);
  const can = toRights(facts);
  const names = (Object.keys(can) as (keyof RegistrationRights)[]).filter((name) => can[name]);
  expect(names.toSorted()).toEqual(allowed.toSorted());
});

describe("the steps", () => {
  /** How an event changes the stored facts, for somebody who signs up with a team. */
  const EFFECTS: Partial<Record<RegistrationEvent, (facts: RegistrationFacts) => RegistrationFacts>> = {
    "choose-plan": (facts) => ({ ...facts, pending: { ...facts.pending, plan: "Organization" } }),
    "send-basics": (facts) => ({
      ...facts,
      pending: { ...facts.pending, plan: facts.pending.plan ?? "Individual", hasBasics: true },
    }),
    "send-profile": (facts) => ({ ...facts, pending: TEAM }),
    order: (facts) => ({ ...facts, order: order("paying") }),
    "ask-bank": (facts) => ({ ...facts, order: order("at-bank") }),
    decline: (facts) => ({ ...facts, order: null }),
    pay: (facts) => ({ ...facts, order: order("paid") }),
    complete: (facts) => ({ ...facts, earnerPlan: "Team", profilePlan: "Team" }),
    restore: (facts) => ({ ...facts, earnerPlan: "Team", deactivatedAt: null }),
    deactivate: (facts) => ({ ...facts, earnerPlan: null, deactivatedAt: MAY, pending: BEGUN.pending }),
    "correct-email": (facts) => facts,
    "end-with-refund": (facts) => ({ ...facts, order: order("ending") }),
  };

  const INDIVIDUAL: RegistrationFacts = { ...BEGUN, pending: { ...BEGUN.pending, plan: "Individual" } };
  const from = new Map(STATES.map(([, facts, step]) => [step, facts]));
  type Transition = { step: RegistrationStep; event: RegistrationEvent; next: RegistrationStep };
  const lines = Object.entries(TRANSITIONS).flatMap(([step, events]) =>
    Object.entries(events).flatMap(([event, next]) => (next === "gone" ? [] : [{ step, event, next } as Transition])),
  );

  test.each(lines)("$event leads from $step to $next", ({ step, event, next }) => {
    const facts = from.get(step);
    const effect = EFFECTS[event];
    if (!facts || !effect) throw new Error(`no ${step} to see ${event} at`);
    // The first of the two forms is the Individual plan's.
    const before = event === "send-basics" && step === "profile" ? INDIVIDUAL : facts;
    expect(toRegistrationStep(effect(before))).toBe(next);
  });

  test("aborting ends a registration, at every step before the payment", () => {
    const aborted = Object.entries(TRANSITIONS).flatMap(([step, { abort }]) => (abort ? [[step, abort]] : []));
    expect(aborted).toEqual(["plan", "profile", "individual-2", "billing"].map((step) => [step, "gone"]));
  });

  test("every step without Abort has a message that says why", () => {
    const refused = Object.entries(TRANSITIONS).flatMap(([step, events]) => ("abort" in events ? [] : [step]));
    expect([...Object.keys(ABORT_REFUSALS), "deactivated"].toSorted()).toEqual(refused.toSorted());
  });
});

test("only a payment after the deactivation completes the profile that an earner still has", () => {
  // Paid in April, before the deactivation.
  const paid = { ...ASLEEP, order: order("paid") };
  expect(toCompletion(paid)).toEqual({ plan: "Team", profile: "held" });
  expect(toCompletion({ ...paid, deactivatedAt: MAY })).toBeNull();
  expect(toCompletion({ ...paid, deactivatedAt: null })).toBeNull();
});
