import type { Domain } from "#platform/domain.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { forgetExportsOf } from "./exports/purge-exports.service.ts";
import { forgetPreferences } from "./preferences/notifications.service.ts";
import { forgetTwoFactor } from "./two-factor/two-factor.service.ts";

export const identity: Domain = {
  subscriptions: [],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      await forgetTwoFactor(tx, accountId);
      await forgetPreferences(tx, accountId);
    },
    eraseFiles: [
      (deps, { accountId }) => forgetExportsOf(deps, accountId),
      (deps, { accountId }) => deps.storage.removePrefix(`accounts/${accountId}/`),
    ],
    exportParts,
    notExported,
  },
};
