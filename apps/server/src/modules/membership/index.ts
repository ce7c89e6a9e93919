/** What other domains may use of this one. */
export { addProfile, type Profile } from "./earners/add-profile.service.ts";
export { endWithRefundByStaff } from "./earners/end-with-refund.service.ts";
export { isGuardianNeeded, readGuardian } from "./earners/guardian.service.ts";
export { logoUrl } from "./earners/pictures.service.ts";
export { sealedDrafts, sealedSsns } from "./earners/reseal.service.ts";
