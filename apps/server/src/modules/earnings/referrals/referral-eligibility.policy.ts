import type { ReferrerStatus } from "./referrals.sql.ts";

/** When eligibility is decided: when the person joins, and when the reward would be credited. */
export type ReferralMoment = "joined" | "verified" | "first_payment";

const WHEN: Record<ReferralMoment, string> = {
  joined: "when this person joined",
  verified: "when this person verified their email address",
  first_payment: "when this person paid for a plan",
};

/**
 * The only rule for whether a referral earns a reward, the same at every moment. Fraud signals are not part of it: with
 * those, the reward is credited, and reviewed by staff (`fraud-signals.service.ts`).
 * @returns why nothing is earned, in a sentence for the earner; null if it is eligible
 */
export function findIneligibility(earner: ReferrerStatus, moment: ReferralMoment): string | null {
  const reason = findReason(earner);
  return reason && `${reason} ${WHEN[moment]}.`;
}

/** Causes before their effects: a deactivated or leaving earner also has no plan and a hidden channel. */
function findReason(earner: ReferrerStatus): string | null {
  if (earner.is_leaving) return "Your account was about to be deleted";
  if (earner.is_deactivated) return "Your earner account was deactivated";
  if (!earner.is_link_active) return "Your referral link was switched off";
  if (earner.is_hidden) return "Your channel was hidden";
  return earner.has_plan ? null : "Your plan was not active";
}
