import { describe, expect, test } from "vitest";
import { findIneligibility } from "./referral-eligibility.policy.ts";

const ACTIVE = { has_plan: true, is_deactivated: false, is_leaving: false, is_hidden: false, is_link_active: true };

test("an earner with a plan, a visible channel and an active link earns", () => {
  for (const moment of ["joined", "verified", "first_payment"] as const)
    expect(findIneligibility(ACTIVE, moment)).toBeNull();
});

describe("nothing is earned, and the cause is named before its effects", () => {
  const WITHOUT_PLAN = { ...ACTIVE, has_plan: false };
  const HIDDEN = { ...WITHOUT_PLAN, is_hidden: true };
  const LINK_OFF = { ...HIDDEN, is_link_active: false };
  const DEACTIVATED = { ...LINK_OFF, is_deactivated: true };
  test.each([
    [WITHOUT_PLAN, "Your plan was not active"],
    [HIDDEN, "Your channel was hidden"],
    [LINK_OFF, "Your referral link was switched off"],
    [DEACTIVATED, "Your earner account was deactivated"],
    [{ ...DEACTIVATED, is_leaving: true }, "Your account was about to be deleted"],
  ])("%j: %s", (earner, reason) => {
    expect(findIneligibility(earner, "joined")).toBe(`${reason} when this person joined.`);
  });
});

test.each([
  ["joined", "when this person joined"],
  ["verified", "when this person verified their email address"],
  ["first_payment", "when this person paid for a plan"],
] as const)("the sentence says which moment it was: %s", (moment, when) => {
  expect(findIneligibility({ ...ACTIVE, is_hidden: true }, moment)).toBe(`Your channel was hidden ${when}.`);
});
