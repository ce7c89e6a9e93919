/** What other domains may use of this one. */
export { addAccount, findAccountByEmail, findAccountByUsername, hasAccounts } from "./accounts/add-account.service.ts";
export { beginAttempt, requireDailyLimit } from "./accounts/attempts.service.ts";
export { type Claim, disownAddress, replaceClaimedAccount, requireClaim } from "./accounts/claimed-account.service.ts";
export { requireConfirmed } from "./accounts/confirm.service.ts";
export { requireMailTurn } from "./accounts/links.service.ts";
export { openVerified } from "./accounts/open-verified.service.ts";
export {
  birthOf,
  changePerson,
  deactivateAccount,
  deleteUnverifiedAccount,
  findPerson,
  lockPerson,
  makeEarner,
  mergeBirth,
  type PersonRow,
  readPerson,
  readUserCard,
} from "./accounts/person.service.ts";
export { setPlanLapsed, setPlanPaid } from "./accounts/plan-entitlement.service.ts";
export {
  clearReferralCookie,
  readReferralCookie,
  setReferralCookie,
  withReferralCode,
} from "./accounts/referral-cookie.service.ts";
export { findSignedIn } from "./accounts/session.service.ts";
export { signUp } from "./accounts/sign-up.service.ts";
export {
  clearSignUpCookie,
  deleteFinishedSignUpSession,
  findSignUpAccount,
  setSignUpCookie,
} from "./accounts/sign-up-session.service.ts";
export { addStaff, eraseTwoFactorOf, removeStaff, type StaffRole } from "./accounts/staff-role.service.ts";
export { type Browser, requireLinkedAccount, type Verified } from "./accounts/verify-email.service.ts";
export { queueErasure } from "./deletion/queue-erasures.service.ts";
export { findUnindexed } from "./preferences/indexed.service.ts";
export { readPrivacy } from "./preferences/privacy.service.ts";
export { endDraftOfChild, endSignUpDraft } from "./sign-up-drafts/end-draft.service.ts";
export { encryptedSignUps } from "./sign-up-drafts/rotate-key.service.ts";
export { encryptedSecrets } from "./two-factor/rotate-key.service.ts";
