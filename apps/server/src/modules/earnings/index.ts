/** What other domains may use of this one. */
export { sumEarned } from "./earnings/ledger.service.ts";
export { addPastPayouts } from "./payouts/batches.service.ts";
export { findInviter, readReferralSettings } from "./referrals/referral-codes.service.ts";
export { addPastLink } from "./referrals/referral-links.service.ts";
export {
  addPastReferral,
  changeReferralTrigger,
  makeDueReferralsAvailable,
  reverseReferral,
} from "./referrals/referrals.service.ts";
