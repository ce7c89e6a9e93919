import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { serveBilling, servePlanPrices } from "./billing/billing.routes.ts";
import { chargeDefaultJob } from "./billing/cards.service.ts";
import { detachCardJob } from "./billing/detach-cards.service.ts";
import { stopRenewal, stopRenewalJob } from "./billing/end-plan.service.ts";
import { runSandboxJob } from "./billing/events.service.ts";
import { refundPaymentJob } from "./billing/reconcile.service.ts";
import { applyPriceJob } from "./billing/subscribe.service.ts";
import { watchPlansJob } from "./billing/watch-plans.service.ts";
import { completeRegistrationsJob } from "./earners/complete-registration.service.ts";
import { serveClaims, serveEarners, serveGuardian } from "./earners/earners.routes.ts";
import { purgeRegistrationsJob } from "./earners/lifecycle.service.ts";
import { purgePictureJob } from "./earners/pictures.service.ts";
import { serveForms, serveProfile } from "./earners/profile.routes.ts";
import { deletePersonalRows, moveProfiles } from "./earners/profiles.sql.ts";
import { encryptedProfiles } from "./earners/registration-state.service.ts";
import { encryptedSsns } from "./earners/write-profile.service.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";

export const membership: Domain = {
  name: "membership",
  routes: [serveEarners, serveClaims, serveForms, serveProfile, serveGuardian, serveBilling, servePlanPrices],
  jobs: [
    purgeRegistrationsJob,
    completeRegistrationsJob,
    purgePictureJob,
    runSandboxJob,
    watchPlansJob,
    detachCardJob,
    chargeDefaultJob,
    applyPriceJob,
    refundPaymentJob,
    stopRenewalJob,
  ],
  tables: {
    earners: [
      "registrations",
      "earner_profiles",
      "earner_contacts",
      "earner_categories",
      "college_logos",
      "college_entries",
      "ssn_duplicates",
      "guardian_consents",
    ],
    billing: [
      "plan_prices",
      "billing_customers",
      "payment_methods",
      "subscriptions",
      "invoices",
      "invoice_lines",
      "refunds",
      "webhook_events",
    ],
  },
  encryptedColumns: [encryptedSsns, encryptedProfiles],
  subscriptions: [
    onEvent("account.deletion_requested", (_deps, tx, { account_id }) => stopRenewal(tx, account_id)),
    onEvent("account.banned", (_deps, tx, { account_id }) => stopRenewal(tx, account_id)),
    onEvent("category.merged", (_deps, tx, { from_id, into_id }) => moveProfiles(tx, from_id, into_id)),
  ],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      // Its job ends the plan and detaches the cards at the provider.
      await stopRenewal(tx, accountId);
      await deletePersonalRows(tx, accountId);
    },
    exportParts,
    notExported,
  },
};
