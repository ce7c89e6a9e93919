import type { Domain } from "#platform/domain.ts";
import { purgeExpiredJob } from "./accounts/accounts.jobs.ts";
import { serveAccounts } from "./accounts/accounts.routes.ts";
import { mailLinkJob } from "./accounts/mail-link.jobs.ts";
import { serveSafety } from "./accounts/safety.routes.ts";
import { serveSignUp } from "./accounts/sign-up.routes.ts";
import { eraseAccountJob } from "./deletion/erase-account.jobs.ts";
import { queueErasuresJob } from "./deletion/queue-erasures.jobs.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { serveExports } from "./exports/exports.routes.ts";
import { prepareExportJob } from "./exports/prepare-export.jobs.ts";
import { purgeExportsJob } from "./exports/purge-exports.jobs.ts";
import { eraseExportsOf } from "./exports/purge-exports.service.ts";
import { forgetPreferences } from "./preferences/notifications.service.ts";
import { servePreferences } from "./preferences/preferences.routes.ts";
import { purgeSignUpDraftsJob } from "./sign-up-drafts/sign-up-drafts.jobs.ts";
import { serveSignUpDrafts } from "./sign-up-drafts/sign-up-drafts.routes.ts";
import { serveTwoFactor } from "./two-factor/two-factor.routes.ts";
import { forgetTwoFactor } from "./two-factor/two-factor.service.ts";

export const identity: Domain = {
  name: "identity",
  routes: [serveAccounts, serveSignUp, serveSignUpDrafts, serveSafety, serveTwoFactor, servePreferences, serveExports],
  jobs: [
    purgeExpiredJob,
    purgeSignUpDraftsJob,
    mailLinkJob,
    queueErasuresJob,
    eraseAccountJob,
    prepareExportJob,
    purgeExportsJob,
  ],
  tables: {
    accounts: [
      "accounts",
      "access_tokens",
      "account_links",
      "devices",
      "refresh_tokens",
      "sign_in_tries",
      "sign_up_sessions",
    ],
    "two-factor": ["two_factor", "recovery_codes"],
    preferences: ["notification_settings", "privacy_settings"],
    exports: ["data_exports"],
    "sign-up-drafts": ["sign_up_drafts"],
  },
  subscriptions: [],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      await forgetTwoFactor(tx, accountId);
      await forgetPreferences(tx, accountId);
    },
    eraseFiles: [
      (deps, { accountId }) => eraseExportsOf(deps, accountId),
      (deps, { accountId }) => deps.storage.removePrefix(`accounts/${accountId}/`),
    ],
    exportParts,
    notExported,
  },
};
