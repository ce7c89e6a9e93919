import type { Domain } from "#platform/domain.ts";
import { serveDeletion } from "./deletion/deletion.routes.ts";
import { eraseAccountJob, queueErasuresJob } from "./deletion/deletion.service.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { serveExports } from "./exports/exports.routes.ts";
import { eraseExports, purgeExportsJob } from "./exports/exports.service.ts";
import { prepareExportJob } from "./exports/prepare-export.jobs.ts";
import { sendLinkJob } from "./links/links.service.ts";
import { servePreferences } from "./preferences/preferences.routes.ts";
import { deletePreferences } from "./preferences/preferences.sql.ts";
import { serveSessions } from "./sessions/sessions.routes.ts";
import { purgeExpiredJob } from "./sessions/sessions.service.ts";
import { serveSignUp } from "./sign-up/sign-up.routes.ts";
import { serveSignUpDrafts } from "./sign-up-drafts/sign-up-drafts.routes.ts";
import { encryptedSignUpDrafts, purgeSignUpDraftsJob } from "./sign-up-drafts/sign-up-drafts.service.ts";
import { deleteSuspension } from "./suspensions/suspensions.sql.ts";
import { serveTwoFactor } from "./two-factor/two-factor.routes.ts";
import { encryptedTwoFactorSecrets } from "./two-factor/two-factor.service.ts";
import { deleteTwoFactor } from "./two-factor/two-factor.sql.ts";

export const identity: Domain = {
  name: "identity",
  routes: [
    serveSessions,
    serveSignUp,
    serveSignUpDrafts,
    serveDeletion,
    serveTwoFactor,
    servePreferences,
    serveExports,
  ],
  jobs: [
    purgeExpiredJob,
    purgeSignUpDraftsJob,
    sendLinkJob,
    queueErasuresJob,
    eraseAccountJob,
    prepareExportJob,
    purgeExportsJob,
  ],
  tables: {
    accounts: ["accounts"],
    sessions: ["access_tokens", "devices", "refresh_tokens", "login_attempts"],
    links: ["account_links"],
    "sign-up": ["sign_up_sessions"],
    "two-factor": ["two_factor", "recovery_codes"],
    preferences: ["delivery_settings", "notification_defaults", "notification_settings", "privacy_settings"],
    exports: ["data_exports"],
    "sign-up-drafts": ["sign_up_drafts"],
    suspensions: ["suspensions"],
  },
  encryptedColumns: [encryptedTwoFactorSecrets, encryptedSignUpDrafts],
  subscriptions: [],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      await deleteTwoFactor(tx, accountId);
      await deletePreferences(tx, accountId);
      await deleteSuspension(tx, accountId);
    },
    eraseFiles: [
      (deps, { accountId }) => eraseExports(deps, accountId),
      (deps, { accountId }) => deps.storage.removePrefix(`accounts/${accountId}/`),
    ],
    exportParts,
    notExported,
  },
};
