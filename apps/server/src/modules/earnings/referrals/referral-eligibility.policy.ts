import type { ReferrerStatus } from "./referrals.sql.ts";

/** When it is decided whether a referral earns: when the person joins, and when the reward would be credited. */
export type ReferralMoment = "joined" | "verified" | "first_payment";

const WHEN: Record<ReferralMoment, string> = {
  joined: "when this person joined",
  verified: "when this person verified their email address",
  first_payment: "when this person paid for a plan",
};

/**
 * The one rule of who earns by a referral; the same at every moment. What looks suspicious is no part of it: that is
 * credited and reviewed by staff (`fraud-signals.service.ts`).
 * @returns why nothing is earned, in words for the earner; null when the referral may earn
 */
export function findIneligibility(earner: ReferrerStatus, moment: ReferralMoment): string | null {
  const reason = findReason(earner);
  return reason && `${reason} ${WHEN[moment]}.`;
}

/** A deactivated or leaving earner has no plan and a hidden channel, too: the cause comes before what follows from it. */
function findReason(earner: ReferrerStatus): string | null {
  if (earner.is_leaving) return "Your account was about to be deleted";
  if (earner.is_deactivated) return "Your earner account was deactivated";
  if (!earner.is_link_active) return "Your referral link was switched off";
  if (earner.is_hidden) return "Your channel was hidden";
  return earner.has_plan ? null : "Your plan was not active";
}
