import type { Domain } from "#platform/domain.ts";
import { onEvent, onEventByJob } from "#platform/events/subscriptions.ts";
import { serveEarnings } from "./earnings/earnings.routes.ts";
import { checkpointLedgerJob } from "./earnings/ledger.service.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { makePayoutsJob } from "./payouts/batches.service.ts";
import { encryptedAddressCopies, encryptedPayoutAddresses } from "./payouts/payees.service.ts";
import { deleteAddressCopies, deleteMethod } from "./payouts/payees.sql.ts";
import { servePayoutBatches, servePayouts } from "./payouts/payouts.routes.ts";
import { sendBatchJob, sendPayoutJob, syncPayoutsJob } from "./payouts/send-payouts.service.ts";
import { reviewAgain, reviewDisputed } from "./referrals/fraud-signals.service.ts";
import { ensureReferralCode } from "./referrals/referral-codes.service.ts";
import { eraseLabels } from "./referrals/referral-links.sql.ts";
import { serveReferralReview, serveReferrals } from "./referrals/referrals.routes.ts";
import {
  bindReferrer,
  creditReferral,
  makeReferralsAvailableJob,
  reverseFirstPayment,
} from "./referrals/referrals.service.ts";
import { eraseReferredName } from "./referrals/referrals.sql.ts";
import { serveTax } from "./tax/tax.routes.ts";
import { encryptedTins, purgeTaxFormsJob } from "./tax/tax.service.ts";
import { deleteUnneededForms } from "./tax/tax.sql.ts";

export const earnings: Domain = {
  name: "earnings",
  routes: [serveReferrals, serveReferralReview, serveEarnings, servePayouts, servePayoutBatches, serveTax],
  jobs: [makeReferralsAvailableJob, checkpointLedgerJob, makePayoutsJob, sendBatchJob, sendPayoutJob, purgeTaxFormsJob],
  tables: {
    earnings: ["ledger_accounts", "ledger_checkpoints", "ledger_entries", "ledger_hours", "ledger_transfers"],
    payouts: ["payout_accounts", "payout_batches", "payout_methods", "payouts"],
    referrals: ["referral_codes", "referral_days", "referral_settings", "referrals"],
    tax: ["tax_forms", "tax_years"],
  },
  encryptedColumns: [encryptedPayoutAddresses, encryptedAddressCopies, encryptedTins],
  subscriptions: [
    onEvent("account.created", bindReferrer),
    onEvent("account.verified", (deps, tx, { account_id }) => creditReferral(deps, tx, account_id, "verified")),
    onEvent("earner.activated", async (_deps, tx, { account_id }) => void (await ensureReferralCode(tx, account_id))),
    onEvent("registration.completed", (deps, tx, { account_id }) =>
      creditReferral(deps, tx, account_id, "first_payment"),
    ),
    onEvent("registration.completed", (_deps, tx, { account_id }) => reviewAgain(tx, account_id)),
    onEvent("plan.refunded", reverseFirstPayment),
    onEvent("payment.disputed", (_deps, tx, { account_id }) => reviewDisputed(tx, account_id)),
    onEventByJob("payout_provider.changed", syncPayoutsJob),
  ],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      await eraseLabels(tx, accountId);
      await eraseReferredName(tx, accountId);
      await deleteMethod(tx, accountId);
      await deleteAddressCopies(tx, accountId);
      await deleteUnneededForms(tx, accountId);
    },
    exportParts,
    notExported,
  },
};
