import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import { checkpointLedgerJob } from "./earnings/earnings.jobs.ts";
import { serveEarnings } from "./earnings/earnings.routes.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { ensureReferralCode } from "./referrals/referral-codes.service.ts";
import { eraseLabels } from "./referrals/referral-links.sql.ts";
import { makeReferralsAvailableJob } from "./referrals/referrals.jobs.ts";
import { serveReferrals } from "./referrals/referrals.routes.ts";
import { bindReferrer, creditReferral, reverseFirstPayment } from "./referrals/referrals.service.ts";

export const earnings: Domain = {
  name: "earnings",
  routes: [serveReferrals, serveEarnings],
  jobs: [makeReferralsAvailableJob, checkpointLedgerJob],
  tables: {
    earnings: ["ledger_accounts", "ledger_checkpoints", "ledger_entries", "ledger_transfers"],
    referrals: ["referral_codes", "referral_settings", "referrals"],
  },
  subscriptions: [
    onEvent("account.created", bindReferrer),
    onEvent("account.verified", (deps, tx, { account_id }) => creditReferral(deps, tx, account_id, "verified")),
    onEvent("earner.activated", async (_deps, tx, { account_id }) => void (await ensureReferralCode(tx, account_id))),
    onEvent("registration.completed", (deps, tx, { account_id }) =>
      creditReferral(deps, tx, account_id, "first_payment"),
    ),
    onEvent("plan.refunded", (deps, tx, { account_id }) => reverseFirstPayment(deps, tx, account_id)),
  ],
  personalData: { eraseRows: (_deps, tx, accountId) => eraseLabels(tx, accountId), exportParts, notExported },
};
