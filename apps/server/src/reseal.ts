import { sealedTokens } from "#modules/discovery/index.ts";
import { sealedSecrets, sealedSignUps } from "#modules/identity/index.ts";
import { sealedDrafts, sealedSsns } from "#modules/membership/index.ts";
import { type Resealed, resealColumn } from "#platform/crypto/reseal.ts";
import type { Deps } from "#platform/deps.ts";

/** Every sealed column of the database is here, so that an old secret key can be dropped. */
export async function resealAll(deps: Pick<Deps, "sql" | "secrets">): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const column of [sealedSecrets, sealedSsns(deps), sealedDrafts, sealedTokens, sealedSignUps])
    done.push(await resealColumn(deps, column));
  return done;
}
