import { describe, expect, test } from "vitest";
import { ASLEEP, BEGUN, EARNER, ENTERED, MAY, order, TEAM } from "#testing/registration-facts.ts";
import { type RegistrationFacts, toCompletion, toPayablePlan, toRegistrationPlan } from "./registration.policy.ts";

describe("what a registration completes", () => {
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
])("the chosen plan, and the plan to pay for: %s", (_, facts, plan, payable) => {
  expect([toRegistrationPlan(facts), toPayablePlan(facts)]).toEqual([plan, payable]);
});
