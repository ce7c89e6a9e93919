import { encryptedTokens } from "#modules/discovery/index.ts";
import { encryptedAddressCopies, encryptedPayoutAddresses, encryptedTins } from "#modules/earnings/index.ts";
import { encryptedSignUpDrafts, encryptedTwoFactorSecrets } from "#modules/identity/index.ts";
import { encryptedProfiles, encryptedSsns } from "#modules/membership/index.ts";
import { encryptedSubscriptions } from "#modules/notifications/index.ts";
import { canReadFirst, type EncryptedColumn, type Rotated, rotateColumn } from "#platform/crypto/rotate-key.ts";
import type { Deps } from "#platform/deps.ts";

function listColumns(deps: Pick<Deps, "secrets">): EncryptedColumn[] {
  return [
    encryptedTwoFactorSecrets,
    encryptedSsns(deps),
    encryptedProfiles,
    encryptedTokens,
    encryptedPayoutAddresses,
    encryptedAddressCopies,
    encryptedTins,
    encryptedSignUpDrafts,
    encryptedSubscriptions(deps),
  ];
}

/** Re-encrypts every encrypted column, so that an old secret key can be removed. */
export async function rotateAll(deps: Pick<Deps, "sql" | "secrets">): Promise<Rotated[]> {
  const done: Rotated[] = [];
  for (const column of listColumns(deps)) done.push(await rotateColumn(deps, column));
  return done;
}

/**
 * Looks at one value of each column: a mistyped key can read none of them.
 * @returns the columns, as `table.column`, whose value was encrypted with a key that is not configured
 */
export async function findUnreadable(deps: Pick<Deps, "sql" | "secrets">): Promise<string[]> {
  const found = await Promise.all(
    listColumns(deps).map(async (column) => ((await canReadFirst(deps, column)) ? [] : [column.name])),
  );
  return found.flat();
}
