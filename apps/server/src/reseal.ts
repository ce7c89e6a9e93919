import { sealedTokens } from "#modules/discovery/recruiting/reseal.service.ts";
import { sealedSignUps } from "#modules/identity/sign-up-drafts/reseal.service.ts";
import { sealedSecrets } from "#modules/identity/two-factor/reseal.service.ts";
import { sealedDrafts, sealedSsns } from "#modules/membership/earners/reseal.service.ts";
import { type Resealed, resealColumn } from "#platform/crypto/reseal.ts";
import type { Deps } from "#platform/deps.ts";

/** Every sealed column of the database is here, so that an old secret key can be dropped. */
export async function resealAll(deps: Pick<Deps, "sql" | "secrets">): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const column of [sealedSecrets, sealedSsns(deps), sealedDrafts, sealedTokens, sealedSignUps])
    done.push(await resealColumn(deps, column));
  return done;
}
