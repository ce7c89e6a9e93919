import type { RegistrationRights, RegistrationStep } from "@app/contract/registration";
import { describe, expect, test } from "vitest";
import {
  ABORT_REFUSALS,
  type RegistrationEvent,
  type RegistrationFacts,
  TRANSITIONS,
  toCompletion,
  toPayablePlan,
  toRegistrationPlan,
  toRegistrationStep,
  toRights,
} from "./registration.policy.ts";

const MARCH = new Date("2026-03-01T12:00:00Z");
const APRIL = new Date("2026-04-01T12:00:00Z");
const MAY = new Date("2026-05-01T12:00:00Z");

/** Somebody who has just made the account, in the browser that they signed up with. */
const BEGUN: RegistrationFacts = {
  earnerPlan: null,
  deactivatedAt: null,
  profilePlan: null,
  pending: { plan: null, hasBasics: false, completePlans: [] },
  order: null,
  isVerified: false,
  isSignedIn: false,
};
const TEAM = { plan: "Team", hasBasics: false, completePlans: ["Team"] } as const;

function order(
  status: NonNullable<RegistrationFacts["order"]>["status"],
  placedAt = APRIL,
): RegistrationFacts["order"] {
  return { status, plan: "Team", placedAt };
}

const ENTERED = { ...BEGUN, pending: TEAM };
const EARNER: RegistrationFacts = { ...BEGUN, earnerPlan: "Team", profilePlan: "Team", order: order("paid") };
const ASLEEP: RegistrationFacts = {
  ...BEGUN,
  deactivatedAt: MARCH,
  profilePlan: "Team",
  isVerified: true,
  isSignedIn: true,
};

type Allowed = readonly (keyof RegistrationRights)[];
type Line = [name: string, facts: RegistrationFacts, step: RegistrationStep, allowed: Allowed];

/** Each state, the step it is at, and what its owner may do. */
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

describe("what is completed", () => {
  const INDIVIDUAL = { plan: "Individual", hasBasics: true, completePlans: ["Individual", "Team"] } as const;
  const lines: [string, RegistrationFacts, ReturnType<typeof toCompletion>][] = [
    ["nothing before the payment", ENTERED, null],
    ["nothing while the bank asks", { ...ENTERED, order: order("at-bank") }, null],
    ["nothing that is being ended", { ...ENTERED, order: order("ending") }, null],
    ["the profile of the paid plan", { ...ENTERED, order: order("paid") }, { plan: "Team", profile: "pending" }],
    [
      "the profile of the paid plan, whatever was chosen since",
      { ...BEGUN, pending: INDIVIDUAL, order: order("paid") },
      { plan: "Team", profile: "pending" },
    ],
    [
      "nothing without a profile of the paid plan",
      { ...BEGUN, pending: { ...INDIVIDUAL, completePlans: ["Individual"] }, order: order("paid") },
      null,
    ],
    ["nothing of an earner", EARNER, null],
    ["nothing of an earner who has the profile and sent it anew", { ...EARNER, pending: TEAM }, null],
    [
      "no profile of another plan than the earner's",
      { ...EARNER, earnerPlan: "Individual", profilePlan: "Individual", pending: TEAM },
      null,
    ],
    ["no profile of somebody who was never deactivated", { ...BEGUN, profilePlan: "Team", order: order("paid") }, null],
    [
      "no profile of another plan than the one that was paid again",
      { ...ASLEEP, profilePlan: "Individual", order: order("paid") },
      null,
    ],
    [
      "the profile of an earner whose plan has changed",
      { ...EARNER, profilePlan: "Individual", pending: TEAM },
      { plan: "Team", profile: "pending" },
    ],
    ["no change of plan before its profile", { ...EARNER, profilePlan: "Individual" }, null],
    ["no profile of a change that is still to come", { ...EARNER, earnerPlan: "Individual", pending: TEAM }, null],
    ["a deactivated earner who has paid again", { ...ASLEEP, order: order("paid") }, { plan: "Team", profile: "held" }],
    ["no deactivated earner by what they paid before", { ...ASLEEP, deactivatedAt: MAY, order: order("paid") }, null],
    [
      "a deactivated earner who has entered the profile anew",
      { ...ASLEEP, deactivatedAt: MAY, pending: TEAM, order: order("paid") },
      { plan: "Team", profile: "pending" },
    ],
  ];
  test.each(lines)("%s", (_, facts, completion) => expect(toCompletion(facts)).toEqual(completion));
});

test.each<[string, RegistrationFacts, string | null, string | null]>([
  [
    "the chosen one is paid once its forms are there",
    { ...BEGUN, pending: { ...TEAM, completePlans: [] } },
    "Team",
    null,
  ],
  ["the chosen one", ENTERED, "Team", "Team"],
  [
    "the ordered one, whatever is chosen now",
    { ...BEGUN, pending: { ...BEGUN.pending, plan: "Individual" }, order: order("at-bank") },
    "Team",
    "Team",
  ],
  [
    "an earner's own; another one that waits may be paid",
    { ...EARNER, earnerPlan: "Individual", pending: TEAM },
    "Individual",
    "Team",
  ],
  [
    "the one that is being paid, whose forms were sent anew for another",
    { ...BEGUN, pending: { ...BEGUN.pending, plan: "Individual" }, order: order("paying") },
    "Team",
    "Team",
  ],
  [
    "not the one that was paid before the deactivation",
    { ...ASLEEP, deactivatedAt: MAY, pending: { ...BEGUN.pending, plan: "Individual" }, order: order("paid") },
    "Individual",
    null,
  ],
  ["no profile's, of somebody who was never deactivated", { ...BEGUN, profilePlan: "Team" }, null, null],
  ["a deactivated earner's", ASLEEP, "Team", "Team"],
  ["nobody's", BEGUN, null, null],
])("the plan, and the one to pay: %s", (_, facts, plan, payable) => {
  expect([toRegistrationPlan(facts), toPayablePlan(facts)]).toEqual([plan, payable]);
});

describe("the steps", () => {
  /** What an event changes of what is stored, for somebody who signs up with a team. */
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
  const lines = Object.entries(TRANSITIONS).flatMap(([step, events]) =>
    Object.entries(events).map(([event, next]) => ({ step, event, next }) as Transition),
  );
  type Transition = { step: RegistrationStep; event: RegistrationEvent; next: RegistrationStep | "gone" };

  test.each(lines)("$event leads from $step to $next", ({ step, event, next }) => {
    const facts = from.get(step);
    const effect = EFFECTS[event];
    if (!facts || !effect || next === "gone") return;
    // The first of the two forms is the Individual plan's.
    const before = event === "send-basics" && step === "profile" ? INDIVIDUAL : facts;
    expect(toRegistrationStep(effect(before))).toBe(next);
  });

  test("aborting ends a registration, at every step before the payment", () => {
    const aborted = Object.entries(TRANSITIONS).flatMap(([step, { abort }]) => (abort ? [[step, abort]] : []));
    expect(aborted).toEqual(["plan", "profile", "individual-2", "billing"].map((step) => [step, "gone"]));
  });

  test("whoever cannot abort is told why, at each step that nobody can abort at", () => {
    const refused = Object.entries(TRANSITIONS).flatMap(([step, events]) => ("abort" in events ? [] : [step]));
    expect([...Object.keys(ABORT_REFUSALS), "deactivated"].toSorted()).toEqual(refused.toSorted());
  });
});
