import type { RegistrationFacts } from "#modules/membership/earners/registration.policy.ts";

const MARCH = new Date("2026-03-01T12:00:00Z");
export const APRIL = new Date("2026-04-01T12:00:00Z");
export const MAY = new Date("2026-05-01T12:00:00Z");

/** Somebody who has just signed up, in the same browser. */
export const BEGUN: RegistrationFacts = {
  earnerPlan: null,
  deactivatedAt: null,
  profilePlan: null,
  pending: { plan: null, hasBasics: false, completePlans: [] },
  order: null,
  isVerified: false,
  isSignedIn: false,
};
export const TEAM = { plan: "Team", hasBasics: false, completePlans: ["Team"] } as const;

export function order(
  status: NonNullable<RegistrationFacts["order"]>["status"],
  placedAt = APRIL,
): RegistrationFacts["order"] {
  return { status, plan: "Team", placedAt };
}

export const ENTERED = { ...BEGUN, pending: TEAM };
export const EARNER: RegistrationFacts = { ...BEGUN, earnerPlan: "Team", profilePlan: "Team", order: order("paid") };
export const ASLEEP: RegistrationFacts = {
  ...BEGUN,
  deactivatedAt: MARCH,
  profilePlan: "Team",
  isVerified: true,
  isSignedIn: true,
};
