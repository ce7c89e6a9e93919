import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { runSandboxJob, watchPlansJob } from "./billing/billing.jobs.ts";
import { serveBilling } from "./billing/billing.routes.ts";
import { detachCardJob } from "./billing/detach-card.jobs.ts";
import { refundPaymentJob } from "./billing/refund-payment.jobs.ts";
import { settlePriceJob } from "./billing/settle-price.jobs.ts";
import { stopRenewal } from "./billing/standing.service.ts";
import { stopRenewalJob } from "./billing/stop-renewal.jobs.ts";
import { serveClaims } from "./earners/claim.routes.ts";
import { completeRegistrationsJob, forgetRegistrationsJob } from "./earners/earners.jobs.ts";
import { serveEarners } from "./earners/earners.routes.ts";
import { deletePersonalRows } from "./earners/forget-person.sql.ts";
import { serveForms } from "./earners/forms.routes.ts";
import { serveGuardian } from "./earners/guardian.routes.ts";
import { serveProfile } from "./earners/profile.routes.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";

export const membership: Domain = {
  name: "membership",
  routes: [serveEarners, serveClaims, serveForms, serveProfile, serveGuardian, serveBilling],
  jobs: [
    forgetRegistrationsJob,
    completeRegistrationsJob,
    runSandboxJob,
    watchPlansJob,
    detachCardJob,
    settlePriceJob,
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
  subscriptions: [onEvent("account.deletion_requested", (_deps, tx, { account_id }) => stopRenewal(tx, account_id))],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      // A job of its ends the plan and takes the cards off at the provider.
      await stopRenewal(tx, accountId);
      await deletePersonalRows(tx, accountId);
    },
    exportParts,
    notExported,
  },
};
