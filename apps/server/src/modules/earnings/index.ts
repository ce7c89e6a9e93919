/** What other domains may use of this one. */
export { sumEarned } from "./earnings/ledger.service.ts";
export { releaseDueReferrals, reverseReferral } from "./referrals/credit-referral.service.ts";
export { addPastReferral } from "./referrals/past-referrals.service.ts";
export { findInviter } from "./referrals/referral-codes.service.ts";
