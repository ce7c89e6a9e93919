/** The public API of this domain. */

export { payWithTestCard } from "./billing/test-card.service.ts";
export { endWithRefundByStaff } from "./earners/end-with-refund.service.ts";
export {
  findUnconsented,
  isGuardianNeeded,
  readGuardian,
  readGuardianRecord,
  requireGuardianConsent,
} from "./earners/guardian.service.ts";
export { logoUrl } from "./earners/pictures.service.ts";
export { addProfile, type Profile } from "./earners/write-profile.service.ts";
