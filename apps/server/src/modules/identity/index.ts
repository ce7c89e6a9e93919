/** What other domains may use of this one. */

export {
  activateAccount,
  addAccount,
  birthDateOf,
  changePerson,
  deactivateAccount,
  findAccountByEmail,
  findAccountByUsername,
  findPerson,
  lockPerson,
  mergeBirthDate,
  readPerson,
  readUserCard,
  sendAccountEmail,
  setPlanLapsed,
  setPlanPaid,
} from "./accounts/accounts.service.ts";
export { hasAccounts, isActiveStaff } from "./accounts/accounts.sql.ts";
export { emailKey, usernameKey } from "./accounts/names.policy.ts";
export { requireConfirmed } from "./accounts/passwords.service.ts";
export { deleteUnverifiedAccount, type PersonRow } from "./accounts/person.sql.ts";
export {
  addStaff,
  listStaff,
  removeStaff,
  resetTwoFactorByEmail,
} from "./accounts/staff-role.service.ts";
export { deleteForOperator, queueErasure } from "./deletion/deletion.service.ts";
export { exportForOperator } from "./exports/prepare-export.service.ts";
export { requireEmailLimit } from "./links/links.service.ts";
export { type Browser, requireLinkedAccount, type Verified } from "./links/verify-email.service.ts";
export {
  findQuietUntil,
  findUnindexedChannels,
  listEmails,
  readPrivacy,
  switchEmailsOff,
} from "./preferences/preferences.service.ts";
export { beginAttempt, requireDailyLimit } from "./sessions/attempts.service.ts";
export { findSignedInDevices } from "./sessions/sessions.service.ts";
export { type Claim, disownAddress, replaceClaimedAccount, requireClaim } from "./sign-up/claim.service.ts";
export { signUp } from "./sign-up/sign-up.service.ts";
export {
  clearReferralCookie,
  clearSignUpCookie,
  findSignUpAccount,
  readReferralCookie,
  setReferralCookie,
  setSignUpCookie,
  signInVerified,
  withReferralCode,
} from "./sign-up/sign-up-session.service.ts";
export { deleteFinishedSignUpSession } from "./sign-up/sign-up-session.sql.ts";
export {
  discardDraftOfChild,
  discardSignUpDraft,
} from "./sign-up-drafts/sign-up-drafts.service.ts";
export { type AppealableSuspension, requireAppealable } from "./suspensions/appeal-links.service.ts";
export {
  changeRole,
  liftAppealed,
  mailPerson,
  restorePerson,
  signOutPerson,
  suspendIn,
  suspendPerson,
  upholdAppealed,
} from "./suspensions/suspensions.service.ts";
