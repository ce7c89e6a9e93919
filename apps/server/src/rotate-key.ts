import { encryptedTokens } from "#modules/discovery/index.ts";
import { encryptedPayoutAddresses, encryptedTins } from "#modules/earnings/index.ts";
import { encryptedSignUpDrafts, encryptedTwoFactorSecrets } from "#modules/identity/index.ts";
import { encryptedProfiles, encryptedSsns } from "#modules/membership/index.ts";
import { encryptedSubscriptions } from "#modules/notifications/index.ts";
import { type Rotated, rotateColumn } from "#platform/crypto/rotate-key.ts";
import type { Deps } from "#platform/deps.ts";

/** Re-encrypts every encrypted column, so that an old secret key can be removed. */
export async function rotateAll(deps: Pick<Deps, "sql" | "secrets">): Promise<Rotated[]> {
  const done: Rotated[] = [];
  for (const column of [
    encryptedTwoFactorSecrets,
    encryptedSsns(deps),
    encryptedProfiles,
    encryptedTokens,
    encryptedPayoutAddresses,
    encryptedTins,
    encryptedSignUpDrafts,
    encryptedSubscriptions(deps),
  ])
    done.push(await rotateColumn(deps, column));
  return done;
}
